import type { Rule } from '../domain/alert.ts'
import type { IncidentFacts, IncidentKind, Moment, MomentCoverage } from '../domain/incident.ts'
import type { Language, MessageBlock, MessageContent, MessageItem, MessageLink } from '../domain/message.ts'
import { isPlatform, type Platform, platformRow } from '../domain/platform.ts'
import { zoneName } from '../domain/zone-name.ts'
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
  // Of one that is closed: it is not known to be over, but what it was about was removed, merged or is no longer collected.
  readonly isLost?: boolean
  readonly language: Language
  readonly timeZone: string
  readonly links: MessageLinks
}

export interface MessageLinks {
  readonly dashboard: string
  readonly acknowledge: string
  readonly snooze: string
  // Where the mentions of one story are shown.
  story?(id: string): string
}

const LIST_MAX = 5
const STORY_CHARACTERS_MAX = 120
const TITLE_STORY_CHARACTERS_MAX = 80
const QUOTE_CHARACTERS_MAX = 280
const EXAMPLES_MAX = 3

// What happened, in one line and then in full. The same for all channels.
export function writeMessage(facts: MessageFacts): MessageContent {
  const writer = writerOf(facts)
  return {
    title: titleOf(facts, writer),
    blocks: [
      { kind: 'text', text: sinceOf(facts, writer) },
      ...(facts.facts.moment === null ? explainOther(facts, writer) : explainMoment(facts, facts.facts.moment, writer)),
    ],
    links: linksOf(facts, writer.words),
  }
}

interface Writer {
  readonly words: MessageWords
  number(value: number): string
  percent(part: number, whole: number): string
  time(instant: string): string
  platform(platform: Platform): string
}

function writerOf({ language, timeZone }: MessageFacts): Writer {
  const locale = language === 'id' ? 'id-ID' : 'en-GB'
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const times = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const number = (value: number) => numbers.format(value >= 10 ? Math.round(value) : value)
  return {
    words: MESSAGE_WORDS[language],
    number,
    percent: (part, whole) => number(Math.round((100 * part) / whole)),
    time: (instant) => `${times.format(new Date(instant))} ${zoneName(timeZone)}`,
    platform: (platform) => platformRow(platform).label[language],
  }
}

function titleOf(message: MessageFacts, writer: Writer): string {
  const { words } = writer
  if (message.type === 'incident.closed') return overOf(message, writer)
  const prefix = message.growth.map((growth) => words.growth[growth])
  return [...prefix, newsOf(message, writer)].join(' ')
}

// What is over is either gone, or back to what it should be.
function overOf(message: MessageFacts, writer: Writer): string {
  const { words, number } = writer
  const { rule, name, facts, peak } = message
  if (message.isLost === true) return `${words.lost} ${newsOf(message, writer)}`
  if (rule === null) return message.kind === 'feed' ? words.feedOver(name) : words.sourceOver(sourceName(message))
  if (rule.kind === 'silence') return words.silenceOver(name, sourceOf(message, writer))
  if (rule.kind === 'quota') return words.quotaOver(number(facts.remaining ?? peak))
  return `${words.over} ${newsOf(message, writer)}`
}

// A source of administrators: a platform, or another such as the search in an index of news.
function sourceName({ name, language }: MessageFacts): string {
  return isPlatform(name) ? platformRow(name).label[language] : name
}

function newsOf(message: MessageFacts, writer: Writer): string {
  const { words, number, percent } = writer
  const { name, rule, peak, expected, facts } = message
  const { moment } = facts
  const count = number(peak)
  if (rule === null) return message.kind === 'feed' ? words.feed(name) : words.source(sourceName(message))
  switch (rule.kind) {
    case 'spike':
      return facts.basis === 'fixed' || expected === null || expected <= 0
        ? words.spikeFixed(name, count)
        : words.spike(name, count, number(peak / expected))
    case 'volume':
      return words.volume(name, count, rule.minutes)
    case 'negative': {
      const seen = moment?.seen ?? peak
      return words.negative(name, percent(moment?.sentiment.now.negative ?? 0, Math.max(1, seen)), number(seen))
    }
    case 'story':
      return words.story(name, shorten(moment?.stories[0]?.text ?? '', TITLE_STORY_CHARACTERS_MAX), count, rule.minutes)
    case 'mention':
      return words.mention(name, number(moment?.seen ?? peak))
    case 'silence':
      return words.silence(name, sourceOf(message, writer), rule.hours)
    case 'quota':
      return words.quota(
        number(facts.remaining ?? peak),
        facts.daysLeft == null ? null : number(Math.floor(facts.daysLeft)),
      )
  }
}

function sourceOf({ subject }: MessageFacts, { platform }: Writer): string {
  return isPlatform(subject) ? platform(subject) : subject
}

function sinceOf({ type, facts }: MessageFacts, { words, time }: Writer): string {
  const { since, moment } = facts
  return type === 'incident.closed' && moment !== null
    ? words.fromTo(time(since), time(moment.to))
    : words.since(time(since))
}

