import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { mentionsAt, pageAt } from '../domain/dashboard-link.ts'
import { accountIdOf } from '../domain/owner.ts'
import { notFound, Refusal } from '../domain/problem.ts'
import type { Pool } from '../store/db.ts'
import { readChange } from '../store/mentions/changed.ts'
import { searchMentions } from '../store/mentions/search.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { readTagChange } from '../store/mentions/tags.ts'
import { findProject } from '../store/projects/projects.ts'
import {
  addReaderFeed,
  listReaderFeeds,
  type OpenedFeed,
  openReaderFeed,
  type ReaderFeed,
  removeReaderFeed,
} from '../store/projects/reader-feeds.ts'
import { readAlertFilter, toWireFilter } from './alert-input.ts'
import type { ApiDeps, ApiSettings, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { readFilter } from './filter.ts'
import { READER_FORMATS, type ReaderDocument, type ReaderFormat } from './reader-documents.ts'
import { routesOf } from './route.ts'
import { WireConfirmation } from './wire/fields.ts'
import { NewReaderFeedBody, WireNewReaderFeed, type WireReaderFeed, WireReaderFeeds } from './wire/reader-feed.ts'

const FEEDS_MAX = 50
const ENTRIES_MAX = 50
// Feed readers of one person behind a shared cache must not share a feed; each may keep it for a while.
const CACHE_CONTROL = 'private, max-age=60'

// Mentions or stories for feed readers, which cannot log in: the address is the secret, and can be revoked.
export function addReaderFeedRoutes(app: App, deps: ApiDeps): void {
  addOwnRoutes(app, deps)
  addDocumentRoutes(app, deps)
}

function addOwnRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Export')

  app.post(
    '/api/feeds',
    user({
      id: 'addReaderFeed',
      summary: 'A secret address for feed readers; it is shown once',
      description: 'Atom and JSON Feed of the newest mentions, or the highest ranked stories, that the filter selects.',
      body: NewReaderFeedBody,
      response: { 201: WireNewReaderFeed },
      errors: [404],
    }),
    async (request, reply) => {
      const { keywordId, list } = request.body
      const owner = ownerOf(request)
      const filter = readAlertFilter(request.body.filter, settings.timeZone)
      const project = await findProject(pool, owner, keywordId)
      if (project === null) throw notFound('project', keywordId)
      const added = await pool.begin((tx) =>
        addReaderFeed(tx, { accountId: accountIdOf(owner), projectId: project.id, list, filter }, FEEDS_MAX),
      )
      if (added === null)
        throw new Refusal('invalid', `You can have at most ${FEEDS_MAX} feeds. Revoke one first.`, [
          'tooManyOf',
          FEEDS_MAX,
        ])
      const { feed, secret } = added
      const atom = addressOf(settings, secret, 'atom')
      return reply.code(201).send({ ...toWireFeed(feed), atom, json: addressOf(settings, secret, 'json') })
    },
  )

  app.get(
    '/api/feeds',
    user({
      id: 'listReaderFeeds',
      summary: 'My feeds for feed readers',
      description: 'Those of a project, or all. The addresses are not stored, so they are not in the list.',
      querystring: Type.Object({ keywordId: Type.Optional(Type.String({ minLength: 1 })) }),
      response: { 200: WireReaderFeeds },
      errors: [404],
    }),
    async (request) => {
      const { keywordId } = request.query
      const owner = ownerOf(request)
      if (keywordId !== undefined && (await findProject(pool, owner, keywordId)) === null)
        throw notFound('project', keywordId)
      return { data: (await listReaderFeeds(pool, owner, keywordId ?? null)).map(toWireFeed) }
    },
  )

  app.delete(
    '/api/feeds/:id',
    user({
      id: 'revokeReaderFeed',
      summary: 'Revoke a feed',
      description: 'Its addresses are 404 from now on.',
      params: Type.Object({ id: Type.String() }),
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      if (!(await removeReaderFeed(pool, ownerOf(request), id))) throw notFound('feed', id)
      return { message: 'The feed is revoked.' }
    },
  )
}

function addDocumentRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { open } = routesOf(pool, 'Export')
  for (const [format, id, name] of [
    ['atom', 'readAtomFeed', 'Atom'],
    ['json', 'readJsonFeed', 'JSON Feed'],
  ] as const) {
    app.get(
      `/api/feeds/:secret.${format}`,
      open({
        id,
        summary: `The feed at a secret address, as ${name}`,
        description: `The ${ENTRIES_MAX} newest mentions or highest ranked stories. 304 when the ETag or the date of the request is still right.`,
        class: 'long',
        params: Type.Object({ secret: Type.String({ maxLength: 200 }) }),
        response: {
          200: { description: 'The feed', content: { [READER_FORMATS[format].type]: { schema: Type.String() } } },
          304: Type.Null({ description: 'The feed has not changed.' }),
        },
        errors: [404],
      }),
      async (request, reply) => {
        const { secret } = request.params as { secret: string }
        const feed = await openReaderFeed(pool, secret)
        const document = feed === null ? null : await readDocument(pool, settings, feed, secret, format)
        if (document === null)
          throw new Refusal('not-found', 'There is no feed at this address, or it was revoked.', ['gone'])
        const { type, write } = READER_FORMATS[format]
        reply.header('content-type', `${type}; charset=utf-8`)
        return sendUnlessKnown(request, reply, write(document), document.updated)
      },
    )
  }
}

