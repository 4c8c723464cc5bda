import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { DateField } from '../components/date-field.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuChecks } from '../components/menu.tsx'
import { PlatformMark } from '../components/platform-mark.tsx'
import { Segments } from '../components/segments.tsx'
import { PhoneSheet } from '../components/sheet.tsx'
import { entityLabel } from '../map/entity-label.ts'
import { PLATFORMS, platformRow } from '../platforms.ts'
import { useText } from '../text/text.tsx'
import { dayOf } from '../text/zone.ts'
import { countChoices, dayOfBound, type Filter, NO_FILTER, PERIODS, RELEVANCES, wordOf } from './filter.ts'

const TYPING_MS = 350

interface FilterBarProps {
  readonly filter: Filter
  // The languages found in the project, most frequent first.
  readonly languages: readonly string[]
  readonly onChange: (change: Partial<Filter>) => void
}

export function FilterBar({ filter, languages, onChange }: FilterBarProps): ReactNode {
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
          {filter.period === 'custom' && <Days filter={filter} onChange={onChange} />}
          <SentimentChoice filter={filter} onChange={onChange} />
          <SourceChoice filter={filter} onChange={onChange} />
          <LanguageChoice filter={filter} languages={languages} onChange={onChange} />
          <RelevanceChoice filter={filter} onChange={onChange} />
          <EntityChoice filter={filter} onChange={onChange} />
          <AuthorChoice filter={filter} onChange={onChange} />
          <TextSearch value={filter.q} onChange={onChange} />
          {choices > 0 && (
            <button
              type="button"
              className="button quiet"
              onClick={() => onChange({ ...NO_FILTER, period: filter.period, from: filter.from, to: filter.to })}
            >
              <Icon name="close" />
              {text.filter.clear}
            </button>
          )}
        </div>
      </PhoneSheet>
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
  return (
    <select
      aria-label={text.filter.sentiment}
      className={filter.sentiment === null ? '' : 'chosen'}
      value={filter.sentiment ?? ''}
      onChange={(event) => {
        const sentiment = ([-1, 0, 1] as const).find((value) => String(value) === event.target.value)
        onChange({ sentiment: sentiment ?? null })
      }}
    >
      <option value="">{text.filter.anySentiment}</option>
      {([1, 0, -1] as const).map((value) => (
        <option key={value} value={value}>
          {text.sentiment[wordOf(value)]}
        </option>
      ))}
    </select>
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
      trigger={
        <button
          type="button"
          className={filter.sources.length === 0 ? 'button select' : 'button select chosen'}
          aria-label={`${text.filter.source}: ${shown}`}
        >
          {shown}
          <Icon name="chevron" />
        </button>
      }
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
    <select
      aria-label={text.filter.language}
      className={filter.language === null ? '' : 'chosen'}
      value={filter.language ?? ''}
      onChange={(event) => onChange({ language: event.target.value === '' ? null : event.target.value })}
    >
      <option value="">{text.filter.anyLanguage}</option>
      {[...known].map((code) => (
        <option key={code} value={code}>
          {format.language(code)}
        </option>
      ))}
    </select>
  )
}

function RelevanceChoice({ filter, onChange }: FilterControlProps): ReactNode {
  const { text } = useText()
  return (
    <select
      aria-label={text.relevance.label}
      className={filter.relevance === null ? '' : 'chosen'}
      value={filter.relevance ?? ''}
      onChange={(event) => onChange({ relevance: RELEVANCES.find((name) => name === event.target.value) ?? null })}
    >
      <option value="">{text.relevance.any}</option>
      {RELEVANCES.map((name) => (
        <option key={name} value={name}>
          {text.relevance[name]}
        </option>
      ))}
    </select>
  )
}

// As an author: chosen in a list or on the map.
interface EntityChoiceProps {
  readonly filter: Pick<Filter, 'entity'>
  readonly onChange: (change: Pick<Filter, 'entity'>) => void
}

// What a text must name. It is chosen from a list or the map of a project, and can only be removed here.
export function EntityChoice({ filter, onChange }: EntityChoiceProps): ReactNode {
  const { text } = useText()
  if (filter.entity === null) return null
  return (
    <button
      type="button"
      className="button chosen"
      title={text.map.anyEntity}
      onClick={() => onChange({ entity: null })}
    >
      <bdi className="foreign">{entityLabel(filter.entity)}</bdi>
      <Icon name="close" />
    </button>
  )
}

// An author is chosen in a list; here the choice is shown and can be undone.
function AuthorChoice({ filter, onChange }: FilterControlProps): ReactNode {
  const { text } = useText()
  if (filter.author === null) return null
  return (
    <button
      type="button"
      className="button chosen"
      title={text.filter.anyAuthor}
      onClick={() => onChange({ author: null })}
    >
      <bdi className="foreign">{text.filter.author(filter.author)}</bdi>
      <Icon name="close" />
    </button>
  )
}

// Debounces typing. Stores the last value sent, to distinguish its own changes of the URL from those made elsewhere (a
// clicked hashtag, "clear").
function TextSearch({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: FilterControlProps['onChange']
}): ReactNode {
  const { text } = useText()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed.trim()
      onChange({ q: typed.trim() })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return (
    <label className="search">
      <Icon name="search" />
      <span className="hidden">{text.filter.text}</span>
      <input
        type="search"
        placeholder={text.filter.text}
        title={text.filter.textHelp}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}
