import type { BriefFact, BriefOpening } from '../domain/brief.ts'
import { cellsOf } from '../domain/cell.ts'
import { dayOf } from '../domain/day.ts'
import type { Fact } from '../domain/fact.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import { log } from '../log.ts'
import type { Db, Pool } from '../store/db.ts'
import { idAt } from '../store/ids.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { readInSnapshot } from '../store/mentions/snapshot.ts'
import { type Tally, tallyMentions } from '../store/mentions/tally.ts'
import { sizeOfStory, topStories } from '../store/mentions/top-lists.ts'
import { readAliases } from '../store/search/aliases.ts'
import { type Selected, selectParts } from '../store/search/select.ts'
import type { WriterOptions } from '../summarise/llm/writer.ts'
import { AUTHOR_LENGTH_MAX, type Facts, type Summary, type SummaryMention } from '../summarise/material.ts'
import { summariseInThread } from '../summarise/thread.ts'
import { cutText } from '../text/plain.ts'
import type { WriteOpening } from './brief.ts'
import type { BriefRequest } from './brief-project.ts'

const SENTENCES_MAX = 3
const STORIES_MAX = 30
const SAMPLED_MAX = 120

// Lets a language model write the opening of a brief. Its sentences pass the evidence rule of summaries or are dropped; when too few
// are left, the brief has no opening.
export function createOpening(pool: Pool, writer: WriterOptions): WriteOpening {
  return async (project, request, language, signal) => {
    const material = await readInSnapshot(pool, project.id, (tx, collectedUntil) =>
      readMaterial(tx, project, request, collectedUntil),
    )
    if (material === null) return null
    const summary = await summariseInThread(
      { ...material, writer, language, keyword: project.keyword, exclude: project.exclude },
      signal,
    )
    if (summary.fallback !== null) {
      log.warn({ project: project.id, reason: summary.fallback }, 'the model did not write the opening of a brief')
      return null
    }
    return openingOf(project, summary)
  }
}

function openingOf(project: Project, { sentences, facts }: Summary): BriefOpening {
  const text = sentences
    .slice(0, SENTENCES_MAX)
    .map((sentence) => sentence.text)
    .join(' ')
  return { text, facts: facts.map((fact) => toBriefFact(project.id, fact)) }
}

function toBriefFact(projectId: string, { kind, filter, value }: Fact): BriefFact {
  const { from, to, collectedUntil, sentiment, platform, story } = filter
  return {
    kind: kind === 'share' ? 'percent' : 'mentions',
    filter: {
      projectId: projectId,
      from,
      to,
      ...(sentiment === undefined ? {} : { sentiment: sentiment }),
      ...(platform === undefined ? {} : { platform: platform }),
      ...(story === undefined ? {} : { story }),
    },
    collectedUntil,
    value,
  }
}

async function readMaterial(tx: Db, project: Project, request: BriefRequest, collectedUntil: Date) {
  const { from, to, localZone } = request
  const selected = await selectParts(tx, project.id, { from, to })
  const tally = await tallyMentions(project.id, selected, { aliases: await readAliases(tx, project.id) })
  const stories = await topStories(tally, STORIES_MAX)
  const leads = stories.map(({ mentionId }) => mentionId)
  const ids = new Set([...leads, ...(await idsEvenly(selected, SAMPLED_MAX))])
  const mentions = await readMentions(tx, project.id, [...ids])
  const byStory = new Map(mentions.toReversed().map((mention) => [mention.storyId, mention]))
  const sizeOf = ({ storyId }: StoredMention) => Math.max(1, sizeOfStory(tally, storyId))
  const facts: Facts = {
    subject: project.name,
    from: dayOf(from, localZone),
    to: dayOf(new Date(to.getTime() - 1), localZone),
    timeZone: localZone,
    period: { from: from.toISOString(), to: to.toISOString(), collectedUntil: collectedUntil.toISOString() },
    total: tally.mentions,
    sentiment: sentimentOf(tally),
    platforms: Object.fromEntries(PLATFORMS.map((platform) => [platform, countOf(tally, { platforms: [platform] })])),
    days: [],
    largestStory: null,
    recent: null,
    gaps: [],
    terms: [],
  }
  return { facts, mentions: [...byStory.values()].map((mention) => toSummaryMention(mention, sizeOf(mention))) }
}

// Mentions at even distances, so that none of the hours of a long period is left out.
async function idsEvenly(selected: readonly Selected[], max: number): Promise<string[]> {
  const total = selected.reduce((sum, { hits }) => sum + hits.length, 0)
  const stride = Math.max(1, Math.ceil(total / max))
  const ids: string[] = []
  let skip = 0
  for (const { part, hits } of selected) {
    const own = await part.ids()
    for (let at = skip; at < hits.length; at += stride) ids.push(idAt(own, hits[at] as number))
    skip = (stride - ((hits.length - skip) % stride)) % stride
  }
  return ids
}

function countOf({ cells }: Tally, filter: Parameters<typeof cellsOf>[0]): number {
  return (cellsOf(filter) ?? []).reduce((sum, cell) => sum + (cells[cell] ?? 0), 0)
}

function sentimentOf(tally: Tally): Facts['sentiment'] {
  return {
    positive: countOf(tally, { sentiment: 1 }),
    neutral: countOf(tally, { sentiment: 0 }),
    negative: countOf(tally, { sentiment: -1 }),
  }
}

// A story counts as many mentions as it has in the period.
function toSummaryMention(mention: StoredMention, groupSize: number): SummaryMention {
  const { id, storyId, text, sentiment, platform, author, publishedAt, language } = mention
  const name = cutText(author.displayName || author.username, AUTHOR_LENGTH_MAX)
  return { id, storyId, text, sentiment, platform, author: name, publishedAt, groupSize, language }
}
