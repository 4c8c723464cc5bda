import { Type } from 'typebox'
import { FEED_STATES, type Feed } from '../domain/feed.ts'
import { FEED_ADDRESS_MAX, readFeedAddress } from '../domain/feed-address.ts'
import { notFound } from '../domain/problem.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addFeed, listFeeds, readFeedTotals, removeFeed, retryFeeds } from '../store/collecting/feeds.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { toWireSources } from './convert.ts'
import { clampPaging, PageQuery, pageOf } from './paging.ts'
import { routesOf } from './route.ts'
import { Source, WireConfirmation, words } from './wire/fields.ts'
import { WireFeed, WireFeeds, WireRetriedFeeds, WireSources } from './wire/source.ts'

const FeedBody = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: FEED_ADDRESS_MAX,
      description: 'An address, or a YouTube channel: its address, its handle (@name) or its id (UC…)',
    }),
    platform: Type.Optional(Source),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    enabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export function addAdminFeedRoutes(app: App, deps: ApiDeps): void {
  const { pool } = deps
  const { admin } = routesOf(pool, 'Administration')

  app.get(
    '/api/admin/feeds',
    {
      ...admin({
        id: 'listFeeds',
        summary: 'List feeds with their health',
        description: 'Every feed with its last reading, its errors and what it brought, in pages.',
        querystring: Type.Object({
          ...PageQuery,
          state: Type.Optional(words(FEED_STATES)),
          platform: Type.Optional(Source),
        }),
        response: { 200: WireFeeds },
      }),
      preValidation: clampPaging,
    },
    async ({ query }) => {
      const { total, feeds } = await listFeeds(pool, query.page, query.limit, query)
      return { ...pageOf(feeds.map(toWireFeed), total, query), totals: await readFeedTotals(pool) }
    },
  )

  app.post(
    '/api/admin/feeds',
    admin({
      id: 'saveFeed',
      summary: 'Add a feed, or change one',
      description: 'A feed is identified by its address: an address that exists already is changed.',
      body: FeedBody,
      response: { 201: WireFeed },
    }),
    async (request, reply) => {
      const { name, enabled } = request.body
      const read = readFeedAddress(request.body.url, request.body.platform)
      const feed = await pool.begin(async (tx) => {
        const added = await addFeed(tx, { source: 'news', ...read, name, enabled })
        const { id: accountId } = accountOf(request)
        await addAudit(tx, { accountId, action: 'feed.add', subject: added.id, detail: { ...read } })
        return added
      })
      return reply.code(201).send(toWireFeed(feed))
    },
  )

  addRepairRoutes(app, deps)
}

// What is done about feeds that cannot be read, and about sources that need settings.
function addRepairRoutes(app: App, { pool, sources }: ApiDeps): void {
  const { admin } = routesOf(pool, 'Administration')

  app.post(
    '/api/admin/feeds/retry',
    admin({
      id: 'retryFeeds',
      summary: 'Read all feeds with problems again now',
      description: 'Makes every feed that is on and empty, stale, blocked, broken or gone due at once.',
      response: { 200: WireRetriedFeeds },
    }),
    async (request) => {
      const feeds = await pool.begin(async (tx) => {
        const retried = await retryFeeds(tx)
        await addAudit(tx, {
          accountId: accountOf(request).id,
          action: 'feed.retry',
          subject: 'problems',
          detail: { feeds: retried },
        })
        return retried
      })
      return { feeds }
    },
  )

  app.delete(
    '/api/admin/feeds',
    admin({
      id: 'removeFeed',
      summary: 'Remove a feed; a shipped one is switched off',
      description: 'Its posts in the archive and the mentions made of them stay.',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }) }),
      response: { 200: WireConfirmation },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const outcome = await pool.begin(async (tx) => {
        const removed = await removeFeed(tx, id)
        if (removed !== null)
          await addAudit(tx, { accountId: accountOf(request).id, action: 'feed.remove', subject: id })
        return removed
      })
      if (outcome === null) throw notFound('feed', id)
      return { message: `The feed is ${outcome}.` }
    },
  )

  app.get(
    '/api/admin/sources',
    admin({
      id: 'listAdminSources',
      summary: 'Sources and what they still need',
      description: 'Whether each source is ready to collect, and which settings it still needs.',
      response: { 200: WireSources },
    }),
    async () => toWireSources(await sources(pool)),
  )
}

function toWireFeed(feed: Feed) {
  return {
    id: feed.id,
    url: feed.address,
    platform: feed.platform,
    name: feed.name,
    enabled: feed.enabled,
    shipped: feed.shipped,
    family: feed.family,
    region: feed.region,
    state: feed.state,
    detail: feed.detail,
    last_polled_at: feed.lastPolledAt?.toISOString() ?? null,
    last_post_at: feed.lastPostAt?.toISOString() ?? null,
    posts: feed.posts,
    alternatives: [...feed.alternatives],
    read_url: feed.readAddress,
    learnt: feed.learnt,
    certainty: feed.certainty,
  }
}