async function readDocument(
  pool: Pool,
  { publicUrl, timeZone }: ApiSettings,
  feed: OpenedFeed,
  secret: string,
  format: ReaderFormat,
): Promise<ReaderDocument | null> {
  const project = await findProject(pool, feed.accountId, feed.projectId)
  if (project === null) return null
  const filter = readFilter(toWireFilter(feed.filter), timeZone)
  const order = feed.list === 'stories' ? 'ranked' : 'newest'
  const options = { order, cursor: null, limit: ENTRIES_MAX } as const
  const { mentions } = await pool.begin((tx) => searchMentions(tx, project.id, filter, options), SNAPSHOT)
  const changes = [
    await readChange(pool, project.id),
    filter.tag === undefined ? null : await readTagChange(pool, project.id, filter.tag),
  ]
  const times = [feed.createdAt, project.updatedAt, ...changes.filter((at) => at !== null)]
  times.push(...mentions.map(({ updatedAt }) => updatedAt))
  return {
    id: feed.id,
    list: feed.list,
    title: project.name,
    expression: project.keyword,
    language: feed.language,
    updated: new Date(Math.max(...times.map((time) => time.getTime()))),
    self: publicUrl === null ? null : addressOf({ publicUrl }, secret, format),
    home: publicUrl === null ? null : mentionsAt(publicUrl.href, project.id, feed.filter),
    mentions,
  }
}

// The ETag decides where the request has one. A date is compared for equality: it says which version the reader has, and a mention
// that was taken out makes no version with a later date of its entries.
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, body: string, modified: Date): FastifyReply {
  const etag = `"${hash('sha256', body, 'base64url')}"`
  const date = modified.toUTCString()
  reply.headers({ etag, 'last-modified': date, 'cache-control': CACHE_CONTROL, 'x-robots-tag': 'noindex' })
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers
  const known = tags === undefined ? since === date : tags.split(',').some((tag) => isSame(tag.trim(), etag))
  return known ? reply.code(304).removeHeader('content-type').send() : reply.send(body)
}

function isSame(tag: string, etag: string): boolean {
  return tag === '*' || tag.replace(/^W\//, '') === etag
}

function addressOf({ publicUrl }: Pick<ApiSettings, 'publicUrl'>, secret: string, format: ReaderFormat): string {
  return pageAt(publicUrl?.href ?? '', `api/feeds/${secret}.${format}`)
}

function toWireFeed({ id, projectId, list, filter, createdAt, lastReadAt }: ReaderFeed): WireReaderFeed {
  return {
    id,
    keywordId: projectId,
    list,
    filter: toWireFilter(filter),
    created_at: createdAt.toISOString(),
    last_read_at: lastReadAt?.toISOString() ?? null,
  }
}
