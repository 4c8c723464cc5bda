import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { SCOPES } from '../../src/domain/api-key.ts'
import { ExpectedCache } from '../../src/evaluate/expected-cache.ts'
import { evaluateProject } from '../../src/evaluate/live.ts'
import {
  addTestKey,
  addTestProject,
  startApi,
  type TestApi,
  type TestClient,
  type TestResponse,
  type TestUser,
} from '../api.ts'
import { type Document, type Operation, operationsOf, type Parameter } from '../hostile/document.ts'
import { seedMentions } from '../mentions.ts'
import { addTestSession } from '../sessions.ts'
import { addTestChannels } from '../test-channels.ts'
import { ALERT, bodyOf, type Id, idsOf, KINDS, type Kind, NOTE, needs, REPORT, sampleOf } from './owned-ids.ts'

// Who owns what is tried with every operation of the OpenAPI document that takes an id, so that a new one cannot be forgotten.

interface Owned extends Readonly<Record<Kind, string>> {
  readonly owner: TestUser
}

// What belongs to the account as a whole: a key that is limited to projects cannot reach it.
const OF_ACCOUNT: readonly Kind[] = ['session', 'key', 'channel', 'delivery']
const SESSION_ONLY = [
  '/api/auth/session',
  '/api/auth/sessions',
  '/api/auth/sessions/{id}',
  '/api/auth/me',
  '/api/auth/logout-all',
  '/api/session',
  '/api/keys',
  '/api/keys/{id}',
]
const LISTS_OF_ACCOUNT = [
  '/api/auth/session',
  '/api/auth/sessions',
  '/api/brief',
  '/api/brief/preview',
  '/api/channels',
  '/api/keys',
  '/api/user-quota/history',
]

const UNKNOWN = '01890000-0000-7000-8000-000000000000'
const LINE =
  '{"source":"twitter","id":"1","text":"banjir jakarta","url":"https://x.com/a/status/1","published_at":"2026-06-01T00:00:00Z"}\n'
const BRIEF = { days: ['mon'], time: '07:00', timeZone: 'UTC', projects: 'all', channels: [], language: 'id' }
// The contract declares 403 for it, and an empty list for a project that does not exist.
const REFUSED_OPENLY = ['/api/mentions/r10']
// They need what these tests do not have.
const NOT_SET_UP = ['/api/reports/{id}/pdf']

