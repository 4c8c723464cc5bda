import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { storyRules } from '../src/collect/analyse-post.ts'
import { saveProgress } from '../src/store/jobs/jobs.ts'
import { MOVED_COLUMNS } from '../src/store/mentions/hiding.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { type Finding, listSubjects, recount } from '../src/store/recount/recount.ts'
import { raw } from '../src/store/sql.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { assertCounted } from './counted.ts'
import { type PostFields, seedMentions } from './mentions.ts'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')
const HIDDEN_COLUMNS = raw(MOVED_COLUMNS.join(', '))
const RULES = { storyRules }
// More than fit into an hour, a minute and a second without finer counts.
const CROWDED = Array.from({ length: 700 }, (): PostFields => ({ at: '2026-06-01T00:00:00Z' }))

describe('a recount', () => {
  let api: TestApi
  let user: TestUser
  // Damaged and repaired again and again.
  let crowded: string
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000_000 })
    crowded = await aProject(CROWDED)
  })
  after(() => api.close())

  async function aProject(posts: readonly PostFields[] = [{}, { sentiment: 1, platform: 'news' }]): Promise<string> {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, posts)
    return project.id
  }

  // What differs in a project and its account, by name of the check.
  async function find(projectId: string, repair = false): Promise<Record<string, Finding>> {
    const found: Record<string, Finding> = {}
    for (const subject of await listSubjects(api.pool, projectId)) {
      for (const finding of await recount(api.pool, subject, repair ? RULES : null)) found[finding.check] = finding
    }
    return found
  }

  test('finds nothing in a project whose mentions were collected, corrected, hidden, shown and trimmed', async () => {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const { id } = project
    await seedMentions(api.pool, user, project, [...CROWDED, { at: '2020-05-01' }, { at: '2020-05-02' }, {}, {}])
    const { data } = (await user.get(`/api/mentions?keywordId=${id}&limit=4`)).body
    await user.send('PATCH', `/api/mentions/${data[0].id}`, { sentimen: -1 })
    await user.send('PATCH', `/api/mentions/${data[1].id}`, { hidden: true })
    await user.send('PATCH', `/api/mentions/${data[1].id}`, { hidden: false })
    await user.send('PATCH', `/api/mentions/${data[2].id}`, { hidden: true })
    const { data: old } = (await user.get(`/api/mentions?keywordId=${id}&limit=100&page=8`)).body
    await user.send('PATCH', `/api/mentions/${old.at(-1).id}`, { hidden: true })
    const signal = new AbortController().signal
    await trimMentions(api.pool, { days: 1_000, storyRules, signal, stepsMax: 100 })
    await user.send('PATCH', '/api/project/listen-status', { id, islisten: 1 })
    const [row] = await api.pool`select expired_mentions from project where id = ${id}`
    assert.equal(row?.expired_mentions, 2, 'one that was shown, one that was hidden')
    assert.deepEqual(await find(id), {})
  })

  const DAMAGE: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
    ...[0, 2_764_800, 86_400, 3_600, 60, 1, -51_200].map(
      (span) =>
        [
          'mention counts',
          (id: string) =>
            api.pool`
              update mention_count set counts[2] = counts[2] + 1, total = total + 1
               where project_id = ${id} and list = 0 and span = ${span}
                 and start = (select min(start) from mention_count where project_id = ${id} and list = 0 and span = ${span})`,
        ] as const,
    ),
    [
      'mention counts',
      (id) => api.pool`update mention_count set total = total - 1 where project_id = ${id} and list = 0 and span = 0`,
    ],
    [
      'mention counts',
      (id) => api.pool`delete from mention_count where project_id = ${id} and list = 0 and span = 3600`,
    ],
    ['mention counts', (id) => api.pool`delete from mention_count where project_id = ${id} and list = 0 and span = 1`],
    [
      'mention counts',
      (id) => api.pool`update mention_count set split = false where project_id = ${id} and list = 0 and span = 86400`,
    ],
    [
      'mention counts',
      (id) => api.pool`
        insert into mention_count (project_id, list, span, start, total, counts) values (${id}, 0, 3600, 0, 1, '{1}')`,
    ],
    [
      'story counts',
      (id) =>
        api.pool`update mention_count set counts[1] = counts[1] + 1, total = total + 1 where project_id = ${id} and list = 1 and span = 0`,
    ],
    ['charged', (id) => api.pool`update project set charged = charged + 1 where id = ${id}`],
    ['quota', () => api.pool`update quota set remaining = remaining + 3 where account_id = ${user.id}`],
    [
      'hidden mentions',
      (id) => api.pool`
        insert into hidden_mention (${HIDDEN_COLUMNS}, hidden_by) select ${HIDDEN_COLUMNS}, ${user.id}::uuid from mention
         where project_id = ${id} limit 1`,
    ],
    ['listening', (id) => api.pool`update project_listening set state = 'no_quota' where project_id = ${id}`],
    ['listening', (id) => api.pool`delete from project_listening where project_id = ${id}`],
    [
      'listening',
      (id) =>
        api.pool`update project_listening set until = since + interval '1 second' where project_id = ${id} and until is null`,
    ],
  ]

  for (const [number, [check, damage]] of DAMAGE.entries()) {
    test(`finds and repairs damaged numbers (${number + 1}: ${check})`, async () => {
      const id = crowded
      await damage(id)
      const found = await find(id)
      assert.ok(found[check] !== undefined, JSON.stringify(found))
      assert.equal(found[check].repaired, false)
      assert.deepEqual(await find(id), found, 'looking changes nothing')
      const repaired = await find(id, true)
      assert.ok(Object.values(repaired).every((finding) => finding.repaired))
      assert.deepEqual(await find(id), {})
      await assertCounted(api.pool, id)
    })
  }

  test('reports what it cannot repair: the ledger, and runs that disagree with it', async () => {
    const id = await aProject()
    await api.pool`insert into quota_entry (account_id, project_id, amount) values (${user.id}, ${id}, -1)`
    await api.pool`update project set charged = charged + 1 where id = ${id}`
    await api.pool`update quota set remaining = remaining - 1 where account_id = ${user.id}`
    const [job] = await api.pool`
      insert into job (id, task, key, account_id, project_id, state, worker, finished_at)
      values (gen_random_uuid(), 'collect', ${id}, ${user.id}, ${id}, 'running', 'uji', null) returning id`
    await saveProgress(api.pool, job?.id, 'uji', { twitter: { charged: 5 } })
    const found = await find(id, true)
    assert.deepEqual(Object.keys(found), ['charges', 'runs'])
    assert.deepEqual(found.charges, {
      check: 'charges',
      differences: [{ what: 'mentions charged', stored: 3, counted: 2 }],
      repaired: false,
    })
    assert.deepEqual(found.runs?.differences, [{ what: `charged by run ${job?.id}`, stored: 5, counted: 0 }])
  })

  test('finds nothing while mentions are added, corrected and hidden', async () => {
    const project = await addTestProject(user)
    const other = await addTestProject(user)
    let busy = true
    const ingest = async (target: { id: string }) => {
      for (let batch = 0; batch < 12; batch++)
        await seedMentions(
          api.pool,
          user,
          target,
          Array.from({ length: 60 }, () => ({ at: '2026-06-01T00:00:00Z' })),
        )
    }
    const change = async () => {
      while (busy) {
        const { data } = (await user.get(`/api/mentions?keywordId=${project.id}&limit=5`)).body
        for (const [n, { id }] of data.entries()) {
          await user.send('PATCH', `/api/mentions/${id}`, n % 2 === 0 ? { sentimen: 1 } : { hidden: true })
        }
      }
    }
    const count = async () => {
      let times = 0
      for (; busy; times++) assert.deepEqual(await find(project.id, times % 2 === 1), {})
      return times
    }
    const changing = change()
    const counting = count()
    await Promise.all([ingest(project), ingest(other)]).finally(() => {
      busy = false
    })
    await changing
    assert.ok((await counting) >= 2)
    assert.deepEqual(await find(project.id), {})
  })

  describe('on the command line', () => {
    const pantau = (...args: string[]) =>
      promisify(execFile)(process.execPath, [MAIN, 'recount', ...args], {
        env: { ...process.env, DATABASE_URL: api.url, PANTAU_LOG_LEVEL: 'warn' },
      }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
      )

    test('ends with 1 when something differed, repaired or not, and with 0 afterwards', async () => {
      const id = await aProject()
      const clean = await pantau('--project', id)
      assert.deepEqual([clean.code, clean.stdout], [0, '1 projects and 1 accounts counted: no differences.\n'])
      await api.pool`update mention_count set total = 7 where project_id = ${id} and list = 0 and span = 0`
      const found = await pantau('--project', id)
      assert.equal(found.code, 1)
      assert.match(found.stdout, new RegExp(`^project\t${id}\tmention counts\tall, total\t7\t2\tnot repaired$`, 'm'))
      const repaired = await pantau('--project', id, '--repair')
      assert.equal(repaired.code, 1)
      assert.match(repaired.stdout, /\trepaired$/m)
      assert.equal((await pantau('--project', id)).code, 0)
      const unknown = await pantau('--project', 'tidak-ada')
      assert.equal(unknown.code, 1)
      assert.match(unknown.stderr, /No project has the id "tidak-ada"/)
    })
  })
})
