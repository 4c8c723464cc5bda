import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ExpectedCache } from '../../src/evaluate/expected-cache.ts'
import { evaluateProject } from '../../src/evaluate/live.ts'
import { VERSION } from '../../src/version.ts'
import { addTestKey, addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { dereference } from '../hostile/document.ts'
import { seedMentions } from '../mentions.ts'
import { addTestSession } from '../sessions.ts'
import { addTestChannels } from '../test-channels.ts'
import { BRIEF, deskRequests, POSTS, RATE_LIMIT, REPORT } from './openapi-samples.ts'
import { ExampleRecorder } from './record-examples.ts'

type Content = Record<string, { schema: object; example?: unknown }>
interface Operation {
  readonly operationId: string
  readonly 'x-scope'?: string
  readonly parameters?: { name: string; required: boolean; schema: { default?: unknown } }[]
  readonly requestBody?: { content: Content }
  readonly responses: Record<string, { headers?: Record<string, { required?: boolean }>; content?: Content }>
}
interface Document {
  readonly openapi: string
  readonly info: { version: string }
  readonly components: { securitySchemes: object; responses: Record<string, { content: Content }> }
  readonly paths: Record<string, Record<string, Operation>>
}

describe('the OpenAPI document', () => {
  let api: TestApi
  let admin: TestUser
  let document: Document
  const called = new Set<string>()
  const recorder = new ExampleRecorder()
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  before(async () => {
    api = await startApi()
    admin = await api.user({ roles: ['user', 'admin'] })
    document = dereference((await api.request({ method: 'GET', url: '/openapi.json' })).body as Document)
  })
  after(() => api.close())

  const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))

  // Checks the status and body of a response against what the document declares for the operation.
  function validate(
    method: string,
    path: string,
    response: { status: number; body: unknown; headers: Readonly<Record<string, unknown>> },
    sent?: unknown,
  ) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    assert.ok(operation, `${method} ${path} is in the document`)
    const declared = operation.responses[String(response.status)]
    assert.ok(declared, `${method} ${path} declares ${response.status}: ${JSON.stringify(response.body).slice(0, 200)}`)
    for (const [name, { required = false }] of Object.entries(declared.headers ?? {})) {
      assert.ok(!required || name.toLowerCase() in response.headers, `${method} ${path} ${response.status} has ${name}`)
    }
    const type = String(response.headers['content-type']).split(';')[0] as string
    const content = Object.entries(declared.content ?? {}).find(([name]) => name.split(';')[0] === type)
    assert.ok(content, `${method} ${path} ${response.status} declares ${type}`)
    if (response.status < 300 || type !== 'application/json') {
      const { status, body } = response
      recorder.record(operation.operationId, { request: sent, status, type: content[0], body })
    }
    if (type !== 'application/json') return
    const check = ajv.compile(content[1].schema)
    assert.ok(check(response.body), `${method} ${path} ${response.status}: ${ajv.errorsText(check.errors)}`)
  }

  test('a parameter with a default is optional, and page and limit have one', () => {
    const parameters = operations().flatMap((operation) => operation.parameters ?? [])
    for (const { name, required, schema } of parameters) {
      if (schema.default !== undefined) assert.equal(required, false, name)
      if (['page', 'limit'].includes(name)) assert.notEqual(schema.default, undefined, name)
    }
    assert.ok(parameters.filter(({ name }) => name === 'limit').length >= 8)
  })

  test('is OpenAPI 3.1, operations have names of their own, and the version is that of the package', () => {
    assert.equal(document.openapi, '3.1.0')
    const names = operations().map(({ operationId }) => operationId)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
    assert.equal(document.info.version, VERSION)
  })

  test('the token, the cookie and the key are declared, and what an import reads', () => {
    assert.deepEqual(Object.keys(document.components.securitySchemes).sort(), ['bearer', 'cookie', 'key'])
    const { content = {} } = document.paths['/api/import']?.post?.requestBody ?? {}
    assert.ok('text/csv' in content && 'application/x-ndjson' in content)
  })

  test('llms.txt names only operations and parameters that the document has', async () => {
    const { status, body, headers } = await api.request({ method: 'GET', url: '/llms.txt' })
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    const named = [...String(body).matchAll(/(GET|POST) (\/api\/[\w/-]+)(\?\S+)?/g)]
    assert.ok(named.length > 5)
    for (const [, method = '', path = '', query = ''] of named) {
      const operation = document.paths[path]?.[method.toLowerCase()]
      assert.ok(operation, `${method} ${path}`)
      const known = operation.parameters?.map(({ name }) => name) ?? []
      for (const [, name = ''] of query.matchAll(/[?&](\w+)=/g)) assert.ok(known.includes(name), `${path} ${name}`)
    }
    for (const [, path = ''] of String(body).matchAll(/\]\((\/[^)]*)\)/g)) {
      // The reference is a page of the dashboard, which is not built here.
      if (path === '/docs') continue
      assert.ok((await api.request({ method: 'GET', url: path })).status < 400, path)
    }
    // No contact is configured here.
    assert.equal((await api.request({ method: 'GET', url: '/.well-known/security.txt' })).status, 404)
  })

  test('failures are declared with their headers and with an example that is valid', () => {
    for (const { 'x-scope': scope, operationId, responses } of operations()) {
      const headersOf = (status: number) => Object.keys(responses[status]?.headers ?? {})
      assert.deepEqual(headersOf(503), ['Reason', 'Retry-After'])
      if (responses[401] !== undefined) assert.deepEqual(headersOf(401), ['Reason', 'WWW-Authenticate'])
      if (responses[429] !== undefined) assert.deepEqual(headersOf(429), ['Reason', 'Retry-After', ...RATE_LIMIT])
      const success = Number(Object.keys(responses).find((status) => status.startsWith('2')))
      const counted = headersOf(success).filter((name) => RATE_LIMIT.includes(name))
      assert.deepEqual(counted, scope === undefined ? [] : RATE_LIMIT, operationId)
    }
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      const { schema, example } = content['application/json'] as Content[string]
      assert.ok(ajv.validate(schema, example), `${name}: ${ajv.errorsText()}`)
    }
  })

  test('every request and response has an example, and each is valid', () => {
    for (const { operationId, requestBody, responses } of operations()) {
      const media = [requestBody, ...Object.values(responses)].flatMap((one) => Object.entries(one?.content ?? {}))
      for (const [type, { schema, example }] of media) {
        // The bytes of a file that is no text cannot be shown.
        if (/spreadsheetml|parquet|octet-stream|pdf/.test(type)) continue
        assert.notEqual(example, undefined, `${operationId} has an example of ${type}`)
        assert.ok(ajv.validate(schema, example), `${operationId} ${type}: ${ajv.errorsText()}`)
      }
    }
    // Programs that search code for secrets would find them, and people could not distinguish them from real ones.
    assert.doesNotMatch(JSON.stringify(document), /pantau_([0-9A-Za-z]{46}|feed_(?!contoh)[\w-]{43})/)
  })

  test('every operation responds as declared, to valid and invalid requests', async () => {
    const project = await addTestProject(admin)
    const rule = { kind: 'quota', below: 1_000_000 }
    const added = await admin.send('POST', '/api/alerts', {
      keywordId: project.id,
      name: 'Kuota menipis',
      rule,
      channels: [],
    })
    const alert: string = added.body.id
    const how = { timeZone: 'Asia/Jakarta', requestSeconds: 3_600 }
    await evaluateProject({ pool: api.pool, how, publicUrl: '', cache: new ExpectedCache() }, project.id, new Date())
    const incident: string = (await admin.get('/api/incidents')).body.data[0].id
    await seedMentions(api.pool, admin, project, POSTS)
    const mention = (await admin.get(`/api/mentions?keywordId=${project.id}`)).body.data[0].id
    const other = await api.user()
    const feed = (await admin.send('POST', '/api/admin/feeds', { url: 'https://kabar.example.com/rss' })).body.id
    const trial = (await admin.send('POST', '/api/admin/feeds/test', { url: 'https://warta.example.com/rss' })).body.id
    const job = (await admin.send('POST', '/api/ai-service/scrap-project-keywords', { keyword_id: project.id })).body
      .result.job_id
    const token = { admin: admin.token, leaving: 'leaving'.repeat(6) }
    await addTestSession(api.pool, admin.id, 'ended'.repeat(8))
    const listed = (await admin.get('/api/auth/sessions')).body.data as { id: string; current: boolean }[]
    const session = listed.find(({ current }) => !current)?.id
    await addTestSession(api.pool, other.id, token.leaving)
    await seedMentions(
      api.pool,
      admin,
      project,
      Array.from({ length: 40 }, (_, n) => ({ text: `Laporan banjir Jakarta kata${n} lain${n} beda${n} baru${n}` })),
    )
    const audit = (await admin.send('POST', '/api/audits', { keywordId: project.id, size: 30 })).body
    const card = audit.cards[0].id
    const channel = await addTestChannels(api, admin)
    const key = await addTestKey(api, admin)
    const { body: reader } = await admin.send('POST', '/api/feeds', { keywordId: project.id, list: 'mentions' })
    const desk = await deskRequests(admin, project.id, card)
    const reported = { keywordId: project.id, ...REPORT }
    const { body: report } = await admin.send('POST', '/api/reports', reported)
    const links = `/api/reports/${report.id}/links`
    const { body: shared } = await admin.send('POST', links, {})
    const tokenOf = ({ url }: { url: string }) => url.slice(url.lastIndexOf('/'))
    const fileOf = (address: string) => address.slice(address.lastIndexOf('/'))
    const valid: [string, string, string, unknown?][] = [
      ['POST', '/api/auth/login', '', { username: other.username, password: other.password }],
      ['POST', '/api/session', '', { username: other.username, password: other.password }],
      ['GET', '/api/auth/session', ''],
      ['GET', '/api/auth/me', ''],
      ['GET', '/api/auth/sessions', ''],
      ['DELETE', '/api/auth/sessions/{id}', `/${session}`],
      ['PATCH', '/api/auth/me', '', { password: { old: admin.password, new: 'kata sandi yang baru' } }],
      ['POST', '/api/auth/logout', '', { token: other.token }],
      ['POST', '/api/keys', '', { name: 'Buku catatan', scopes: ['read'], projects: [project.id] }],
      ['GET', '/api/keys', ''],
      ['DELETE', '/api/keys/{id}', `/${key.id}`],
      ['GET', '/api/project', ''],
      [
        'POST',
        '/api/project',
        '',
        {
          group: 'Harga Beras',
          keyword: 'harga beras or beras mahal',
          categoryId: 'umum',
          startDate: '2026-01-01',
          type: 'manual',
        },
      ],
      ['PATCH', '/api/project', `?id=${project.id}`, { keyword: 'banjir and jakarta' }],
      ['POST', '/api/project/preview', '', { keyword: 'banjir OR rob' }],
      ['GET', '/api/project/edits', `?id=${project.id}`],
      ['GET', '/api/project/unmatched', `?id=${project.id}`],
      ['POST', '/api/project/unmatched', '', { id: project.id, action: 'hide' }],
      ['GET', '/api/project/content-count', `?id=${project.id}`],
      ['PATCH', '/api/project/listen-status', '', { id: project.id, islisten: 1 }],
      [
        'POST',
        '/api/project/check',
        '',
        { keyword: 'banjir and jakarta or rob', text: 'Banjir merendam Jakarta Utara' },
      ],
      ['GET', '/api/project/overview', ''],
      ['GET', '/api/project/sources', ''],
      ['GET', '/api/project/figures', `?id=${project.id}&from=2026-01-01&to=2026-12-31`],
      ['GET', '/api/project/insights', `?id=${project.id}&from=2026-01-01&to=2026-12-31`],
      [
        'GET',
        '/api/compare',
        `?id=${project.id}&from=2026-01-01&to=2026-12-31&filters=${encodeURIComponent('[{"sentimen":-1},{"sentimen":0}]')}`,
      ],
      ['GET', '/api/project/coverage', `?id=${project.id}`],
      ['POST', '/api/project/generate-summary/{keywordID}', `/${project.id}`],
      ['GET', '/api/project/summary/{keywordID}', `/${project.id}`],
      ['PUT', '/api/brief', '', BRIEF],
      ['GET', '/api/brief', ''],
      ['GET', '/api/brief/preview', ''],
      ['GET', '/api/project/since', `?id=${project.id}`],
      ['POST', '/api/project/seen', '', { id: project.id }],
      ['POST', '/api/audits', '', { keywordId: project.id, size: 30 }],
      ['GET', '/api/audits', `?keywordId=${project.id}`],
      ['GET', '/api/audits/{id}', `/${audit.id}`],
      ['PUT', '/api/audits/{id}/labels', `/${audit.id}/labels`, { mentionId: card, sentimen: 1 }],
      ['DELETE', '/api/audits/{id}/labels/{mentionId}', `/${audit.id}/labels/${card}`],
      ['POST', '/api/audits/{id}/extend', `/${audit.id}/extend`, { size: 40 }],
      ...desk,
      ['GET', '/api/audits/change', `?keywordId=${project.id}&periods=2026-01-01..2026-01-31,2026-02-01..2026-02-28`],
      ['GET', '/api/mentions', `?keywordId=${project.id}`],
      ['GET', '/api/mentions/r10', `?keywordId=${project.id}&explain=1`],
      ['GET', '/api/mentions/search', `?keywordId=${project.id}&explain=1`],
      ['GET', '/api/campaigns', `?keywordId=${project.id}&from=2026-05-25&to=2026-06-05`],
      ['GET', '/api/campaigns/{id}', `/${mention}`],
      ['GET', '/api/mentions/{id}/similar', `/${mention}/similar`],
      ['GET', '/api/mentions/{id}', `/${mention}`],
      ['PATCH', '/api/mentions/{id}', `/${mention}`, { sentimen: 0 }],
      ['GET', '/api/mentions/changes', `?keywordId=${project.id}&since=0`],
      ['GET', '/api/mentions/hidden', `?keywordId=${project.id}`],
      ['POST', '/api/ai-service/scrap-project-keywords', '', { keyword_id: project.id }],
      ['GET', '/api/ai-service/jobs/{job_id}', `/${job}`],
      ['GET', '/api/ai-service/jobs', `?keywordId=${project.id}`],
      ['GET', '/api/project/moments', `?id=${project.id}&from=2026-05-25&to=2026-06-05`],
      ['POST', '/api/alerts', '', { keywordId: project.id, name: 'Kuota menipis', rule, channels: [] }],
      ['GET', '/api/alerts', ''],
      ['PATCH', '/api/alerts/{id}', `/${alert}`, { enabled: false }],
      ['POST', '/api/alerts/backtest', '', { keywordId: project.id, rule }],
      ['GET', '/api/incidents', ''],
      ['GET', '/api/incidents/{id}', `/${incident}`],
      ['PATCH', '/api/incidents/{id}', `/${incident}`, { acknowledged: true }],
      ['DELETE', '/api/alerts/{id}', `/${alert}`],
      ['GET', '/api/user-quota', ''],
      ['GET', '/api/user-quota/history', ''],
      ['GET', '/api/export', `?keywordId=${project.id}&format=csv`],
      ['POST', '/api/feeds', '', { keywordId: project.id, list: 'stories', filter: { sentimen: -1 } }],
      ['GET', '/api/feeds', `?keywordId=${project.id}`],
      ['GET', '/api/feeds/{secret}.atom', fileOf(reader.atom)],
      ['GET', '/api/feeds/{secret}.json', fileOf(reader.json)],
      ['DELETE', '/api/feeds/{id}', `/${reader.id}`],
      ['POST', '/api/reports/preview', '', reported],
      ['POST', '/api/reports', '', reported],
      ['GET', '/api/reports', `?keywordId=${project.id}`],
      ['GET', '/api/reports/{id}', `/${report.id}`],
      ['PATCH', '/api/reports/{id}', `/${report.id}`, { title: 'Banjir pekan ini' }],
      ['POST', '/api/reports/{id}/links', `/${report.id}/links`, { password: 'kata sandi tautan' }],
      ['GET', '/api/reports/{id}/links', `/${report.id}/links`],
      ['GET', '/api/shared/{token}', tokenOf(shared)],
      ['POST', '/api/shared/{token}', tokenOf(shared), { password: 'kata sandi tautan' }],
      ['DELETE', '/api/reports/{id}/links/{link}', `/${report.id}/links/${shared.id}`],
      ['DELETE', '/api/reports/{id}', `/${report.id}`],
      ['GET', '/api/export', `?keywordId=${project.id}&format=jsonl`],
      ['POST', '/api/import/preview', `?keywordId=${project.id}`],
      ['POST', '/api/import', `?keywordId=${project.id}`],
      ['GET', '/api/admin/users', ''],
      [
        'POST',
        '/api/admin/users',
        '',
        { username: 'budi', password: 'kata sandi yang panjang', name: 'Budi Santoso', email: 'budi@example.com' },
      ],
      ['PATCH', '/api/admin/users/{userId}', `/${other.id}`, { name: 'Dewi Lestari' }],
      ['PUT', '/api/admin/users/{userId}/quota', `/${other.id}/quota`, { kuota: 5_000 }],
      ['GET', '/api/admin/feeds', ''],
      ['POST', '/api/admin/feeds', '', { url: 'https://berita.example.com/rss' }],
      ['POST', '/api/admin/feeds/retry', ''],
      ['DELETE', '/api/admin/feeds', `?id=${feed}`],
      ['POST', '/api/admin/feeds/test', '', { url: 'https://warta.example.com/rss' }],
      ['GET', '/api/admin/feeds/test', `?id=${trial}`],
      ['GET', '/api/admin/sources', ''],
      ['GET', '/api/admin/incidents/settings', ''],
      ['PUT', '/api/admin/incidents/settings', '', { channels: [channel.id] }],
      ['GET', '/api/channels', ''],
      [
        'POST',
        '/api/channels',
        '',
        { kind: 'webhook', name: 'Ruang redaksi', url: 'https://redaksi.example.com/pantau' },
      ],
      ['GET', '/api/channels/{id}', `/${channel.id}`],
      ['PATCH', '/api/channels/{id}', `/${channel.id}`, { name: 'Tim krisis' }],
      ['POST', '/api/channels/{id}/secret', `/${channel.id}/secret`],
      ['POST', '/api/channels/{id}/test', `/${channel.id}/test`],
      ['GET', '/api/channels/{id}/deliveries', `/${channel.id}/deliveries`],
      ['POST', '/api/deliveries/{id}/again', `/${channel.delivery}/again`],
      ['GET', '/api/inbox', ''],
      ['POST', '/api/inbox/read', '', { until: '2026-11-01T00:00:00Z' }],
      ['GET', '/api/confirm/{code}', `/${channel.code}`],
      ['POST', '/api/confirm/{code}', `/${channel.code}`],
      ['GET', '/api/unsubscribe/{token}', `/${channel.token}`],
      ['POST', '/api/unsubscribe/{token}', `/${channel.token}`],
      ['DELETE', '/api/channels/{id}', `/${channel.id}`],
      ['DELETE', '/api/project', `?id=${project.id}`],
      ['DELETE', '/api/session', ''],
      ['POST', '/api/auth/logout-all', ''],
    ]
    for (const [method, path, rest, body] of valid) {
      const bearer = { authorization: `Bearer ${path === '/api/session' ? token.leaving : token.admin}` }
      const at = path.indexOf('{')
      const url = (at < 0 ? path : path.slice(0, at - 1)) + rest
      const send = (address: string, headers: Record<string, string>, payload?: unknown) =>
        api.request({
          method: method as 'GET',
          url: address,
          headers,
          ...(payload === undefined ? {} : { payload: payload as object }),
        })
      // Invalid requests first: the valid one may delete what they refer to.
      const attempts = [
        // Without a session. The body of a log-out holds a token, so it would succeed.
        [url, {}, path === '/api/auth/logout' ? {} : body],
        [
          `${path.replace(/\{[^}]+\}/, 'x')}?page=x&limit=-1&id=&keywordId=%00`,
          bearer,
          body === undefined ? undefined : [],
        ],
        [
          at < 0 ? path : path.replace(/\{[^}]+\}/, '01890000-0000-7000-8000-000000000000'),
          bearer,
          body === undefined ? undefined : {},
        ],
      ] as const
      // A request to log out, here or everywhere, has nothing that could be invalid.
      const ending = path === '/api/auth/logout-all' || (path === '/api/session' && method === 'DELETE')
      // A code needs no session, and works once.
      const checked = ending ? attempts.slice(0, 2) : path === '/api/confirm/{code}' ? attempts.slice(1) : attempts
      for (const [address, headers, payload] of checked) {
        validate(method, path, await send(address, headers, payload))
      }
      const importing = path.startsWith('/api/import')
      const headers = importing ? { ...bearer, 'content-type': 'application/x-ndjson' } : bearer
      const line =
        '{"source":"twitter","id":"1","text":"banjir jakarta","url":"https://x.com/a/status/1","published_at":"2026-06-01T00:00:00Z"}\n'
      const response = await send(url, headers, importing ? line : body)
      assert.ok(
        response.status < 300,
        `${method} ${url}: ${response.status} ${JSON.stringify(response.body).slice(0, 300)}`,
      )
      validate(method, path, response, importing ? undefined : body)
      called.add(`${method} ${path}`)
    }
  })

  test('every operation of the document was called', () => {
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // The endless stream is covered by the tests of live events, and printing needs a browser.
    assert.deepEqual(
      all.filter((operation) => !called.has(operation)),
      ['GET /api/events', 'GET /api/reports/{id}/pdf'],
    )
    if (process.env.WRITE_EXAMPLES === '1') recorder.write()
  })
})
