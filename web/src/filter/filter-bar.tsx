import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { DateField } from '../components/date-field.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuChecks } from '../components/menu.tsx'
import { PlatformMark } from '../components/platform-mark.tsx'
import { Segments } from '../components/segments.tsx'
import { PhoneSheet } from '../components/sheet.tsx'
import { TagChoice } from '../desk/tag-choice.tsx'
import { PLATFORMS, platformRow } from '../platforms.ts'
import { useText } from '../text/text.tsx'
import { dayOf } from '../text/zone.ts'
import { type ChipNames, FilterChips } from './chips.tsx'
import { Choice, ChoiceButton } from './choice.tsx'
import { countChoices, dayOfBound, type Filter, NO_FILTER, PERIODS, RELEVANCES, wordOf } from './filter.ts'
import { TextSearch } from './text-search.tsx'
import type { ChangeFilter } from './use-filter.ts'

interface FilterBarProps {
  // Null for several projects, which have no tags in common.
  readonly projectId: string | null
  readonly filter: Filter
  // The languages found in the project, most frequent first.
  readonly languages: readonly string[]
  readonly names: ChipNames
  // False where the page chooses periods by itself.
  readonly hasPeriod?: boolean
  readonly onChange: ChangeFilter
}

// One row of controls; below it what is set, if anything is.
export function FilterBar(props: FilterBarProps): ReactNode {
  const { projectId, languages, names, hasPeriod = true, onChange } = props
  const filter = hasPeriod ? props.filter : { ...props.filter, period: NO_FILTER.period }
  const { text } = useText()
  const [open, setOpen] = useState(false)
  const choices = countChoices(filter)
  const panel = useId()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => (bar.current === null ? undefined : publishHeight(bar.current)), [])
  return (
    <search ref={bar} className="filter" aria-label={text.filter.label}>
      <div className="filter-row">
        {hasPeriod && (
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
        )}
        <button
          type="button"
          className="button filter-open"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <Icon name="filter" />
          {text.filter.open}
          {choices > 0 && <span className="count">{choices}</span>}
        </button>
      </div>
      <PhoneSheet title={text.filter.label} open={open} onClose={() => setOpen(false)}>
        <div className="filter-more" id={panel}>
          <SentimentChoice filter={filter} onChange={onChange} />
          <SourceChoice filter={filter} onChange={onChange} />
          <LanguageChoice filter={filter} languages={languages} onChange={onChange} />
          <RelevanceChoice filter={filter} onChange={onChange} />
          <TagChoice projectId={projectId} filter={filter} onChange={onChange} />
          <TextSearch projectId={projectId} value={filter.q} onChange={onChange} />
        </div>
      </PhoneSheet>
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
      <DateField
        label={text.filter.from}
        value={dayOfBound(filter.from, false)}
        onChange={(day) => change({ from: day || null })}
      />
      <span aria-hidden="true">–</span>
      <DateField
        label={text.filter.to}
        value={dayOfBound(filter.to, true)}
        onChange={(day) => change({ to: day || null })}
      />
    </span>
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
