import { type Static, Type } from 'typebox'
import type { Owner } from '../domain/owner.ts'
import { notFound } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import type { Pool } from '../store/db.ts'
import { findMention, listMentions } from '../store/mentions/mentions.ts'
import { listSimilar, type RankedStory, readStoriesOf } from '../store/mentions/ranked.ts'
import { searchMentions } from '../store/mentions/search.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireEnriched, toWireMention } from './convert.ts'
import { FilterQuery, readFilter, SentimentQuery } from './filter.ts'
import { CursorQuery, clampPaging, PageQuery, pageOf } from './paging.ts'
import { ExplainQuery, explainScore } from './ranked.ts'
import { routesOf } from './route.ts'
import { Source } from './wire/fields.ts'
import { WireEnrichedMention, type WireListedMention, WireMentionPage, WireMentionSearch } from './wire/mention.ts'

const KeywordId = Type.String({ minLength: 1, maxLength: 500 })
const params = Type.Object({ id: Type.String() })

export const SearchQuery = Type.Object(
  {
    keywordId: KeywordId,
    order: Type.Unsafe<'newest' | 'ranked'>({ type: 'string', enum: ['newest', 'ranked'], default: 'newest' }),
    ...FilterQuery,
    ...CursorQuery,
    explain: ExplainQuery,
  },
  { additionalProperties: false },
)

export function addMentionRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { user } = routesOf(pool, 'Mentions')

  app.get(
    '/api/mentions',
    {
      ...user({
        id: 'listMentions',
        summary: 'Mentions of a project, newest first',
        description: 'In pages, with the total of the filter.',
        querystring: Type.Object({
          keywordId: KeywordId,
          ...PageQuery,
          sentimen: SentimentQuery,
          sosmedId: Type.Optional(Source),
        }),
        response: { 200: WireMentionPage },
      }),
      preValidation: clampPaging,
    },
    async (request) => {
      const { keywordId, page, limit, sentimen, sosmedId } = request.query
      const filter = { sentiment: sentimen, platforms: sosmedId === undefined ? undefined : [sosmedId] }
      const found = await listMentions(pool, { ownerId: ownerOf(request), id: keywordId }, filter, { page, limit })
      if (found === null) return pageOf([], 0, request.query)
      const { project, total, mentions } = found
      const data = mentions.map((mention) => toWireMention(mention, project))
      return pageOf(data, total, request.query)
    },
  )
  addSearchRoutes(app, deps)
  addOneRoutes(app, deps)
}

function addSearchRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Mentions')

  app.get(
    '/api/mentions/search',
    user({
      id: 'searchMentions',
      summary: 'Read on from a cursor, with every filter',
      description: 'The list for long readings: a cursor stays at its place while mentions are added.',
      class: 'long',
      querystring: SearchQuery,
      response: { 200: WireMentionSearch },
      errors: [404],
    }),
    async (request) => {
      const { keywordId } = request.query
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      return readSearchPage(pool, project, request.query, settings.timeZone)
    },
  )

  app.get(
    '/api/mentions/:id/similar',
    user({
      id: 'listSimilarMentions',
      summary: 'The near-duplicates of a mention, itself included, oldest first',
      description: 'All members of the story that the mention belongs to, in pages.',
      class: 'long',
      params,
      querystring: Type.Object(CursorQuery),
      response: { 200: WireMentionSearch },
      errors: [404],
    }),
    async (request) => {
      const { cursor, limit } = request.query
      const owner = ownerOf(request)
      const { mention, project } = await findOwn(pool, owner, request.params.id)
      const after = cursor === undefined ? null : ((await findMention(pool, owner, cursor))?.id ?? null)
      const members = await listSimilar(pool, mention, after, limit)
      const next = members.length === limit ? (members.at(-1)?.id ?? null) : null
      const data = members.map((member) => toWireEnriched(member, project))
      return { data, next, total: mention.similar + 1 }
    },
  )
}

export async function readSearchPage(
  pool: Pool,
  project: Project,
  query: Static<typeof SearchQuery>,
  timeZone: string,
): Promise<WireMentionSearch> {
  const { order, cursor = null, limit, explain } = query
  const filter = readFilter(query, timeZone)
  return pool.begin(async (tx) => {
    const page = await searchMentions(tx, project.id, filter, { order, cursor, limit })
    const stories = explain === 1 ? page.mentions.map(({ storyId }) => storyId) : []
    const explained = await readStoriesOf(tx, project.id, stories)
    const data = page.mentions.map((mention) => ({
      ...toWireEnriched(mention, project),
      ...explainStory(explained.get(mention.storyId)),
    }))
    return { data, next: page.next, total: page.total }
  }, SNAPSHOT)
}

function explainStory(story: RankedStory | undefined): Pick<WireListedMention, 'explain' | 'authors' | 'first'> {
  if (story === undefined) return {}
  const { id, publishedAt, author } = story.mention
  const account = { username: author.username, display_name: author.displayName }
  const first = { id, createdat: publishedAt.toISOString(), targeted_account: account }
  return { explain: explainScore(story), authors: story.authors, first }
}

function addOneRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Mentions')

  app.get(
    '/api/mentions/:id',
    user({
      id: 'getMention',
      summary: 'One mention',
      description: 'The mention with engagement, language, matched terms and corrections.',
      params,
      response: { 200: WireEnrichedMention },
      errors: [404],
    }),
    async (request) => {
      const { mention, project } = await findOwn(pool, ownerOf(request), request.params.id)
      return toWireEnriched(mention, project)
    },
  )
}

async function findOwn(pool: Pool, owner: Owner, id: string) {
  const mention = await findMention(pool, owner, id)
  const project = mention === null ? null : await findProject(pool, owner, mention.projectId)
  if (mention === null || project === null) throw notFound('mention', id)
  return { mention, project }
}
