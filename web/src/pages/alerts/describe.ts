import type { WireAlert, WireAlertRule, WireIncident } from '../../../../src/api/wire/alert.ts'
import { wordOf } from '../../filter/filter.ts'
import { entityLabel } from '../../map/entity-label.ts'
import { PLATFORMS, type Platform, platformRow } from '../../platforms.ts'
import type { Localisation } from '../../text/text.tsx'
import { SPIKE_MIN } from './draft.ts'

export type Words = Pick<Localisation, 'text' | 'language' | 'format'>

// A rule as one sentence.
export function describeRule(rule: WireAlertRule, { text, language }: Words): string {
  const { when } = text.alerts
  switch (rule.kind) {
    case 'spike':
      return when.spike(text.alerts.sensitivities[rule.sensitivity], rule.min ?? SPIKE_MIN)
    case 'volume':
      return when.volume(rule.count, rule.minutes)
    case 'negative':
      return when.negative(rule.share * 100, rule.minutes, rule.min)
    case 'story':
      return when.story(rule.authors, rule.copies, rule.minutes)
    case 'mention':
      return when.mention(rule.everyMinutes)
    case 'silence':
      return when.silence(rule.source && platformRow(rule.source).label[language], rule.hours)
    case 'quota':
      return when.quota(rule.below, rule.days)
  }
}

// The choices of a filter, one short text each.
export function describeFilter(filter: WireAlert['filter'], { text, language, format }: Words): string[] {
  const { sosmedId, sentimen, language: code, relevance, entity, author, tag, q } = filter
  return [
    ...(sosmedId ?? '').split(',').flatMap((name) => (isPlatform(name) ? [platformRow(name).label[language]] : [])),
    ...(sentimen === undefined ? [] : [text.sentiment[wordOf(sentimen)]]),
    ...(code === undefined ? [] : [format.language(code)]),
    ...(relevance === undefined ? [] : [text.relevance[relevance]]),
    ...(entity === undefined ? [] : [entityLabel(entity)]),
    ...(author === undefined ? [] : [`@${author}`]),
    ...(tag === undefined ? [] : [`# ${tag}`]),
    ...(q === undefined ? [] : [q]),
  ]
}

// What happened, in a few words.
export function describeIncident(incident: WireIncident, { text, language, format }: Words): string {
  const { headline } = text.incidents
  const { kind, subject, peak, expected, moment } = incident
  switch (kind) {
    case 'spike':
      return headline.spike(peak, incident.basis === 'fixed' ? null : timesOf(peak, expected))
    case 'negative': {
      const seen = moment?.seen ?? peak
      return headline.negative(format.percent(moment?.sentiment.now.negative ?? 0, seen), seen)
    }
    case 'silence':
      return headline.silence(isPlatform(subject) ? platformRow(subject).label[language] : subject)
    case 'volume':
    case 'story':
    case 'quota':
      return headline[kind](peak)
    case 'mention':
      return headline.mention(moment?.seen ?? peak)
    default:
      return headline.feed
  }
}

// How many times the expected number something is, rounded as people say it.
export function timesOf(count: number, expected: number | null): number | null {
  if (expected === null || expected <= 0) return null
  const times = count / expected
  return times >= 10 ? Math.round(times) : Math.round(times * 10) / 10
}

export function isPlatform(name: string): name is Platform {
  return PLATFORMS.some((platform) => platform === name)
}
