import type { BriefFact, BriefFacts, BriefFilter, BriefProject, CountedThing } from '../domain/brief.ts'
import { mentionsAt } from '../domain/dashboard-link.ts'
import type { Day } from '../domain/day.ts'
import type { Language, MessageBlock, MessageContent, MessageItem } from '../domain/message.ts'
import { type Platform, platformRow } from '../domain/platform.ts'
import { zoneName } from '../domain/zone-name.ts'
import { BRIEF_WORDS, type BriefWords } from './brief-words.ts'

export interface BriefRequest {
  readonly language: Language
  readonly timeZone: string
  readonly day: Day
  readonly dueAt: Date
  readonly isLate: boolean
  // The address of the dashboard; when it is null, only the dashboard itself can open the links.
  readonly publicUrl: URL | null
}

export interface WrittenBrief {
  readonly content: MessageContent
  // For programs: every number that the content shows, with the query that recounts it and a link to its mentions.
  readonly data: Record<string, unknown>
}

// What fits on the screen of a phone.
const FIRST_MAX = 5
// Only so many projects are described in detail; the others have a line each.
export const DETAILED_MAX = 10
const OTHERS_MAX = 50
// Quota that lasts for fewer days is news.
const QUOTA_DAYS_MIN = 7

// The brief, from counted facts: what is most important first, then the rest. Without news it is one sentence.
export function writeBrief(facts: BriefFacts, request: BriefRequest): WrittenBrief {
  const page = openPage(request)
  const projects = facts.projects.filter(hasNews)
  const content = isQuiet(facts, projects)
    ? quietContent(facts, page, request)
    : newsContent(facts, projects, page, request)
  return {
    content,
    data: {
      day: request.day,
      due_at: request.dueAt.toISOString(),
      late: request.isLate,
      from: facts.from,
      to: facts.to,
      facts: page.stated.map(({ kind, filter, collectedUntil, value }) => ({
        kind,
        filter,
        collected_until: collectedUntil,
        value,
        url: page.link(filter),
        query: queryOf(filter),
      })),
    },
  }
}

interface Page {
  readonly words: BriefWords
  // Every number that is shown.
  readonly stated: BriefFact[]
  // Shows a number.
  say(fact: BriefFact): string
  time(instant: string): string
  platform(platform: Platform): string
  link(filter: BriefFilter): string | null
}

function openPage({ language, timeZone, publicUrl }: BriefRequest): Page {
  const locale = language === 'id' ? 'id-ID' : 'en-GB'
  const numbers = new Intl.NumberFormat(locale)
  const times = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
  const stated: BriefFact[] = []
  return {
    words: BRIEF_WORDS[language],
    stated,
    say(fact) {
      stated.push(fact)
      return numbers.format(fact.value)
    },
    time: (instant) => `${times.format(new Date(instant))} ${zoneName(timeZone)}`,
    platform: (platform) => platformRow(platform).label[language],
    link: (filter) => linkOf(publicUrl, filter),
  }
}

// Opens the dashboard on exactly the mentions of a number; null for a number of no mentions, or of several periods.
function linkOf(publicUrl: URL | null, { projectId, platform, ...filter }: BriefFilter): string | null {
  if (projectId === undefined || filter.to === undefined) return null
  const platforms = platform === undefined ? undefined : [platform]
  return mentionsAt(publicUrl?.href ?? '', projectId, { ...filter, platforms })
}

// The parameters with which `GET /api/mentions/search` counts the same; null where it takes several requests.
function queryOf({ projectId, from, to, sentiment, platform, story, author, q, periods }: BriefFilter): string | null {
  if (projectId === undefined || periods !== undefined) return null
  const query = new URLSearchParams({ keywordId: projectId })
  const tone = sentiment === undefined ? undefined : String(sentiment)
  const params = Object.entries({ from, to, story, author, q })
  for (const [name, value] of [...params, ['sentimen', tone], ['sosmedId', platform]] as const)
    if (value !== undefined) query.set(name, value)
  return query.toString()
}

function hasNews({ seen, incidents, missed }: BriefProject): boolean {
  return seen.value > 0 || incidents.count.value > 0 || missed.value > 0
}

function isQuiet({ feeds, quota }: BriefFacts, projects: readonly BriefProject[]): boolean {
  return projects.length === 0 && feeds.count.value === 0 && !isShort(quota)
}

function isShort(quota: BriefFacts['quota']): boolean {
  return quota !== null && (quota.left.value === 0 || (quota.days !== null && quota.days.value < QUOTA_DAYS_MIN))
}

function quietContent({ from }: BriefFacts, page: Page, request: BriefRequest): MessageContent {
  const late = request.isLate ? ` ${page.words.late(page.time(request.dueAt.toISOString()))}` : ''
  return { title: `${page.words.nothing(page.time(from))}${late}`, blocks: [], links: [] }
}

