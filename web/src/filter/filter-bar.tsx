import { type ButtonHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuChecks, MenuChoice } from '../components/menu.tsx'
import { PlatformMark } from '../components/platform-mark.tsx'
import { Segments } from '../components/segments.tsx'
import { PLATFORMS, platformRow } from '../platforms.ts'
import { useText } from '../text/text.tsx'
import { dayOf } from '../text/zone.ts'
import { type ChipNames, FilterChips } from './chips.tsx'
import { countChoices, dayOfBound, type Filter, PERIODS, RELEVANCES, wordOf } from './filter.ts'
import { TextSearch } from './text-search.tsx'
import type { ChangeFilter } from './use-filter.ts'

interface FilterBarProps {
  readonly projectId: string
  readonly filter: Filter
  // The languages found in the project, most frequent first.
  readonly languages: readonly string[]
  readonly names: ChipNames
  readonly onChange: ChangeFilter
}

// One row of controls; below it what is set, if anything is.
export function FilterBar({ projectId, filter, languages, names, onChange }: FilterBarProps): ReactNode {
  const { text } = useText()
  const [open, setOpen] = useState(false)
  const choices = countChoices(filter)
  const panel = useId()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current === null ? undefined : publishHeight(bar.current)), [])
  return (
    <search ref={bar} className="filter" aria-label={text.filter.label}>
      <div className="filter-row">
        <Segments
          label={text.filter.period}
          value={filter.period}
          choices={[...PERIODS, 'custom' as const].map((name) => [name, text.filter[name]] as const)}
          onChoose={(period) =>
            onChange(
              period === 'custom'
                ? { period, from: dayOf(Date.now()), to: dayOf(Date.now()) }
                : { period, from: null, to: null },
            )
          }
        />
        <button
          type="button"
          className="button filter-open"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <Icon name="filter" />
          {text.filter.open}
          {choices > 0 && <span className="count">{choices}</span>}
        </button>
      </div>
      <div className={open ? 'filter-more open' : 'filter-more'} id={panel}>
        <SentimentChoice filter={filter} onChange={onChange} />
        <SourceChoice filter={filter} onChange={onChange} />
        <LanguageChoice filter={filter} languages={languages} onChange={onChange} />
        <RelevanceChoice filter={filter} onChange={onChange} />
        <TextSearch projectId={projectId} value={filter.q} onChange={onChange} />
      </div>
      <FilterChips filter={filter} names={names} onChange={onChange}>
        {filter.period === 'custom' && <Days filter={filter} onChange={onChange} />}
      </FilterChips>
    </search>
  )
}

// Sets the height of the bar, which may be one or two rows, as a custom property: the list of mentions starts below it.
function publishHeight(bar: HTMLElement): () => void {
  const observer = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--filter', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}

interface FilterControlProps {
  readonly filter: Filter
  readonly onChange: (change: Partial<Filter>) => void
}

function Days({ filter, onChange }: FilterControlProps): ReactNode {
  const { text } = useText()
  // The date changed last wins; the other one follows, so that the range is never reversed.
  const change = (changed: { from?: string | null; to?: string | null }): void => {
    const shown = { from: dayOfBound(filter.from, false) || null, to: dayOfBound(filter.to, true) || null }
    const { from, to } = { ...shown, ...changed }
    if (from === null || to === null || from <= to) onChange({ from, to })
    else onChange('from' in changed ? { from, to: from } : { from: to, to })
  }
  return (
    <span className="row tight">
      <input
        type="date"
        aria-label={text.filter.from}
        value={dayOfBound(filter.from, false)}
        onChange={(event) => change({ from: event.target.value || null })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        aria-label={text.filter.to}
        value={dayOfBound(filter.to, true)}
        onChange={(event) => change({ to: event.target.value || null })}
      />
    </span>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly any: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, string])[]
  readonly onChoose: (value: T | null) => void
}

const ANY = ''

// One of several, or any: looks and works like the choice of sources, of which several can be chosen.
function Choice<T extends string>({ label, any, value, choices, onChoose }: ChoiceProps<T>): ReactNode {
  const shown = choices.find(([name]) => name === value)?.[1] ?? any
  return (
    <Menu align="start" trigger={<ChoiceButton label={label} shown={shown} isChosen={value !== null} />}>
      <MenuChoice<T | typeof ANY>
        label={label}
        value={value ?? ANY}
        choices={[[ANY, any] as const, ...choices]}
        onChoose={(name) => onChoose(name === ANY ? null : name)}
      />
    </Menu>
  )
}

interface ChoiceButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string
  readonly shown: string
  readonly isChosen: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

// The menu adds its own properties.
function ChoiceButton({ label, shown, isChosen, ...menu }: ChoiceButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={isChosen ? 'button select chosen' : 'button select'}
      aria-label={`${label}: ${shown}`}
      {...menu}
    >
      {shown}
      <Icon name="chevron" />
    </button>
  )
}

function SentimentChoice({ filter, onChange }: FilterControlProps): ReactNode {
  const { text } = useText()
  const values = [1, 0, -1] as const
  return (
    <Choice
      label={text.filter.sentiment}
      any={text.filter.anySentiment}
      value={filter.sentiment === null ? null : wordOf(filter.sentiment)}
      choices={values.map((value) => [wordOf(value), text.sentiment[wordOf(value)]] as const)}
      onChoose={(word) => onChange({ sentiment: values.find((value) => wordOf(value) === word) ?? null })}
    />
  )
}

function SourceChoice({ filter, onChange }: FilterControlProps): ReactNode {
  const { language, text } = useText()
  const [only] = filter.sources
  const shown =
    filter.sources.length === 1 && only !== undefined
      ? platformRow(only).label[language]
      : filter.sources.length === 0
        ? text.filter.anySource
        : text.filter.sources(filter.sources.length)
  return (
    <Menu
      align="start"
      trigger={<ChoiceButton label={text.filter.source} shown={shown} isChosen={filter.sources.length > 0} />}
    >
      <MenuChecks
        label={text.filter.source}
        values={filter.sources}
        choices={PLATFORMS.map((platform) => [platform, <PlatformMark key={platform} platform={platform} />] as const)}
        onChange={(sources) => onChange({ sources: PLATFORMS.filter((platform) => sources.includes(platform)) })}
      />
    </Menu>
  )
}

function LanguageChoice(props: FilterControlProps & { readonly languages: readonly string[] }): ReactNode {
  const { text, format } = useText()
  const { filter, onChange } = props
  const known = new Set([...(filter.language === null ? [] : [filter.language]), ...props.languages])
  return (
    <Choice
      label={text.filter.language}
      any={text.filter.anyLanguage}
      value={filter.language}
      choices={[...known].map((code) => [code, format.language(code)] as const)}
      onChoose={(language) => onChange({ language })}
    />
  )
}

function RelevanceChoice({ filter, onChange }: FilterControlProps): ReactNode {
  const { text } = useText()
  return (
    <Choice
      label={text.relevance.label}
      any={text.relevance.any}
      value={filter.relevance}
      choices={RELEVANCES.map((name) => [name, text.relevance[name]] as const)}
      onChoose={(relevance) => onChange({ relevance })}
    />
  )
}
