import { Type } from 'typebox'
import { scoreOf } from '../analyse/score.ts'
import { Problem } from '../domain/problem.ts'
import { addAudit } from '../store/audit.ts'
import { addEvent } from '../store/events.ts'
import { correctSentiment, findMention, listMentions } from '../store/mentions.ts'
import { findProject } from '../store/projects.ts'
import { listSimilar, listStories, type RankedStory } from '../store/r10.ts'
import { searchMentions } from '../store/search.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate, isOwn } from './bearer.ts'
import { toWireEnriched, toWireMention } from './convert.ts'
import { FilterQuery, readCells, readOpenRange, readTextFilter, SentimentQuery, SourcesQuery } from './filter.ts'
import { LIMIT_MAX, mendPaging, PageQuery, pageOf } from './paging.ts'
import type { ApiParts, App } from './server.ts'
import { Source, WireEnrichedMention, WireMentionPage, WireRankedPage, WireSearch } from './wire.ts'

const tags = ['Mentions']
const security = [{ bearer: [] }]
const KeywordId = Type.String({ minLength: 1, maxLength: 500 })

export function addMentions(app: App, parts: ApiParts): void {
  const { pool } = parts
  app.get(
    '/api/mentions',
    {
      onRequest: authenticate(pool),
      preValidation: mendPaging,
      schema: {
        tags,
        security,
        summary: 'Mentions of a project, newest first',
        querystring: Type.Object({
          keywordId: KeywordId,
          ...PageQuery,
          sentimen: SentimentQuery,
          sosmedId: Type.Optional(Source),
        }),
        response: answers({ 200: WireMentionPage }, 400, 401),
      },
    },
    async (request) => {
      const { keywordId, page, limit, sentimen, sosmedId } = request.query
      const filter = { sentiment: sentimen, platforms: sosmedId === undefined ? undefined : [sosmedId] }
      const found = await listMentions(pool, keywordId, filter, page, limit)
      if (found === null || !isOwn(request, found.project)) return pageOf([], 0, request.query)
      const { project, total, mentions } = found
      return pageOf(
        mentions.map((mention) => toWireMention(mention, project)),
        total,
        request.query,
      )
    },
  )
  addR10(app, parts)
  addSearch(app, parts)
  addOne(app, parts)
}

// UUID, or CUID (c and 24 more, or a CUID2 of the same letters).
const PROJECT_ID = '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|c[0-9a-z]{24}|[a-z][0-9a-z]{23,31})$'

function addR10(app: App, { pool }: ApiParts): void {
  app.get(
    '/api/mentions/r10',
    {
      onRequest: authenticate(pool),
      preValidation: async (request) => {
        if (!acceptsJson(request.headers.accept))
          throw new Problem('not-acceptable', 'R10 answers application/json only.')
      },
      schema: {
        tags,
        security,
        summary: 'What to read first: stories ranked, near-duplicates folded',
        querystring: Type.Object({
          keywordId: Type.String({ pattern: PROJECT_ID, description: 'UUID or CUID' }),
          ...PageQuery,
          sentimen: SentimentQuery,
          sosmedId: SourcesQuery,
          explain: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 1, description: '1 adds the parts of each score' }),
          ),
        }),
        response: answers({ 200: WireRankedPage }, 400, 401, 403, 406),
      },
    },
    async (request) => {
      const { keywordId, page, limit, explain } = request.query
      const filter = readCells(request.query)
      const found = await listStories(pool, keywordId, filter, page, limit)
      if (found === null) return pageOf([], 0, request.query)
      const { project, total, stories } = found
      if (!isOwn(request, project)) throw new Problem('forbidden', 'This project belongs to somebody else.')
      const data = stories.map((story, index) => ({
        ...toWireEnriched(story.mention, project),
        score: story.score,
        rank: (page - 1) * limit + index + 1,
        similar_count: story.size - 1,
        ...(explain === 1 ? { explain: partsOf(story) } : {}),
      }))
      return pageOf(data, total, request.query)
    },
  )
}

function partsOf({ mention, engagement, relevance, authors, size }: RankedStory) {
  const { publishedAt, platform } = mention
  return scoreOf({ publishedAt, platform, engagement, relevance, authors, copies: size }).parts
}

