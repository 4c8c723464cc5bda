import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { entityLabel } from '../map/entity-label.ts'
import { platformRow } from '../platforms.ts'
import { type Localisation, useText } from '../text/text.tsx'
import { DAY_MS, isDay, startOfDay } from '../text/zone.ts'
import { type Filter, NO_FILTER, wordOf } from './filter.ts'

// Names of what the address has only the ids of.
export interface ChipNames {
  readonly author: string | null
  readonly story: string | null
}

type Words = Pick<Localisation, 'text' | 'format' | 'language'>

interface Chip {
  readonly key: string
  readonly label: string
  // What the filter is without it.
  readonly without: Partial<Filter>
}

interface FilterChipsProps {
  readonly filter: Filter
  readonly names: ChipNames
  readonly onChange: (change: Partial<Filter>) => void
  readonly children?: ReactNode
}

// What the page is limited to, each part removable. Nothing is shown when nothing is set.
export function FilterChips({ filter, names, onChange, children }: FilterChipsProps): ReactNode {
  const words = useText()
  const { text } = words
  const chips = chipsOf(filter, names, words)
  if (chips.length === 0) return null
  return (
    <div className="filter-chips">
      <ul aria-label={text.projectPage.chosen}>
        {chips.map(({ key, label, without }) => (
          <li key={key} className="chip">
            <bdi className="foreign">{label}</bdi>
            <button
              type="button"
              aria-label={text.projectPage.without(label)}
              title={text.projectPage.without(label)}
              onClick={() => onChange(without)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      {children}
      <button type="button" className="button quiet small" onClick={() => onChange(NO_FILTER)}>
        {text.filter.clear}
      </button>
    </div>
  )
}

// What the filter is limited to, in words, without its period.
export function describeFilter(
  filter: Filter,
  words: Words,
  names: ChipNames = { author: null, story: null },
): string[] {
  return chipsOf(filter, names, words)
    .filter(({ key }) => key !== 'range')
    .map(({ label }) => label)
}

function chipsOf(filter: Filter, names: ChipNames, { text, format, language }: Words): Chip[] {
  const chips: Chip[] = []
  const add = (key: string, label: string, without: Partial<Filter>): number => chips.push({ key, label, without })
  if (filter.period === 'custom')
    add('range', rangeLabel(filter, { text, format, language }), { period: NO_FILTER.period, from: null, to: null })
  if (filter.sentiment !== null) add('sentiment', text.sentiment[wordOf(filter.sentiment)], { sentiment: null })
  for (const source of filter.sources)
    add(source, platformRow(source).label[language], { sources: filter.sources.filter((other) => other !== source) })
  if (filter.language !== null) add('language', format.language(filter.language), { language: null })
  if (filter.relevance !== null) add('relevance', text.relevance[filter.relevance], { relevance: null })
  if (filter.entity !== null) add('entity', entityLabel(filter.entity), { entity: null })
  if (filter.author !== null) add('author', text.filter.author(names.author ?? filter.author), { author: null })
  if (filter.story !== null) add('story', text.projectPage.story(names.story), { story: null })
  if (filter.tag !== null) add('tag', `# ${filter.tag}`, { tag: null })
  if (filter.q !== '') add('q', `“${filter.q}”`, { q: '' })
  return chips
}

function rangeLabel({ from, to }: Filter, { text, format }: Words): string {
  const fromMs = from === null ? null : isDay(from) ? startOfDay(from) : Date.parse(from)
  const toMs = to === null ? null : isDay(to) ? startOfDay(to) + DAY_MS : Date.parse(to)
  if (fromMs !== null && toMs !== null) {
    const areDays = from !== null && to !== null && isDay(from) && isDay(to) && from !== to
    return areDays ? `${format.day(fromMs)} – ${format.day(toMs - 1)}` : format.range(fromMs, toMs)
  }
  return fromMs !== null
    ? text.projectPage.since(format.day(fromMs))
    : text.projectPage.until(format.day((toMs ?? 0) - 1))
}
