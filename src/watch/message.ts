import type { Rule } from '../domain/alert.ts'
import type { IncidentFacts, IncidentKind, Moment } from '../domain/incident.ts'
import type { Language, MessageBlock, MessageContent, MessageLink } from '../domain/message.ts'
import { isPlatform, platformRow } from '../domain/platform.ts'
import type { Growth } from './change.ts'
import { MESSAGE_WORDS, type MessageWords } from './message-words.ts'

export interface MessageFacts {
  readonly type: 'incident.opened' | 'incident.updated' | 'incident.closed'
  readonly kind: IncidentKind
  readonly rule: Rule | null
  // The name of the project, or of the feed or source.
  readonly name: string
  readonly subject: string
  readonly peak: number
  readonly expected: number | null
  readonly facts: IncidentFacts
  readonly growth: readonly Growth[]
  readonly language: Language
  readonly timeZone: string
  readonly links: MessageLinks
}

export interface MessageLinks {
  readonly dashboard: string
  readonly acknowledge: string
  readonly snooze: string
}

const LIST_MAX = 5
const QUOTE_CHARACTERS_MAX = 280
const EXAMPLES_MAX = 3

// What happened, in one line and then in full. The same for all channels.
export function writeMessage(facts: MessageFacts): MessageContent {
  const words = MESSAGE_WORDS[facts.language]
  const format = formatOf(facts)
  const news = newsOf(facts, words, format)
  const prefix =
    facts.type === 'incident.closed' ? words.over : facts.growth.map((growth) => words.growth[growth]).join(' ')
  return {
    title: prefix === '' ? news : `${prefix} ${news}`,
    blocks: [
      { kind: 'text', text: words.since(format.time(facts.facts.since)) },
      ...(facts.facts.moment === null ? [] : explain(facts.facts, facts.facts.moment, words, format)),
      ...(facts.facts.detail === undefined ? [] : [{ kind: 'text', text: facts.facts.detail } as const]),
    ],
    links: linksOf(facts, words),
  }
}

interface Format {
  number(value: number): string
  time(instant: string): string
}

function formatOf({ language, timeZone }: MessageFacts): Format {
  const locale = language === 'id' ? 'id-ID' : 'en-GB'
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const times = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  return {
    number: (value) => numbers.format(value >= 10 ? Math.round(value) : value),
    time: (instant) => times.format(new Date(instant)),
  }
}

function newsOf(message: MessageFacts, words: MessageWords, { number }: Format): string {
  const { name, rule, peak, expected, facts, subject, language } = message
  const count = number(peak)
  if (rule === null)
    return message.kind === 'feed'
      ? words.feed(name)
      : words.source(isPlatform(name) ? platformRow(name).label[language] : name)
  switch (rule.kind) {
    case 'spike':
      return facts.basis === 'fixed' || expected === null || expected <= 0
        ? words.spikeFixed(name, count)
        : words.spike(name, count, number(peak / expected))
    case 'volume':
      return words.volume(name, count, rule.minutes)
    case 'negative': {
      const seen = facts.moment?.seen ?? peak
      const share = seen === 0 ? 0 : (facts.moment?.sentiment.now.negative ?? 0) / seen
      return words.negative(name, number(Math.round(share * 100)), number(seen))
    }
    case 'story':
      return words.story(name, count, rule.minutes)
    case 'mention':
      return words.mention(name, number(facts.moment?.seen ?? peak))
    case 'silence':
      return words.silence(name, isPlatform(subject) ? platformRow(subject).label[language] : subject, rule.hours)
    case 'quota':
      return words.quota(
        number(facts.remaining ?? peak),
        facts.daysLeft == null ? null : number(Math.floor(facts.daysLeft)),
      )
  }
}

function explain(facts: IncidentFacts, moment: Moment, words: MessageWords, format: Format): MessageBlock[] {
  const { number } = format
  const blocks: MessageBlock[] = []
  const say = (text: string) => blocks.push({ kind: 'text', text })
  if (moment.expected !== null && moment.low !== null && moment.high !== null)
    say(words.expected(number(moment.seen), number(moment.expected), number(moment.low), number(moment.high)))
  if (facts.basis === 'fixed') say(words.littleHistory)
  if (moment.coverage.lowerBound) say(words.lowerBound)
  const list = (title: string, items: readonly string[]) => {
    if (items.length === 0) return
    blocks.push({ kind: 'list', title, items: items.slice(0, LIST_MAX).map((text) => ({ text, url: null })) })
  }
  list(
    words.stories,
    moment.stories.map((story) => `${number(story.new)} × ${shorten(story.text, 120)}`),
  )
  list(
    words.terms,
    [...moment.hashtags, ...moment.terms].map(({ term, count }) => `${term} (${number(count)})`),
  )
  list(
    words.platforms,
    moment.platforms.map(({ source, count }) => `${platformRow(source).label.en} (${number(count)})`),
  )
  list(
    words.authors,
    moment.authors.map(({ username, count }) => `${username} (${number(count)})`),
  )
  const { now, before } = moment.sentiment
  say(words.sentiment(negativeShare(now), negativeShare(before)))
  for (const example of moment.examples.slice(0, EXAMPLES_MAX))
    blocks.push({
      kind: 'quote',
      text: shorten(example.text, QUOTE_CHARACTERS_MAX),
      by: example.username,
      url: example.url === '' ? null : example.url,
    })
  return blocks
}

function negativeShare({ negative, neutral, positive }: Moment['sentiment']['now']): string | null {
  const total = negative + neutral + positive
  return total === 0 ? null : String(Math.round((negative / total) * 100))
}

function shorten(text: string, max: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`
}

function linksOf({ type, links }: MessageFacts, words: MessageWords): MessageLink[] {
  const open = { label: words.open, url: links.dashboard }
  if (type === 'incident.closed') return [open]
  return [open, { label: words.acknowledge, url: links.acknowledge }, { label: words.snooze, url: links.snooze }]
}
