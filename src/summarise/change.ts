import { COPIES_MIN, evidenceOf, isNamed, quoteOf, quoteTheme, stateTopic } from './content.ts'
import { byWhom, type Context, HALF_LENGTH, idsOf, isNew, joinList, spansYears } from './context.ts'
import { spanFact, storyFact } from './facts.ts'
import type { Draft, SummaryMention } from './material.ts'
import { findThemes } from './themes.ts'

const THEMES_MAX = 2

// What is new: the newest days against as many before them, the largest story that began in them, and themes that only they have.
export function changeSentence(context: Context): Draft | null {
  const { phrases, facts, mentions, reader } = context
  if (facts.recent === null) return null
  const { now, before } = facts.recent
  const withYear = spansYears(facts)
  const latest = mentions.filter((mention) => isNew(mention, facts))
  const earlier = mentions.filter((mention) => !isNew(mention, facts))
  const known = new Set(earlier.map(({ text }) => text.toLowerCase()))
  const themes = findThemes(latest, reader, Number.POSITIVE_INFINITY)
    .filter(({ phrase, mentions: own }) => own.length > 1 && !isIn(phrase, known) && !isNamed(phrase, context))
    .slice(0, THEMES_MAX)
  const parts = [
    phrases.change({
      since: phrases.day(now.first, withYear),
      count: now.mentions,
      before: before.mentions,
      earlier: phrases.during(before.first, before.last, withYear),
    }),
  ]
  const stated = [spanFact(facts, now), spanFact(facts, before)]
  const evidence = idsOf([...latest, ...mentions].slice(0, 2))
  const story = newStory(latest, context)
  if (story !== null) {
    parts.push(phrases.newStory(byWhom(story.mention, phrases), story.mention.groupSize, story.quoted))
    stated.push(storyFact(facts, story.mention))
    evidence.push(story.mention.id)
  }
  if (themes.length > 0) {
    parts.push(phrases.newThemes(joinList(themes.map(quoteTheme), phrases), themes.length))
    evidence.push(...evidenceOf(themes))
  }
  return { text: phrases.clauses(parts), evidence: [...new Set(evidence)], facts: stated }
}

function newStory(latest: readonly SummaryMention[], context: Context) {
  const quoted = new Set(context.used.map(({ mention }) => mention.id))
  const about = new Set(
    context.candidates.filter(({ text }) => context.reader.isAbout(text)).map(({ mention }) => mention.id),
  )
  const [story] = stateTopic(
    latest.filter(({ id, groupSize }) => groupSize >= COPIES_MIN && about.has(id) && !quoted.has(id)),
    context,
  ).toSorted((a, b) => b.groupSize - a.groupSize || (a.id < b.id ? -1 : 1))
  return story === undefined ? null : quoteOf(story, context, HALF_LENGTH)
}

function isIn(phrase: string, texts: ReadonlySet<string>): boolean {
  const lower = phrase.toLowerCase()
  for (const text of texts) if (text.includes(lower)) return true
  return false
}

// Where the counts are too low because nothing could be collected.
export function gapSentence({ phrases, facts, mentions }: Context): Draft | null {
  if (facts.gaps.length === 0) return null
  const parts = facts.gaps.map(({ source, first, last }) =>
    phrases.gap(source === null ? null : phrases.platforms[source], phrases.during(first, last, spansYears(facts))),
  )
  return { text: phrases.gaps(joinList(parts, phrases)), evidence: idsOf(mentions.slice(0, 1)), facts: [] }
}