describe('ownership', () => {
  let api: TestApi
  let operations: Operation[]
  let all: ScopedOperation[]
  before(async () => {
    api = await startApi()
    const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
    all = Object.entries((body as ScopedDocument).paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
    )
    // Admin operations are for every account, the event stream does not end, and the links of an e-mail,
    // of a feed reader and of a shared report need no account.
    operations = operationsOf(body as Document).filter(
      ({ path }) =>
        !/^\/api\/(admin\/|confirm\/|unsubscribe\/|feeds\/\{secret\}|shared\/)/.test(path) && path !== '/api/events',
    )
  })
  after(() => api.close())

  async function addOwned(owner: TestUser): Promise<Owned> {
    const project = await addTestProject(owner, { type: 'manual' })
    const copy = { text: 'banjir jakarta' }
    await seedMentions(api.pool, owner, project, [copy, copy, ...Array.from({ length: 40 }, () => ({}))])
    await owner.send('POST', `/api/project/generate-summary/${project.id}`)
    const { body } = await owner.send('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: project.id })
    await addTestSession(api.pool, owner.id, randomBytes(32).toString('base64url'))
    const [session] = await api.pool`
      select id from session where account_id = ${owner.id} order by created_at desc, id desc limit 1`
    const { body: audit } = await owner.send('POST', '/api/audits', { keywordId: project.id, size: 30 })
    await owner.send('PUT', `/api/audits/${audit.id}/labels`, { mentionId: audit.cards[0].id, sentimen: 0 })
    const channel = await addTestChannels(api, owner)
    const { body: alert } = await owner.send('POST', '/api/alerts', { keywordId: project.id, ...ALERT })
    const how = { timeZone: 'Asia/Jakarta', requestSeconds: 3_600 }
    await evaluateProject({ pool: api.pool, how, publicUrl: '', cache: new ExpectedCache() }, project.id, new Date())
    const { body: incidents } = await owner.get(`/api/incidents?keywordId=${project.id}`)
    const { body: feed } = await owner.send('POST', '/api/feeds', { keywordId: project.id, list: 'mentions' })
    const keywordId = project.id
    const { body: bulk } = await owner.send('POST', '/api/mentions/bulk', {
      keywordId,
      ids: [audit.cards[0].id],
      change: { tag: 'krisis' },
    })
    const { body: view } = await owner.send('POST', '/api/views', { keywordId, name: 'Semua' })
    const { body: note } = await owner.send('POST', '/api/notes', { keywordId, ...NOTE })
    const { body: report } = await owner.send('POST', '/api/reports', { keywordId: project.id, ...REPORT })
    const { body: link } = await owner.send('POST', `/api/reports/${report.id}/links`, {})
    return {
      owner,
      project: project.id,
      // One that was drawn.
      mention: audit.cards[0].id,
      job: body.result.job_id,
      session: session?.id,
      key: (await addTestKey(api, owner)).id,
      audit: audit.id,
      channel: channel.id,
      delivery: channel.delivery,
      alert: alert.id,
      incident: incidents.data[0].id,
      feed: feed.id,
      bulk: bulk.id,
      view: view.id,
      note: note.id,
      report: report.id,
      link: link.id,
    }
  }

  // Everything that belongs to a user, as one text.
  async function stateOf(owned: Owned): Promise<string> {
    const [row] = await api.pool`
      select (select jsonb_agg(p order by p.id) from project p where p.owner_id = ${owned.owner.id}) as projects,
             (select jsonb_agg(m order by m.id) from mention m where m.project_id = ${owned.project}) as mentions,
             (select jsonb_agg(s order by s.id) from story s where s.project_id = ${owned.project}) as stories,
             (select jsonb_agg(s) from summary s where s.project_id = ${owned.project}) as summaries,
             (select jsonb_agg(j order by j.id) from job j where j.project_id = ${owned.project}) as jobs,
             (select jsonb_agg(a order by a.id) from alert a where a.account_id = ${owned.owner.id}) as alerts,
             (select jsonb_agg(i order by i.id) from incident i where i.account_id = ${owned.owner.id}) as incidents,
             (select jsonb_agg(c order by c.id) from channel c where c.account_id = ${owned.owner.id}) as channels,
             (select jsonb_agg(d order by d.id) from delivery d where d.channel_id = ${owned.channel}) as deliveries,
             (select jsonb_agg(m order by m.id) from message m where m.account_id = ${owned.owner.id}) as messages,
             (select jsonb_agg(f order by f.id) from reader_feed f where f.account_id = ${owned.owner.id}) as feeds,
             (select jsonb_agg(t order by t.id) from mention_tag t where t.project_id = ${owned.project}) as tags,
             (select jsonb_agg(b) from bulk_change b where b.project_id = ${owned.project}) as bulks,
             (select jsonb_agg(v order by v.id) from saved_view v where v.project_id = ${owned.project}) as views,
             (select jsonb_agg(n order by n.id) from day_note n where n.project_id = ${owned.project}) as notes,
             (select jsonb_agg(r order by r.id) from report r where r.account_id = ${owned.owner.id}) as reports,
             (select jsonb_agg(l order by l.id) from report_link l where l.report_id = ${owned.report}) as links,
             (select jsonb_agg(e order by e.id) from event e where e.account_id = ${owned.owner.id}) as events,
             (select jsonb_agg(k.id order by k.id) from api_key k where k.account_id = ${owned.owner.id}) as keys,
             (select remaining from quota where account_id = ${owned.owner.id}) as quota`
    return JSON.stringify(row)
  }

  test('every parameter and field that is named like an id is known to be one or not', () => {
    const found = operations.flatMap((operation) => idsOf(operation).map((id) => `${operation.path} ${id.name}`))
    assert.ok(found.length >= 16, `only ${found.length} ids in the document`)
    assert.ok(found.includes('/api/mentions/{id} id'))
    assert.ok(found.includes('/api/project/listen-status id'))
  })

  test('every operation with an id treats what others own like what does not exist, and changes none of it', async () => {
    const owner = await api.user()
    const stranger = await api.user()
    await addOwned(stranger)
    const admin = await api.user({ roles: ['user', 'admin'] })
    // A program of the owner, for another of the owner's projects.
    const elsewhere = await addTestKey(api, owner, { projects: [(await addTestProject(owner)).id] })
    let reusable: Owned | null = null
    // Those that only read come first: one fixture is enough for all of them.
    const ordered = operations.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))
    for (const operation of ordered) {
      for (const id of idsOf(operation)) {
        const owned: Owned = reusable ?? (await addOwned(owner))
        // What the owner changes below is not used again.
        reusable = operation.method === 'GET' ? owned : null
        const name = `${operation.method} ${operation.path} with the ${id.kind} of another user`
        const before = await stateOf(owned)
        for (const by of [stranger, admin, elsewhere]) {
          const theirs = await call(by, operation, id, owned[id.kind], owned)
          const none = await call(by, operation, id, UNKNOWN, owned)
          if (REFUSED_OPENLY.includes(operation.path)) assert.equal(theirs.status, 403, name)
          else {
            assert.equal(theirs.status, none.status, name)
            assert.equal(textOf(theirs).replaceAll(owned[id.kind], UNKNOWN), textOf(none), name)
          }
          assertHides(
            theirs,
            owned,
            idsOf(operation).map(({ kind }) => kind),
            name,
          )
        }
        assert.equal(await stateOf(owned), before, `${name} changed something`)
        // The same request is in order when the owner makes it, or a program for this project, so it was refused for nothing else.
        const program = OF_ACCOUNT.includes(id.kind)
          ? owner
          : await addTestKey(api, owner, { projects: [owned.project] })
        const own = await call(program, operation, id, owned[id.kind], owned)
        if (NOT_SET_UP.includes(operation.path)) assert.equal(own.status, 501, name)
        else assert.ok(own.status < 300, `${name}: the owner got ${own.status} ${textOf(own).slice(0, 200)}`)
        // An account has so many keys at most.
        const used = [...(program === owner ? [] : [program.id]), ...(reusable === null ? [owned.key] : [])]
        await api.pool`delete from api_key where id = any(${used}::uuid[])`
      }
    }
  })

  test('a cursor that is the mention of another user is like one that does not exist', async () => {
    const [owned, stranger] = [await addOwned(await api.user()), await api.user()]
    const project = await addTestProject(stranger)
    const older = { text: 'banjir jakarta', at: '2026-05-01T00:00:00Z' }
    await seedMentions(api.pool, stranger, project, [older, older])
    const [own] = (await stranger.get(`/api/mentions?keywordId=${project.id}`)).body.data
    const similar = (cursor: string) => stranger.get(`/api/mentions/${own.id}/similar?cursor=${cursor}`)
    assert.equal((await similar(UNKNOWN)).body.data.length, 2)
    // As a position it would be after both.
    assert.ok(owned.mention > own.id)
    assert.deepEqual((await similar(owned.mention)).body, (await similar(UNKNOWN)).body)
  })

  test('no operation without an id responds with anything that others own', async () => {
    const owned = await addOwned(await api.user())
    const stranger = await api.user()
    await addOwned(stranger)
    await stranger.send('PUT', '/api/brief', BRIEF)
    for (const operation of operations.filter((one) => idsOf(one).length === 0 && one.method === 'GET')) {
      const response = await send(stranger, operation, {})
      assert.ok(response.status < 300, `${operation.path}: ${response.status}`)
      assertHides(response, owned, [], operation.path)
    }
  })

  test('no operation without an id responds to a key of another project with anything of this one', async () => {
    const owner = await api.user()
    const owned = await addOwned(owner)
    const elsewhere = await addTestKey(api, owner, { projects: [(await addTestProject(owner)).id] })
    await owner.send('PUT', '/api/brief', BRIEF)
    const refused: string[] = []
    for (const operation of operations.filter((one) => idsOf(one).length === 0 && one.method === 'GET')) {
      const response = await send(elsewhere, operation, {})
      if (response.status === 403) refused.push(operation.path)
      else assert.equal(response.status, 200, operation.path)
      for (const kind of KINDS)
        assert.ok(!textOf(response).includes(owned[kind]), `${operation.path} reveals a ${kind}`)
    }
    assert.deepEqual(refused.sort(), LISTS_OF_ACCOUNT)
  })

  test('every operation needs exactly its scope of a key, and what manages access takes no key', async () => {
    const admin = await api.user({ roles: ['user', 'admin'] })
    for (const scope of SCOPES) {
      const key = await addTestKey(api, admin, { scopes: [scope] })
      for (const operation of all.filter(({ path, security }) => security.length > 0 && path !== '/api/events')) {
        const url = operation.path.replaceAll(/\{\w+\}/g, UNKNOWN)
        const headers = { authorization: `Bearer ${key.token}` }
        const { status, body } = await api.request({ method: operation.method as 'GET', url, headers })
        const name = `${operation.method} ${operation.path} with the scope ${scope}: ${status}`
        if (operation['x-scope'] === scope) assert.ok(![401, 403, 429, 500].includes(status), name)
        else assert.equal(status, 403, name)
        if (operation['x-scope'] === undefined) assert.ok(SESSION_ONLY.includes(operation.path), name)
        else if (status === 403) assert.match(body.message, new RegExp(`the scope "${operation['x-scope']}"`), name)
        const takesKey = operation.security.some((one) => one.key !== undefined)
        assert.equal(takesKey, operation['x-scope'] !== undefined, name)
      }
    }
    const scopeOf = (id: string) => all.find(({ operationId }) => operationId === id)?.['x-scope']
    for (const id of ['dispatchProject', 'importPosts', 'setListening']) assert.equal(scopeOf(id), 'collect', id)
    for (const { path, ...operation } of all.filter(({ path }) => path.startsWith('/api/admin/')))
      assert.equal(operation['x-scope'], 'admin', path)
  })

  // A response may repeat the ids of the request, and nothing else that belongs to the owner.
  function assertHides(response: TestResponse, owned: Owned, given: readonly Kind[], name: string): void {
    for (const kind of KINDS)
      if (!given.includes(kind)) assert.ok(!textOf(response).includes(owned[kind]), `${name} reveals a ${kind}`)
    assert.ok(!textOf(response).includes(owned.owner.username), `${name} reveals the owner`)
  }

  // The other ids of the operation are the owner's.
  function call(by: TestClient, operation: Operation, id: Id, value: string, owned: Owned): Promise<TestResponse> {
    const others = Object.fromEntries(idsOf(operation).map(({ name, kind }) => [name, owned[kind]]))
    return send(by, operation, { ...others, [id.name]: value })
  }

  function send(by: TestClient, operation: Operation, given: Record<string, string>): Promise<TestResponse> {
    const { method, path, parameters } = operation
    const textFor = ({ name, schema }: Parameter) => encodeURIComponent(String(given[name] ?? sampleOf(schema, name)))
    const filled = parameters
      .filter((one) => one.in === 'path')
      .reduce((url, one) => url.replace(`{${one.name}}`, textFor(one)), path)
    const query = parameters.filter(
      (one) => one.in === 'query' && (one.required || given[one.name] !== undefined || needs(path, one.name)),
    )
    const isImport = path.startsWith('/api/import')
    const payload = isImport ? LINE : bodyOf(operation, given)
    return api.request({
      method: method as 'GET',
      url: `${filled}?${query.map((one) => `${one.name}=${textFor(one)}`).join('&')}`,
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(isImport ? { 'content-type': 'application/x-ndjson' } : {}),
      },
      ...(payload === undefined ? {} : { payload }),
    })
  }
})

interface ScopedOperation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-scope'?: string
}
interface ScopedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<ScopedOperation, 'method' | 'path'>>>>>
}

function textOf({ body }: TestResponse): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}