function newsContent(
  facts: BriefFacts,
  projects: readonly BriefProject[],
  page: Page,
  request: BriefRequest,
): MessageContent {
  const { words, say, time } = page
  const blocks: MessageBlock[] = []
  const text = (line: string) => blocks.push({ kind: 'text', text: line })
  const list = (title: string, items: readonly MessageItem[]) => {
    if (items.length > 0) blocks.push({ kind: 'list', title, items })
  }
  if (request.isLate) text(words.late(time(request.dueAt.toISOString())))
  if (facts.opening !== null) {
    page.stated.push(...facts.opening.facts)
    text(facts.opening.text)
  }
  list(
    words.since(time(facts.from)),
    projects.slice(0, FIRST_MAX).map((project) => lineOf(project, page)),
  )
  for (const project of projects.slice(0, DETAILED_MAX)) blocks.push(...detailsOf(project, page))
  list(
    words.otherProjects,
    projects.slice(FIRST_MAX, OTHERS_MAX).map((project) => lineOf(project, page)),
  )
  const unchanged = facts.projects.length - projects.length
  if (unchanged > 0) text(words.unchanged(say(countFact(facts, 'unchanged', unchanged))))
  if (facts.feeds.count.value > 0)
    list(
      words.feeds(say(facts.feeds.count)),
      facts.feeds.names.slice(0, DETAILED_MAX).map((name) => ({ text: `“${unquoted(name)}”`, url: null })),
    )
  if (facts.quota !== null) text(quotaLine(facts.quota, page))
  return { title: titleOf(facts, projects, page), blocks, links: linksOf(projects, page) }
}

function countFact({ from, to }: BriefFacts, kind: 'projects' | 'unchanged', value: number): BriefFact {
  return { kind, filter: { from, to }, collectedUntil: to, value }
}

function titleOf(facts: BriefFacts, projects: readonly BriefProject[], { words, say, time }: Page): string {
  const [first, ...others] = projects
  if (first === undefined) return words.since(time(facts.from))
  const name = unquoted(first.name)
  if (others.length === 0) return words.title(`“${name}”`, say(first.seen))
  return words.titleMore(`“${name}”`, say(first.seen), say(countFact(facts, 'projects', others.length)))
}

// A project in one line: how many, how many usually, and how negative.
function lineOf(project: BriefProject, { words, say, link }: Page): MessageItem {
  const { name, seen, usual, negative, negativeBefore, isLowerBound } = project
  const parts = [words.seen(`“${unquoted(name)}”`, say(seen))]
  if (usual !== null) parts.push(words.usual(say(usual.mean), say(usual.weeks)))
  if (negative !== null) {
    const before = negativeBefore === null ? '' : ` ${words.negativeBefore(say(negativeBefore))}`
    parts.push(`${words.negative(say(negative))}${before}`)
  }
  if (isLowerBound) parts.push(words.atLeast)
  return { text: parts.join(', '), url: link(seen.filter) }
}

function detailsOf(project: BriefProject, page: Page): MessageBlock[] {
  const { words, say, time, link } = page
  const name = `“${unquoted(project.name)}”`
  const { audited, incidents, missed } = project
  const counted = ({ label, fact }: CountedThing) => ({
    text: words.counted(unquoted(label), say(fact)),
    url: link(fact.filter),
  })
  const lists: { readonly title: () => string; readonly items: readonly MessageItem[] }[] = [
    {
      title: () => words.incidents(name, say(incidents.count)),
      items: incidents.list.map(({ name, openedAt, isOpen }) => ({
        text: words.incident(unquoted(name), time(openedAt), isOpen),
        url: link({ ...missed.filter, from: openedAt }),
      })),
    },
    {
      title: () => words.newStories(name),
      items: project.newStories.map(({ label, fact }) => ({
        text: words.newStory(say(fact), unquoted(label)),
        url: link(fact.filter),
      })),
    },
    {
      title: () => words.grownStories(name),
      items: project.grownStories.map(({ label, fact, before }) => ({
        text: words.grownStory(say(fact), say(before), unquoted(label)),
        url: link(fact.filter),
      })),
    },
    { title: () => words.newAuthors(name), items: project.newAuthors.map(counted) },
    { title: () => words.newWords(name), items: project.newWords.map(counted) },
    {
      title: () => words.missed(name, say(missed)),
      items: missed.value === 0 ? [] : project.gaps.map((gap) => gapItem(gap, page)),
    },
  ]
  const blocks: MessageBlock[] = lists
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) => ({ kind: 'list', title: title(), items }))
  if (audited === null) return blocks
  const estimate = words.audited(name, say(audited.share), say(audited.low), say(audited.high))
  return [{ kind: 'text', text: estimate }, ...blocks]
}

function gapItem({ from, to, source }: BriefProject['gaps'][number], { words, time, platform }: Page): MessageItem {
  return { text: words.gap(time(from), time(to), source === null ? null : platform(source)), url: null }
}

function quotaLine({ left, spent, days }: NonNullable<BriefFacts['quota']>, { words, say }: Page): string {
  const line = words.quota(say(left), say(spent))
  return days === null ? line : `${line} ${words.quotaDays(say(days))}`
}

function linksOf([first]: readonly BriefProject[], { words, link }: Page): MessageContent['links'] {
  const url = first === undefined ? null : link(first.seen.filter)
  return url === null ? [] : [{ label: words.open, url }]
}

// What is shown in quotation marks has none of its own, so that it is clear where it ends.
function unquoted(text: string): string {
  return text.replace(/[“”"]/g, '')
}
