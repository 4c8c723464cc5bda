import type { WireAlert, WireAlertRule } from '../../../../src/api/wire/alert.ts'
import type { AlertFields } from '../../api/alerts.ts'
import type { Filter } from '../../filter/filter.ts'
import { PLATFORMS, type Platform } from '../../platforms.ts'

export const KINDS = ['spike', 'volume', 'negative', 'story', 'mention', 'silence', 'quota'] as const
export type Kind = (typeof KINDS)[number]
export const SENSITIVITIES = ['low', 'medium', 'high'] as const
export type Sensitivity = (typeof SENSITIVITIES)[number]

// The numbers of each kind, in the order of the form, with the API's bounds. The share is a percentage here.
export const NUMBERS = {
  count: { min: 1, max: 10_000_000 },
  minutes: { min: 1, max: 1_440 },
  share: { min: 1, max: 99 },
  min: { min: 1, max: 10_000_000 },
  authors: { min: 2, max: 100_000 },
  copies: { min: 2, max: 100_000 },
  everyMinutes: { min: 1, max: 1_440 },
  hours: { min: 1, max: 168 },
  below: { min: 1, max: 2_000_000_000 },
  days: { min: 1, max: 365 },
} as const
export type NumberName = keyof typeof NUMBERS
const STORY_MINUTES_MAX = 10_080
// The minimum of a spike when none is given.
export const SPIKE_MIN = 10

export const NUMBERS_OF: Readonly<Record<Kind, readonly NumberName[]>> = {
  spike: ['min'],
  volume: ['count', 'minutes'],
  negative: ['share', 'minutes', 'min'],
  story: ['authors', 'copies', 'minutes'],
  mention: ['everyMinutes'],
  silence: ['hours'],
  quota: ['below', 'days'],
}

// What is typed, as it is typed. Each kind keeps its own numbers, so that trying another kind loses nothing.
export interface Draft {
  readonly name: string
  readonly kind: Kind
  readonly sensitivity: Sensitivity
  readonly numbers: Readonly<Record<Kind, Readonly<Partial<Record<NumberName, string>>>>>
  readonly silentSource: Platform | null
  readonly filter: Pick<Filter, 'sources' | 'sentiment' | 'language' | 'relevance' | 'entity' | 'q'> & {
    readonly author: string
    readonly tag: string
  }
  readonly channels: readonly string[]
  readonly quiet: QuietDraft
  readonly cooldownMinutes: number
  readonly enabled: boolean
}

export interface QuietDraft {
  readonly on: boolean
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly exceptAbove: string
}

const USUAL: Draft['numbers'] = {
  spike: { min: String(SPIKE_MIN) },
  volume: { count: '100', minutes: '60' },
  negative: { share: '40', minutes: '360', min: '30' },
  story: { authors: '20', copies: '', minutes: '1440' },
  mention: { everyMinutes: '60' },
  silence: { hours: '24' },
  quota: { below: '', days: '7' },
}

// Quiet hours begin in the time zone of the person.
export function emptyDraft(filter: Filter, timeZone: string): Draft {
  const { sources, sentiment, language, relevance, entity, author, tag, q } = filter
  return {
    name: '',
    kind: 'spike',
    sensitivity: 'medium',
    numbers: USUAL,
    silentSource: null,
    filter: { sources, sentiment, language, relevance, entity, q, author: author ?? '', tag: tag ?? '' },
    channels: [],
    quiet: { on: false, from: '22:00', to: '06:00', timeZone, exceptAbove: '' },
    cooldownMinutes: 60,
    enabled: true,
  }
}

export function draftOf(alert: WireAlert, empty: Draft): Draft {
  const { rule, filter, quiet } = alert
  const chosen = (filter.sosmedId ?? '').split(',')
  return {
    name: alert.name,
    kind: rule.kind,
    sensitivity: rule.kind === 'spike' ? rule.sensitivity : empty.sensitivity,
    numbers: { ...empty.numbers, [rule.kind]: numbersOf(rule) },
    silentSource: rule.kind === 'silence' ? (rule.source ?? null) : null,
    filter: {
      sources: PLATFORMS.filter((platform) => chosen.includes(platform)),
      sentiment: filter.sentimen ?? null,
      language: filter.language ?? null,
      relevance: filter.relevance ?? null,
      entity: filter.entity ?? null,
      author: filter.author ?? '',
      tag: filter.tag ?? '',
      q: filter.q ?? '',
    },
    channels: alert.channels,
    quiet: quiet === null ? empty.quiet : { on: true, ...quiet, exceptAbove: quiet.exceptAbove?.toString() ?? '' },
    cooldownMinutes: alert.cooldownMinutes,
    enabled: alert.enabled,
  }
}

