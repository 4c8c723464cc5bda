import { Type } from 'typebox'
import { FEED_ADDRESS_MAX, readFeedAddress } from '../domain/feed-address.ts'
import type { FeedTrial } from '../domain/feed-trial.ts'
import { type Job, TASKS } from '../domain/job.ts'
import type { Platform } from '../domain/platform.ts'
import { notFound } from '../domain/problem.ts'
import { newId } from '../store/ids.ts'
import { addJob, findTaskJob } from '../store/jobs/jobs.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf } from './bearer.ts'
import { JOB_STATUS } from './convert.ts'
import { routesOf } from './route.ts'
import { Source } from './wire/fields.ts'
import { WireFeedTest } from './wire/source.ts'

// Reads an address before it is added. The API writes a job, and a worker reads: nothing here sends a request.
export function addFeedTestRoutes(app: App, { pool }: ApiDeps): void {
  const { admin } = routesOf(pool, 'Administration')

  app.post(
    '/api/admin/feeds/test',
    admin({
      id: 'testFeed',
      summary: 'Read an address once, without adding it',
      description: 'Queues one reading of an address; its result has the same id.',
      body: Type.Object(
        {
          url: Type.String({ minLength: 1, maxLength: FEED_ADDRESS_MAX }),
          platform: Type.Optional(Source),
        },
        { additionalProperties: false },
      ),
      response: { 202: WireFeedTest },
    }),
    async (request, reply) => {
      const read = readFeedAddress(request.body.url, request.body.platform)
      const payload = { ...read, accountId: accountOf(request).id }
      const { job } = await addJob(pool, { task: TASKS.testFeed, key: newId(), payload, requested: true })
      return reply.code(202).send(toWireTest(job))
    },
  )

  app.get(
    '/api/admin/feeds/test',
    admin({
      id: 'getFeedTest',
      summary: 'The result of reading an address',
      description: 'The state of a reading, and the first posts when it is done.',
      querystring: Type.Object({ id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
      response: { 200: WireFeedTest },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.query
      const job = await findTaskJob(pool, TASKS.testFeed, id)
      if (job === null || job.payload.accountId !== accountOf(request).id) throw notFound('test of yours', id)
      return toWireTest(job)
    },
  )
}

function toWireTest({ id, state, payload, progress }: Job): WireFeedTest {
  const trial = (progress.trial ?? null) as FeedTrial | null
  return {
    id,
    url: payload.address as string,
    platform: payload.platform as Platform,
    status: JOB_STATUS[state],
    result: trial === null ? null : toWireResult(trial),
  }
}

function toWireResult({ state, detail, title, entries, newestAt, samples }: FeedTrial) {
  return {
    state,
    detail,
    title,
    entries,
    newest: newestAt,
    samples: samples.map(({ publishedAt, ...sample }) => ({ ...sample, published_at: publishedAt })),
  }
}
