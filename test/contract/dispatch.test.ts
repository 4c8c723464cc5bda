import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf, startOfDay } from '../../src/domain/day.ts'
import type { Platform } from '../../src/domain/platform.ts'
import type { Lookback } from '../../src/domain/source.ts'
import { startWorkers } from '../../src/jobs/worker.ts'
import { saveProgress } from '../../src/store/jobs/jobs.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'

describe('dispatch', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const dispatch = (id: unknown, by = user) =>
    by.send('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: id })

  test('a dispatch queues a run and lists its sources, and a second dispatch returns the same run', async () => {
    const { id } = await addTestProject(user, { type: 'manual' })
    const { status, body } = await dispatch(id)
    assert.equal(status, 200)
    assert.equal(body.success, true)
    assert.equal(body.result.status, 'queued')
    assert.equal(body.result.kuota, 10_000)
    assert.deepEqual(
      body.result.sources.map(({ source }: { source: string }) => source),
      ['twitter', 'facebook', 'youtube', 'tiktok', 'instagram', 'news'],
    )
    assert.equal(body.result.sources[0].status, 'not_configured')
    assert.equal(body.result.sources[5].status, 'queued')
    const again = await dispatch(id)
    assert.equal(again.body.result.status, 'running')
    assert.equal(again.body.result.job_id, body.result.job_id)
  })

  test('a worker runs it, its progress is visible, and it finishes', async () => {
    const { id } = await addTestProject(user, { type: 'manual' })
    const { job_id } = (await dispatch(id)).body.result
    const status = async () => (await user.get(`/api/ai-service/jobs/${job_id}`)).body
    assert.equal((await status()).status, 'queued')
    const progress = { news: { asked: 1, received: 3, matched: 2, new: 2, charged: 2, notice: null, error: null } }
    const workers = startWorkers({
      pool: api.pool,
      concurrency: 1,
      tasks: {
        collect: async (job, { worker }) => {
          await api.pool.begin((tx) => saveProgress(tx, job.id, worker, progress))
          return 'done'
        },
      },
    })
    let job = await status()
    for (let tries = 0; tries < 100 && job.status !== 'done'; tries++) {
      await sleep(50)
      job = await status()
    }
    await workers.stop()
    assert.equal(job.status, 'done')
    assert.deepEqual(job.progress, progress)
    assert.ok(job.started_at <= job.finished_at)
    assert.equal((await user.get(`/api/ai-service/jobs?keywordId=${id}`)).body.data[0].job_id, job_id)
  })

  test('a project that cannot be collected is refused with a reason', async () => {
    const today = new Date()
    const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
    const poor = await api.user({ quota: 0 })
    for (const [by, fields, reason] of [
      [user, { startDate: day(3) }, 'project_not_started'],
      [user, { startDate: '2025-01-01', endDate: day(-3) }, 'project_ended'],
      [poor, {}, 'quota_exhausted'],
    ] as const) {
      const { id } = await addTestProject(by, fields)
      const { status, body } = await dispatch(id, by)
      assert.equal(status, 200)
      assert.equal(body.success, false)
      assert.equal(body.result.status, 'refused')
      assert.equal(body.result.reason, reason)
      assert.equal(body.result.job_id, undefined)
    }
  })

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const past = { startDate: dayOf(ago(200), 'Asia/Jakarta'), endDate: dayOf(ago(30), 'Asia/Jakarta') }
  const source = (name: string, platform: Platform, lookback: Lookback) => {
    return { name, platform, lookback, ready: true, needs: [] }
  }

  test('a dispatch of an ended project looks back, and says how far each source can', async () => {
    const sources = [
      source('twitter', 'twitter', { days: 7 }),
      source('youtube', 'youtube', 'any'),
      source('facebook', 'facebook', 'archive'),
      source('feeds', 'news', 'archive'),
      source('gdelt', 'news', { days: 90 }),
    ]
    const wide = await startApi({ sources: async () => sources })
    const owner = await wide.user()
    const { id } = await addTestProject(owner, past)
    const { body } = await dispatch(id, owner)
    assert.equal(body.success, true)
    assert.equal(body.result.status, 'queued')
    assert.equal(body.result.lookback, true)
    const states = new Map<string, { status: string; since?: string | null }>(
      body.result.sources.map((one: { source: string }) => [one.source, one]),
    )
    assert.deepEqual(states.get('twitter'), { source: 'twitter', status: 'out_of_reach', since: null })
    assert.deepEqual(states.get('facebook'), { source: 'facebook', status: 'out_of_reach', since: null })
    assert.deepEqual(states.get('tiktok'), { source: 'tiktok', status: 'not_configured' })
    assert.equal(states.get('youtube')?.since, startOfDay(past.startDate, 'Asia/Jakarta').toISOString())
    assert.equal(states.get('news')?.since?.slice(0, 10), ago(90).toISOString().slice(0, 10), 'as far as GDELT')
    await wide.close()
  })

  test('a dispatch does not look back further than mentions are kept', async () => {
    const sources = async () => [source('youtube', 'youtube', 'any')]
    const short = await startApi({ sources }, { mentionDays: 60 })
    const owner = await short.user()
    const { body } = await dispatch((await addTestProject(owner, past)).id, owner)
    const { since } = body.result.sources.find((one: { source: string }) => one.source === 'youtube')
    assert.equal(since.slice(0, 10), ago(60).toISOString().slice(0, 10))
    await short.close()
    const shorter = await startApi({ sources }, { mentionDays: 20 })
    const other = await shorter.user()
    const refused = (await dispatch((await addTestProject(other, past)).id, other)).body
    assert.equal(refused.result.reason, 'project_ended', 'nothing inside its dates would be kept')
    await shorter.close()
  })

  test('without any source a dispatch is refused', async () => {
    const bare = await startApi({ sources: async () => [] })
    const owner = await bare.user()
    const { id } = await addTestProject(owner)
    assert.equal((await dispatch(id, owner)).body.result.reason, 'no_source')
    await bare.close()
  })

  test('an unknown project or a missing id is 400', async () => {
    for (const id of [randomUUID(), 'x', '', 5, undefined]) assert.equal((await dispatch(id)).status, 400, String(id))
  })

  test('deleting a project removes its waiting run', async () => {
    const { id } = await addTestProject(user)
    const { job_id } = (await dispatch(id)).body.result
    await user.send('DELETE', `/api/project?id=${id}`)
    assert.equal((await user.get(`/api/ai-service/jobs/${job_id}`)).status, 404)
  })
})