function addSearch(app: App, { pool, settings }: ApiParts): void {
  const Reading = {
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: 50 }),
  }
  app.get(
    '/api/mentions/search',
    {
      onRequest: authenticate(pool),
      schema: {
        tags,
        security,
        summary: 'Read on from where one was, with every filter',
        querystring: Type.Object({
          keywordId: KeywordId,
          order: Type.Unsafe<'newest' | 'ranked'>({ type: 'string', enum: ['newest', 'ranked'], default: 'newest' }),
          ...FilterQuery,
          ...Reading,
        }),
        response: answers({ 200: WireSearch }, 400, 401, 404),
      },
    },
    async (request) => {
      const { keywordId, order, cursor, limit } = request.query
      const project = await findProject(pool, accountOf(request).id, keywordId)
      if (project === null) throw new Problem('not-found', `No project has the id "${keywordId}".`)
      const filter = {
        ...readCells(request.query),
        ...readTextFilter(request.query),
        ...readOpenRange(request.query, settings.timeZone),
      }
      const page = await searchMentions(pool, project.id, filter, { order, cursor: cursor ?? null, limit })
      return {
        data: page.mentions.map((mention) => toWireEnriched(mention, project)),
        next: page.next,
        scanned: page.scanned,
        reached: page.reached?.toISOString() ?? null,
      }
    },
  )

  app.get(
    '/api/mentions/:id/similar',
    {
      onRequest: authenticate(pool),
      schema: {
        tags,
        security,
        summary: 'The near-duplicates of a mention, itself included, oldest first',
        params: Type.Object({ id: Type.String() }),
        querystring: Type.Object(Reading),
        response: answers({ 200: WireSearch }, 400, 401, 404),
      },
    },
    async (request) => {
      const { id } = request.params
      const { cursor, limit } = request.query
      const account = accountOf(request)
      const mention = await findMention(pool, account.id, id)
      const project = mention === null ? null : await findProject(pool, account.id, mention.projectId)
      if (mention === null || project === null) throw new Problem('not-found', `No mention has the id "${id}".`)
      const after = cursor === undefined ? null : ((await findMention(pool, account.id, cursor))?.id ?? null)
      const members = await listSimilar(pool, mention, after, limit)
      const next = members.length === limit ? (members.at(-1)?.id ?? null) : null
      return {
        data: members.map((member) => toWireEnriched(member, project)),
        next,
        scanned: members.length,
        reached: null,
      }
    },
  )
}

function addOne(app: App, { pool }: ApiParts): void {
  app.get(
    '/api/mentions/:id',
    {
      onRequest: authenticate(pool),
      schema: {
        tags,
        security,
        summary: 'One mention',
        params: Type.Object({ id: Type.String() }),
        response: answers({ 200: WireEnrichedMention }, 400, 401, 404),
      },
    },
    async (request) => {
      const { id } = request.params
      const account = accountOf(request)
      const mention = await findMention(pool, account.id, id)
      const project = mention === null ? null : await findProject(pool, account.id, mention.projectId)
      if (mention === null || project === null) throw new Problem('not-found', `No mention has the id "${id}".`)
      return toWireEnriched(mention, project)
    },
  )

  app.patch(
    '/api/mentions/:id',
    {
      onRequest: authenticate(pool),
      schema: {
        tags,
        security,
        summary: 'Set the sentiment by hand',
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ sentimen: Type.Unsafe<-1 | 0 | 1>({ type: 'integer', enum: [-1, 0, 1] }) }),
        response: answers({ 200: WireEnrichedMention }, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const { id } = request.params
      const account = accountOf(request)
      const found = await findMention(pool, account.id, id)
      const project = found === null ? null : await findProject(pool, account.id, found.projectId)
      const corrected =
        found === null || project === null
          ? null
          : await pool.begin(async (tx) => {
              const correction = { projectId: project.id, id, sentiment: request.body.sentimen, by: account.id }
              const mention = await correctSentiment(tx, correction)
              const detail = { from: found.sentiment, to: request.body.sentimen }
              await addAudit(tx, { accountId: account.id, action: 'mention.sentiment', subject: id, detail })
              await addEvent(tx, account.id, 'project', { projectId: project.id, change: 'updated' })
              return mention
            })
      if (corrected === null || project === null) throw new Problem('not-found', `No mention has the id "${id}".`)
      return toWireEnriched(corrected, project)
    },
  )
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