function numbersOf(rule: WireAlertRule): Partial<Record<NumberName, string>> {
  const values = rule as Partial<Record<NumberName, number>>
  const shown = (name: NumberName): number | undefined =>
    name === 'share' && values.share !== undefined ? Math.round(values.share * 10_000) / 100 : values[name]
  return Object.fromEntries(NUMBERS_OF[rule.kind].map((name) => [name, shown(name)?.toString() ?? '']))
}

// An empty number is left out; one that is not a number becomes null, which the API refuses at its field.
export function ruleOf(draft: Draft): WireAlertRule {
  const { kind } = draft
  const numbers = Object.fromEntries(
    NUMBERS_OF[kind].flatMap((name) => {
      const text = draft.numbers[kind][name]?.trim() ?? ''
      if (text === '') return []
      return [[name, name === 'share' ? Math.round(Number(text) * 100) / 10_000 : Number(text)]]
    }),
  )
  const rule = {
    kind,
    ...(kind === 'spike' ? { sensitivity: draft.sensitivity } : {}),
    ...numbers,
    ...(kind === 'silence' && draft.silentSource !== null ? { source: draft.silentSource } : {}),
  }
  return rule as WireAlertRule
}

// The common filter; a rule that is not about mentions has none, and one about stories only knows sources and sentiment.
export function filterOf({ kind, filter }: Draft): WireAlert['filter'] {
  if (kind === 'silence' || kind === 'quota') return {}
  const { sources, sentiment, language, relevance, entity } = filter
  const [author, tag, q] = [filter.author.trim(), filter.tag.trim(), filter.q.trim()]
  return {
    ...(sentiment === null ? {} : { sentimen: sentiment }),
    ...(sources.length === 0 ? {} : { sosmedId: sources.join(',') }),
    ...(kind === 'story' || language === null ? {} : { language }),
    ...(kind === 'story' || relevance === null ? {} : { relevance }),
    ...(kind === 'story' || entity === null ? {} : { entity }),
    ...(kind === 'story' || author === '' ? {} : { author }),
    ...(kind === 'story' || tag === '' ? {} : { tag }),
    ...(kind === 'story' || q === '' ? {} : { q }),
  }
}

export function alertOf(draft: Draft, keywordId: string): AlertFields {
  const { on, from, to, timeZone, exceptAbove } = draft.quiet
  const except = exceptAbove.trim() === '' ? {} : { exceptAbove: Number(exceptAbove) }
  return {
    keywordId,
    name: draft.name.trim(),
    rule: ruleOf(draft),
    filter: filterOf(draft),
    channels: [...draft.channels],
    quiet: on ? { from, to, timeZone, ...except } : null,
    cooldownMinutes: draft.cooldownMinutes,
    enabled: draft.enabled,
  }
}

// The longest time that a story may take is a week, that of the other kinds a day.
export function boundsOf(kind: Kind, name: NumberName): { readonly min: number; readonly max: number } {
  return kind === 'story' && name === 'minutes' ? { ...NUMBERS.minutes, max: STORY_MINUTES_MAX } : NUMBERS[name]
}

export type FieldName =
  | NumberName
  | `quiet.${keyof QuietDraft}`
  | 'name'
  | 'channels'
  | 'q'
  | 'language'
  | 'entity'
  | 'author'
  | 'tag'

const NAMED = /^(name|channels|q|language|entity|author|tag)\b/

// The field that an error of the API is about: it begins with the name of the field, or names those of which one is missing.
export function fieldOfError(message: string): FieldName | null {
  const found =
    /^rule\.(\w+)/.exec(message)?.[1] ??
    /^rule must have (\w+) or /.exec(message)?.[1] ??
    /^(quiet\.\w+)/.exec(message)?.[1] ??
    /^filter\.(\w+)/.exec(message)?.[1] ??
    NAMED.exec(message)?.[1] ??
    null
  return found as FieldName | null
}
