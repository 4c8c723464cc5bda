import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { FILES } from '../import/read.ts'

const TABLE = 'Isi cuitan;Tanggal;Suka\nbanjir jakarta;03/04/2026;5\ncerah;05/04/2026;1\n'

describe('importing over HTTP', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  function send(path: string, payload: string | Buffer, headers: Record<string, string> = {}) {
    const given = { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream', ...headers }
    return api.request({ method: 'POST', url: path, headers: given, payload })
  }

  async function newProject(): Promise<string> {
    return (await addTestProject(user, { keyword: 'banjir', startDate: '2020-01-01' })).id
  }

  interface Stored {
    readonly platform: string
    readonly platform_id: string
    readonly published_at: Date
    readonly likes: number
  }

  async function stored(project: string) {
    const rows = await api.pool<Stored>`
      select platform, platform_id, published_at, likes from mention where project_id = ${project} order by platform_id`
    return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }))
  }

  test('a file of any kind is recognised by its content', async () => {
    for (const name of ['x-api.json', 'zeeschuimer-x.ndjson', '4cat-x.csv', 'meltwater.csv']) {
      const project = await newProject()
      const { status, body } = await send(`/api/import?keywordId=${project}`, readFileSync(join(FILES, name)))
      assert.equal(status, 200, JSON.stringify(body))
      const [first] = await stored(project)
      assert.equal(first?.platform_id, '2034000000000000001', name)
      assert.equal(first?.published_at, '2026-03-20T05:00:00.000Z', name)
    }
  })

  test('JSON may also be sent as JSON', async () => {
    const project = await newProject()
    const file = readFileSync(join(FILES, 'apify-tiktok.json'))
    const { body } = await send(`/api/import?keywordId=${project}`, file, { 'content-type': 'application/json' })
    assert.equal(body.new, 1)
  })

  test('dates that can be read in two ways are refused until the order is given, and nothing is stored', async () => {
    const project = await newProject()
    const path = `/api/import?keywordId=${project}&platform=twitter&map=Isi%20cuitan%3Dtext`
    const refused = await send(path, TABLE)
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /"03\/04\/2026" \(row 1\).*dates=month-first/)
    assert.deepEqual(await stored(project), [])
    assert.equal((await send(`${path}&dates=month-first`, TABLE)).body.new, 1)
    const [first] = await stored(project)
    assert.equal(first?.published_at, '2026-03-03T17:00:00.000Z')
    assert.equal(first?.likes, 5)
  })

  test('a mapping that names no field, or a column that is not there, is refused by name', async () => {
    const project = await newProject()
    for (const [map, message] of [
      ['Isi cuitan=teks', /map: "Isi cuitan=teks" is not column=field/],
      ['Isi=text', /map: The file has no column "Isi"/],
    ] as const) {
      const path = `/api/import?keywordId=${project}&dates=day-first&map=${encodeURIComponent(map)}`
      const { status, body } = await send(path, TABLE)
      assert.equal(status, 400)
      assert.match(body.message, message)
    }
    assert.equal((await send(`/api/import?keywordId=${project}&platform=myspace`, TABLE)).status, 400)
  })

  test('a preview shows how a file would be read, and stores and charges nothing', async () => {
    const project = await newProject()
    const path = `/api/import/preview?keywordId=${project}&platform=twitter&dates=day-first&map=Isi%20cuitan%3Dtext&map=%3Dlikes`
    const { status, body } = await send(path, TABLE)
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.format, { id: 'plain', name: 'Columns by name' })
    assert.deepEqual(body.columns, ['Isi cuitan', 'Tanggal', 'Suka'])
    assert.deepEqual(body.mapping, [
      { field: 'text', column: 'Isi cuitan' },
      { field: 'published_at', column: 'Tanggal' },
    ])
    assert.equal(body.rows_total, 2)
    assert.deepEqual(
      body.rows.map((row: { outcome: string }) => row.outcome),
      ['matched', 'not_matched'],
    )
    assert.equal(body.rows[0].post.published_at, '2026-04-02T17:00:00.000Z')
    assert.equal(body.rows[0].post.engagement.likes, 0)
    assert.deepEqual(await stored(project), [])
  })

  test('a preview says what is missing', async () => {
    const project = await newProject()
    const { body } = await send(`/api/import/preview?keywordId=${project}`, TABLE)
    assert.equal(body.dates, null)
    assert.match(body.problems[0], /No column is known as the text: assign one of Isi cuitan, Tanggal, Suka/)
    assert.match(body.problems[1], /can be read in two ways/)
    assert.match(body.rows[0].message, /no platform/)
  })

  test('the last row of the beginning of a file is not shown, because it may be cut', async () => {
    const project = await newProject()
    const { body } = await send(`/api/import/preview?keywordId=${project}&part=true&platform=news`, TABLE.slice(0, -20))
    assert.equal(body.rows.length, 1)
  })

  test('a client that asks for lines gets the outcome of every row and the report at the end', async () => {
    const project = await newProject()
    const lines = Array.from({ length: 700 }, (_, n) => {
      const text = n % 2 === 0 ? `banjir nomor ${n}` : 'cerah'
      return JSON.stringify({ platform: 'x', id: n, text, published_at: n === 5 ? 'kemarin' : '2026-03-20' })
    })
    const headers = { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' }
    const { status, body } = await send(`/api/import?keywordId=${project}`, lines.join('\n'), headers)
    assert.equal(status, 200)
    const received = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(received[0], { rows_total: 700 })
    const rows = received.slice(1, -1)
    assert.deepEqual(
      rows.map(({ row }) => row),
      Array.from({ length: 700 }, (_, n) => n + 1),
    )
    assert.equal(rows[5].outcome, 'invalid')
    assert.match(rows[5].message, /"kemarin" is not a date/)
    const { report } = received.at(-1)
    assert.equal(report.rows, 700)
    assert.equal(report.new, rows.filter(({ outcome }) => outcome === 'new').length)
    assert.equal(report.kuota, (await user.get('/api/user-quota')).body.kuota)
  })

  test('a failure after the first line is the last line', async () => {
    const project = await newProject()
    const headers = { accept: 'application/x-ndjson' }
    // A distributed table may have constraints, but no triggers.
    await api.pool`alter table mention add constraint refuse_mention check (text = '') not valid`
    try {
      const { body } = await send(`/api/import?keywordId=${project}`, readFileSync(join(FILES, '4cat-x.csv')), headers)
      assert.match(String(body).trim().split('\n').at(-1) ?? '', /^{"error":"The import failed: send the file again/)
    } finally {
      await api.pool`alter table mention drop constraint refuse_mention`
    }
  })

  const FILLER = Array.from({ length: 8 }, (_, n) => `Paragraf nomor ${n} menjelaskan hal lain dengan panjang lebar.`)
  const BODY = FILLER.join(' ')
  const ARTICLES = [
    { url: 'https://a.example/1', text: `Banjir bandang, dua warga tewas\nKorban ditemukan Senin pagi. ${BODY}` },
    {
      url: 'https://a.example/2',
      text: `Persela juara liga\nGelar itu diraih semalam. ${BODY} Tahun lalu ada banjir.`,
    },
    { url: 'https://a.example/3', text: 'Banjir di Bekasi surut' },
  ]

  test('an article says whether it names the terms in passing', async () => {
    const project = await newProject()
    const rows = ARTICLES.map((article) =>
      JSON.stringify({ ...article, platform: 'news', published_at: '2026-04-03T05:00:00Z', author: 'harian' }),
    )
    const { status, body } = await send(`/api/import?keywordId=${project}`, rows.join('\n'))
    assert.deepEqual([status, body.new], [200, 3], JSON.stringify(body))

    const found = async (query: string) => {
      const range = 'from=2026-04-01&to=2026-05-01'
      const { data } = (await user.get(`/api/mentions/search?keywordId=${project}&${range}${query}`)).body
      const { total } = (await user.get(`/api/project/insights?id=${project}&${range}${query}`)).body
      const exported = await user.get(
        `/api/export?keywordId=${project}&format=csv&columns=url,relevance&${range}${query}`,
      )
      const lines = String(exported.body).trim().split('\r\n').slice(1).sort()
      type Listed = { url: string; relevance: string; sentimen: number }
      const list = (data as Listed[]).sort((a, b) => (a.url < b.url ? -1 : 1))
      assert.equal(total, list.length)
      assert.deepEqual(
        lines,
        list.map(({ url, relevance }) => `"${url}","${relevance}"`),
      )
      return list.map(({ url, relevance, sentimen }) => [url.at(-1), relevance, sentimen])
    }
    assert.deepEqual(await found(''), [
      ['1', 'subject', 0],
      ['2', 'passing', 0],
      ['3', 'subject', 0],
    ])
    assert.deepEqual(await found('&relevance=passing'), [['2', 'passing', 0]])
    assert.deepEqual(await found('&relevance=subject'), [
      ['1', 'subject', 0],
      ['3', 'subject', 0],
    ])

    // Hidden and shown again, a mention is what it was.
    const [passing] = (await user.get(`/api/mentions/search?keywordId=${project}&relevance=passing`)).body.data
    for (const hidden of [true, false]) {
      const { body: changed } = await user.send('PATCH', `/api/mentions/${passing.id}`, { hidden })
      assert.deepEqual(
        [changed.relevance, changed.model, changed.probabilities],
        ['passing', 'encoder', { negative: 0, neutral: 1, positive: 0 }],
      )
    }
    assert.equal((await found('&relevance=passing')).length, 1)
    const refused = await user.get(`/api/mentions/search?keywordId=${project}&relevance=maybe`)
    assert.deepEqual([refused.status, /relevance/.test(refused.body.message)], [400, true])
  })
})