// Of rules that are not about mentions: what was expected, whether the source was collected, how long the quota lasts.
function explainOther({ rule, expected, facts, type }: MessageFacts, writer: Writer): MessageBlock[] {
  const { words, number } = writer
  const blocks: MessageBlock[] = []
  const say = (text: string) => blocks.push({ kind: 'text', text })
  if (rule?.kind === 'silence' && expected !== null) say(words.silenceExpected(number(expected)))
  if (facts.coverage !== undefined && type !== 'incident.closed') {
    if (facts.coverage.lowerBound) blocks.push(gapsOf(facts.coverage, words.notCollected, writer))
    else say(words.collected)
  }
  if (facts.spentInDay !== undefined) say(words.spent(number(facts.spentInDay)))
  if (facts.detail !== undefined && facts.detail !== '') say(facts.detail)
  return blocks
}

function explainMoment(message: MessageFacts, moment: Moment, writer: Writer): MessageBlock[] {
  const { words, number, platform } = writer
  const counted = (items: readonly { readonly label: string; readonly count: number }[], about = '') =>
    items.slice(0, LIST_MAX).map(({ label, count }) => `${label} (${about}${number(count)})`)
  const lines: readonly [string, readonly string[]][] = [
    [words.terms, counted(termsOf(moment), (moment.termsSample ?? null) === null ? '' : '≈ ')],
    [words.platforms, counted(moment.platforms.map(({ source, count }) => ({ label: platform(source), count })))],
    [words.authors, counted(authorsOf(moment, writer))],
  ]
  return [
    { kind: 'text', text: expectedOf(message, moment, writer) },
    ...(moment.coverage.lowerBound ? [gapsOf(moment.coverage, words.lowerBound, writer)] : []),
    ...storiesOf(message, moment, writer),
    ...lines
      .filter(([, items]) => items.length > 0)
      .map(([title, items]) => ({ kind: 'text', text: `${title}: ${items.join(', ')}` }) as const),
    { kind: 'text', text: sentimentOf(moment, writer) },
    ...examplesOf(moment, writer),
  ]
}

function termsOf({ hashtags, terms }: Moment) {
  return [...hashtags, ...terms].map(({ term, count }) => ({ label: term, count }))
}

function expectedOf(message: MessageFacts, { seen, expected, low, high }: Moment, { words, number }: Writer): string {
  const count = number(seen)
  const { basis } = message.facts
  // A new story has no past to compare with.
  if (message.kind === 'story') return words.seen(count)
  if (expected === null || low === null || high === null)
    return `${words.seen(count)} ${basis === 'fixed' ? words.fixedRule : words.littleHistory}`
  const times = expected < 0.05 ? null : number(seen / expected)
  return words.expected(count, number(expected), number(low), number(high), times)
}

function gapsOf({ gaps }: MomentCoverage, title: string, { words, time, platform }: Writer): MessageBlock {
  const items = gaps.slice(-LIST_MAX).map(({ from, to, source }) => ({
    text: words.gap(time(from), time(to), source === null ? null : platform(source)),
    url: null,
  }))
  return { kind: 'list', title, items }
}

function storiesOf({ links }: MessageFacts, { stories }: Moment, { words, number }: Writer): MessageBlock[] {
  const items: MessageItem[] = stories.slice(0, LIST_MAX).map(({ id, new: count, text }) => ({
    text: `${number(count)} × ${shorten(text, STORY_CHARACTERS_MAX)}`,
    url: links.story?.(id) ?? null,
  }))
  return items.length === 0 ? [] : [{ kind: 'list', title: words.stories, items }]
}

function authorsOf({ authors }: Moment, { platform }: Writer) {
  return authors
    .filter(({ username }) => username !== '')
    .map(({ source, count, ...author }) => ({ label: `${nameOf(source, author)} · ${platform(source)}`, count }))
}

function sentimentOf({ sentiment: { now, before } }: Moment, { words, percent }: Writer): string {
  const total = now.negative + now.neutral + now.positive
  const totalBefore = before.negative + before.neutral + before.positive
  const share = (tone: 'negative' | 'positive') => ({
    now: percent(now[tone], Math.max(1, total)),
    before: totalBefore === 0 ? null : percent(before[tone], totalBefore),
  })
  return words.sentiment(share('negative'), share('positive'))
}

function examplesOf({ examples }: Moment, { time, platform }: Writer): MessageBlock[] {
  return examples.slice(0, EXAMPLES_MAX).map(({ text, source, publishedAt, url, ...author }) => ({
    kind: 'quote',
    text: shorten(text, QUOTE_CHARACTERS_MAX),
    by: [nameOf(source, author), platform(source), time(publishedAt)].filter((part) => part !== '').join(' · '),
    url: url === '' ? null : url,
  }))
}

// The user name of an outlet is its host.
function nameOf(source: Platform, { username, name = username }: { username: string; name?: string }): string {
  return source === 'news' ? name : username
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
