import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ExpectedCache } from '../../src/evaluate/expected-cache.ts'
import { evaluateProject } from '../../src/evaluate/live.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { addTestChannel } from './fixture.ts'

describe('the API of rules', () => {
  let api: TestApi
  let user: TestUser
  let projectId: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    projectId = (await addTestProject(user)).id
  })
  after(() => api.close())

  const how = { timeZone: 'Asia/Jakarta', requestSeconds: 900 }
  const body = (fields: object) => ({
    keywordId: projectId,
    name: 'Rule',
    rule: { kind: 'volume', count: 5, minutes: 60 },
    channels: [],
    ...fields,
  })

  test('a rule is added, listed, changed and removed', async () => {
    const channel = await addTestChannel(api, user)
    const quiet = { from: '22:00', to: '06:00', timeZone: 'Asia/Jakarta', exceptAbove: 5 }
    const named = { relevance: 'subject', entity: 'place:jakarta' }
    const filter = { sentimen: -1, sosmedId: 'twitter,news', ...named, q: 'pompa' }
    const added = await user.send('POST', '/api/alerts', body({ channels: [channel], quiet, filter }))
    assert.equal(added.status, 201)
    assert.deepEqual(added.body.filter, filter)
    assert.deepEqual(added.body.quiet, quiet)
    const listed = await user.get(`/api/alerts?keywordId=${projectId}`)
    assert.deepEqual(listed.body.data, [added.body])
    const changed = await user.send('PATCH', `/api/alerts/${added.body.id}`, {
      enabled: false,
      quiet: null,
      channels: [],
    })
    assert.deepEqual(changed.body, { ...added.body, enabled: false, quiet: null, channels: [] })
    assert.equal((await user.send('DELETE', `/api/alerts/${added.body.id}`)).status, 200)
    assert.equal((await user.send('DELETE', `/api/alerts/${added.body.id}`)).status, 404)
  })

  test('bad input is refused with the field and the rule', async () => {
    const foreign = await addTestChannel(api, await api.user())
    const foreignProject = (await addTestProject(await api.user())).id
    const cases: [object, number, RegExp][] = [
      [{ channels: [foreign] }, 400, /channels: no channel/],
      [{ keywordId: '00000000-0000-7000-8000-000000000000' }, 404, /keywordId: no project/],
      [{ rule: { kind: 'volume', count: 0, minutes: 60 } }, 400, /rule\.count must be >= 1/],
      [{ rule: { kind: 'negative', share: 2, minutes: 60, min: 5 } }, 400, /rule\.share must be <= 0\.99/],
      [{ rule: { kind: 'spike', sensitivity: 'huge' } }, 400, /rule\.sensitivity must be one of: low/],
      [{ rule: { kind: 'flood' } }, 400, /kind/],
      [{ name: ' ' }, 400, /name/],
      [{ rule: { kind: 'story', minutes: 60 } }, 400, /authors or copies/],
      [{ rule: { kind: 'quota' } }, 400, /below or days/],
      [{ quiet: { from: '22:00', to: '06:00', timeZone: 'Mars/Olympus' } }, 400, /quiet\.timeZone/],
      [{ filter: { sosmedId: 'myspace' } }, 400, /sosmedId/],
      [{ filter: { q: '"open' } }, 400, /q /],
      [{ cooldownMinutes: -1 }, 400, /cooldownMinutes/],
      [{ cooldownMinutes: 10_081 }, 400, /cooldownMinutes/],
      [{ name: '' }, 400, /name/],
      [{ name: 'n'.repeat(101) }, 400, /name/],
      [{ enabled: 'ya' }, 400, /enabled/],
      [{ channels: ['bukan id'] }, 400, /channels: no channel/],
      [{ channels: Array.from({ length: 21 }, () => foreign) }, 400, /channels/],
      [{ keywordId: foreignProject }, 404, /keywordId: no project/],
      [{ rule: { kind: 'spike', sensitivity: 'low', min: 0 } }, 400, /rule\.min must be >= 1/],
      [{ rule: { kind: 'spike' } }, 400, /^rule\.sensitivity is required in the rule of kind "spike"/],
      [{ rule: { kind: 'volume', count: 1, minutes: 1_441 } }, 400, /rule\.minutes must be <= 1440/],
      [
        { rule: { kind: 'volume', count: 1, minutes: 60, share: 1 } },
        400,
        /^rule\.share is not a field of the rule of kind "volume"/,
      ],
      [{ rule: { kind: 'negative', share: 0, minutes: 60, min: 5 } }, 400, /rule\.share must be >= 0\.01/],
      [{ rule: { kind: 'negative', share: 0.5, minutes: 60, min: 0 } }, 400, /rule\.min must be >= 1/],
      [{ rule: { kind: 'story', authors: 1, minutes: 60 } }, 400, /rule\.authors must be >= 2/],
      [{ rule: { kind: 'story', copies: 2, minutes: 10_081 } }, 400, /rule\.minutes must be <= 10080/],
      [{ rule: { kind: 'mention', everyMinutes: 0 } }, 400, /rule\.everyMinutes must be >= 1/],
      [{ rule: { kind: 'silence', hours: 169 } }, 400, /rule\.hours must be <= 168/],
      [{ rule: { kind: 'silence', hours: 5, source: 'myspace' } }, 400, /rule\.source/],
      [{ rule: { kind: 'quota', below: 0 } }, 400, /rule\.below must be >= 1/],
      [{ rule: { kind: 'quota', days: 366 } }, 400, /rule\.days must be <= 365/],
      [{ quiet: { from: '25:00', to: '06:00', timeZone: 'UTC' } }, 400, /quiet\/?\.?from/],
      [{ quiet: { from: '06:00', to: '06:00', timeZone: 'UTC' } }, 400, /quiet\.from and quiet\.to must differ/],
      [{ quiet: { from: '22:00', to: '06:00', timeZone: 'UTC', exceptAbove: 0 } }, 400, /exceptAbove/],
      [{ filter: { sentimen: 2 } }, 400, /sentimen/],
      [{ filter: { language: 'x' } }, 400, /language/],
      [{ filter: { relevance: 'maybe' } }, 400, /relevance/],
      [{ filter: { entity: 'jakarta' } }, 400, /entity must begin with/],
      [{ filter: { author: '' } }, 400, /author/],
      [{ filter: { from: '2026-01-01' } }, 400, /from is not a field/],
    ]
    for (const [fields, status, message] of cases) {
      const refused = await user.send('POST', '/api/alerts', body(fields))
      assert.equal(refused.status, status, JSON.stringify(fields))
      assert.match(refused.body.message, message)
    }
    const other = await api.user()
    assert.equal((await other.send('POST', '/api/alerts/backtest', body({}))).status, 400)
    const { name: _, channels: __, ...test } = body({})
    assert.equal((await other.send('POST', '/api/alerts/backtest', test)).status, 404)
    const future = { ...test, from: '2999-01-01', to: '2999-01-02' }
    const refused = await user.send('POST', '/api/alerts/backtest', future)
    assert.deepEqual([refused.status, refused.body.message], [400, 'from must be in the past.'])
  })

  test('rules and incidents of others are treated like those that do not exist', async () => {
    const { body: own } = await user.send('POST', '/api/alerts', body({ rule: { kind: 'quota', below: 1_000_000 } }))
    await evaluateProject({ pool: api.pool, how, publicUrl: '', cache: new ExpectedCache() }, projectId, new Date())
    const [incident] = (await user.get('/api/incidents')).body.data
    const other = await api.user()
    const responses = [
      await other.send('PATCH', `/api/alerts/${own.id}`, { enabled: false }),
      await other.send('DELETE', `/api/alerts/${own.id}`),
      await other.get(`/api/incidents/${incident.id}`),
      await other.send('PATCH', `/api/incidents/${incident.id}`, { acknowledged: true }),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [404, 404, 404, 404],
    )
    assert.deepEqual((await other.get(`/api/alerts?keywordId=${projectId}`)).body.data, [])
    assert.deepEqual((await other.get(`/api/incidents?keywordId=${projectId}`)).body.data, [])
    assert.deepEqual((await user.get(`/api/incidents/${incident.id}`)).body, incident)
    await user.send('DELETE', `/api/alerts/${own.id}`)
    assert.equal((await user.get(`/api/incidents/${incident.id}`)).status, 404)
  })

  test('a change of an incident leaves what it does not name, and is refused with the field and the rule', async () => {
    const { id: keywordId } = await addTestProject(user)
    await user.send('POST', '/api/alerts', body({ keywordId, rule: { kind: 'quota', below: 1_000_000 } }))
    await evaluateProject({ pool: api.pool, how, publicUrl: '', cache: new ExpectedCache() }, keywordId, new Date())
    const [incident] = (await user.get(`/api/incidents?keywordId=${keywordId}`)).body.data
    const change = (fields: object) => user.send('PATCH', `/api/incidents/${incident.id}`, fields)
    const snoozedUntil = new Date(Date.now() + 3_600_000).toISOString()
    const snoozed = (await change({ snoozedUntil })).body
    assert.deepEqual(snoozed, { ...incident, snoozed_until: snoozedUntil })
    const seen = (await change({ acknowledged: true })).body
    assert.deepEqual({ ...seen, acknowledged_at: null }, snoozed)
    assert.deepEqual((await change({ acknowledged: true })).body, seen)
    assert.deepEqual((await change({ snoozedUntil: null })).body, { ...seen, snoozed_until: null })
    const cases: [object, RegExp][] = [
      [{}, /./],
      [{ acknowledged: 'ya' }, /acknowledged/],
      [{ snoozedUntil: 'besok' }, /snoozedUntil/],
      [{ snoozedUntil: '2020-01-01T00:00:00Z' }, /snoozedUntil must be in the next 90 days/],
      [{ snoozedUntil: '2999-01-01T00:00:00Z' }, /snoozedUntil must be in the next 90 days/],
      [{ state: 'closed' }, /state/],
    ]
    for (const [fields, message] of cases) {
      const refused = await change(fields)
      assert.equal(refused.status, 400, JSON.stringify(fields))
      assert.match(refused.body.message, message)
    }
    assert.deepEqual((await change({ acknowledged: false })).body, incident)
  })

  test('a project has at most 50 rules', async () => {
    const { id } = await addTestProject(user)
    for (let count = 0; count < 50; count++)
      assert.equal((await user.send('POST', '/api/alerts', body({ keywordId: id }))).status, 201)
    const refused = await user.send('POST', '/api/alerts', body({ keywordId: id }))
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /keywordId: a project has at most 50 rules/)
  })

  test('two changes of different fields at the same time both remain', async () => {
    for (let round = 1; round <= 10; round++) {
      const { body: added } = await user.send('POST', '/api/alerts', body({}))
      const change = (fields: object) => user.send('PATCH', `/api/alerts/${added.id}`, fields)
      await Promise.all([change({ name: 'Other' }), change({ cooldownMinutes: round }), change({ enabled: false })])
      const { data } = (await user.get(`/api/alerts?keywordId=${projectId}`)).body
      const [stored] = data.filter(({ id }: { id: string }) => id === added.id)
      assert.deepEqual(stored, { ...added, name: 'Other', cooldownMinutes: round, enabled: false })
      await user.send('DELETE', `/api/alerts/${added.id}`)
    }
  })

  test('rules and incidents of a removed project are not found, also before its rows are deleted', async () => {
    const { id } = await addTestProject(user)
    const { body: rule } = await user.send(
      'POST',
      '/api/alerts',
      body({ keywordId: id, rule: { kind: 'quota', below: 1_000_000 } }),
    )
    await evaluateProject({ pool: api.pool, how, publicUrl: '', cache: new ExpectedCache() }, id, new Date())
    const [incident] = (await user.get(`/api/incidents?keywordId=${id}`)).body.data
    assert.equal(incident.name, 'Rule')
    await user.send('DELETE', `/api/project?id=${id}`)
    assert.deepEqual((await user.get(`/api/incidents?keywordId=${id}`)).body.data, [])
    const responses = [
      await user.get(`/api/incidents/${incident.id}`),
      await user.send('PATCH', `/api/incidents/${incident.id}`, { acknowledged: true }),
      await user.send('PATCH', `/api/alerts/${rule.id}`, { enabled: false }),
      await user.send('DELETE', `/api/alerts/${rule.id}`),
    ]
    assert.deepEqual(
      responses.map(({ status }) => status),
      [404, 404, 404, 404],
    )
  })
})
