import { type Static, Type } from 'typebox'
import { scoreOf } from '../analyse/score.ts'
import type { Owner } from '../domain/owner.ts'
import { Refusal } from '../domain/problem.ts'
import type { Pool } from '../store/db.ts'
import { listStories, type RankedStory } from '../store/mentions/ranked.ts'
import { readStoryEntities } from '../store/mentions/story-entities.ts'
import { hasProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireEnriched, toWireEntity } from './convert.ts'
import { readCells, SentimentQuery, SourcesQuery } from './filter.ts'
import { PageQuery, pageOf } from './paging.ts'
import { routesOf } from './route.ts'
import { WireRankedStoryPage } from './wire/mention.ts'

// UUID, or CUID (c and 24 more, or a CUID2 of the same letters).
const PROJECT_ID = '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|c[0-9a-z]{24}|[a-z][0-9a-z]{23,31})$'

export const ExplainQuery = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1, description: '1 adds the parts of each score' }),
)

export const RankedQuery = Type.Object({
  keywordId: Type.String({ pattern: PROJECT_ID, description: 'UUID or CUID' }),
  ...PageQuery,
  sentimen: SentimentQuery,
  sosmedId: SourcesQuery,
  explain: ExplainQuery,
})

// R10, the contract's second list of mentions: stories by score.
export function addRankedRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Mentions')
  app.get(
    '/api/mentions/r10',
    {
      ...user({
        id: 'listRanked',
        summary: 'What to read first: stories ranked, near-duplicates folded',
        description: 'Each item is the lead of a story with its score; `explain` adds the parts of the score.',
        querystring: RankedQuery,
        response: { 200: WireRankedStoryPage },
        errors: [403, 406],
      }),
      preValidation: async (request) => {
        if (!acceptsJson(request.headers.accept))
          throw new Refusal('not-acceptable', 'R10 answers application/json only.', ['misused'])
      },
    },
    async (request) => {
      const found = await readRankedPage(pool, ownerOf(request), request.query)
      if (found !== null) return found
      // The contract declares 403 here, so another account's project differs from one that does not exist.
      if (await hasProject(pool, request.query.keywordId))
        throw new Refusal('forbidden', 'This project belongs to another user.', ['foreignProject'])
      return pageOf([], 0, request.query)
    },
  )
}

// Null when the account has no such project.
export async function readRankedPage(
  pool: Pool,
  owner: Owner,
  query: Static<typeof RankedQuery>,
): Promise<WireRankedStoryPage | null> {
  const { keywordId, page, limit, explain } = query
  const found = await listStories(pool, { ownerId: owner, id: keywordId }, readCells(query), { page, limit })
  if (found === null) return null
  const { project, total, stories } = found
  const mentions = stories.map(({ mention, size }) => ({ ...mention, similar: size - 1 }))
  const named = await readStoryEntities(pool, keywordId, mentions)
  const data = stories.map((story, index) => ({
    ...toWireEnriched(story.mention, project),
    story_entities: (named[index] ?? []).map(toWireEntity),
    score: story.score,
    rank: (page - 1) * limit + index + 1,
    similar_count: story.size - 1,
    authors: story.authors,
    authors_exact: story.authorsExact,
    ...(explain === 1 ? { explain: explainScore(story) } : {}),
  }))
  return pageOf(data, total, query)
}

export function explainScore({ mention, engagement, relevance, authors, size }: RankedStory) {
  const { publishedAt, platform } = mention
  return scoreOf({ publishedAt, platform, engagement, relevance, authors, copies: size }).parts
}

// True unless the header leaves JSON out: no header, `*/*`, `application/*` and `application/json` take it, unless with q=0.
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.trim().toLowerCase().split(';')
    const q = parameters
      .map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((value) => value !== undefined)
    return { type: type.trim(), q: q === undefined ? 1 : Number(q) }
  })
  for (const wanted of ['application/json', 'application/*', '*/*']) {
    const range = ranges.find(({ type }) => type === wanted)
    if (range !== undefined) return range.q > 0
  }
  return false
}
