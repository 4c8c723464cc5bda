import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { sealTail } from '../../src/store/search/seal.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const POSTS: readonly PostFields[] = [
  { at: '2026-06-01T17:30:15Z', text: 'banjir di jakarta <pagi> & sore', author: 'ani', sentiment: -1 },
  { at: '2026-06-02T05:00:00Z', text: 'banjir di jakarta surut', author: 'budi', platform: 'news', sentiment: 1 },
  { at: '2026-06-03T05:00:00Z', author: 'cici', engagement: { likes: 5_000_000_000, views: 7 } },
]
const TIME_ZONE = 'Asia/Jakarta'

describe('exported files', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    id = (await addTestProject(user, { group: 'Banjir Jakärta & "sekitar"' })).id
    await seedMentions(api.pool, user, { id }, POSTS)
  })
  after(() => api.close())

  async function download(query: string, project = id) {
    const headers = { authorization: `Bearer ${user.token}` }
    const response = await api.app.inject({ url: `/api/export?keywordId=${project}&${query}`, headers })
    assert.equal(response.statusCode, 200, response.body.slice(0, 500))
    return { bytes: new Uint8Array(response.rawPayload), text: response.body, headers: response.headers }
  }

  const openWorkbook = async (query: string) => {
    const parts = unzipSync((await download(`format=xlsx&${query}`)).bytes)
    return Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]))
  }

  const rowsOf = (sheet = '') =>
    Array.from(sheet.matchAll(/<row>(.*?)<\/row>/gs), ([, row = '']) =>
      Array.from(row.matchAll(/<c([^>]*)>(?:<is><t[^>]*>|<v>)(.*?)<\//gs), ([, , cell = '']) => cell),
    )

  test('Parquet has typed columns with the exact values', async () => {
    const { bytes } = await download('format=parquet')
    const rows = await parquetReadObjects({ file: bytes.buffer })
    assert.equal(rows.length, 3)
    const [newest, , oldest] = rows
    assert.equal(newest?.likes, 5_000_000_000n)
    assert.equal(newest?.views, 7n)
    assert.deepEqual(newest?.matched, ['banjir'])
    assert.equal(newest?.corrected, false)
    assert.deepEqual(oldest?.published_at, new Date('2026-06-01T17:30:15Z'))
    assert.equal(oldest?.content, 'banjir di jakarta <pagi> & sore')
    assert.equal(oldest?.sentiment, -1n)
    const judged = (row?: Record<string, unknown>) =>
      ['model', 'probability_negative', 'probability_neutral', 'probability_positive'].map((name) => row?.[name])
    assert.deepEqual(judged(oldest), ['encoder', 1, 0, 0])
    // As an earlier version stored it.
    await api.pool`update mention set model = null, negative = null, positive = null where project_id = ${id} and author_id = 'cici'`
    const [earlier] = await parquetReadObjects({ file: (await download('format=parquet')).bytes.buffer })
    assert.deepEqual(judged(earlier), ['', null, null, null])
    const csv = (await download('format=csv&columns=model,probability_neutral&q=surut')).text
    assert.deepEqual(csv.split('\r\n').slice(1), ['"encoder",0', ''])
    const types = parquetMetadata(bytes.buffer).schema.map(({ name, type, converted_type }) => [
      name,
      converted_type ?? type,
    ])
    for (const [name, type] of [
      ['published_at', 'TIMESTAMP_MILLIS'],
      ['content', 'UTF8'],
      ['likes', 'INT64'],
      ['corrected', 'BOOLEAN'],
      ['probability_negative', 'DOUBLE'],
      ['matched', 'LIST'],
    ])
      assert.deepEqual(
        types.find(([column]) => column === name),
        [name, type],
      )
  })

  test('Parquet of many long texts is written in several row groups, none lost and in order', async () => {
    const { id: large } = await addTestProject(user)
    const posts = Array.from({ length: 1_100 }, (_, n) => ({
      text: `banjir nomor ${n} ${`${n}`.padEnd(9_000, 'x')}`,
      at: Date.UTC(2026, 5, 1) + n * 1_000,
    }))
    await seedMentions(api.pool, user, { id: large }, posts)
    const { bytes } = await download('format=parquet&columns=published_at,content', large)
    assert.ok(parquetMetadata(bytes.buffer).row_groups.length > 1)
    const rows = await parquetReadObjects({ file: bytes.buffer })
    assert.deepEqual(
      rows.map(({ published_at }) => published_at.getTime()),
      posts.map(({ at }) => at).reverse(),
    )
    assert.deepEqual(
      rows.map(({ content }) => content.split(' ')[2]),
      posts.map((_, n) => `${n}`).reverse(),
    )
  })

  test('Parquet of no mention is a file with the columns and no row', async () => {
    const { bytes } = await download('format=parquet&q=gempa')
    assert.deepEqual(await parquetReadObjects({ file: bytes.buffer }), [])
    assert.ok(parquetMetadata(bytes.buffer).schema.some(({ name }) => name === 'content'))
  })

  test('a file has the chosen columns in the given order, in each format', async () => {
    const columns = 'columns=sentiment,author_username'
    const expected = [
      [0, 'cici'],
      [1, 'budi'],
      [-1, 'ani'],
    ]
    const csv = (await download(`format=csv&${columns}`)).text
    assert.equal(csv, '\ufeff"sentiment","author_username"\r\n0,"cici"\r\n1,"budi"\r\n-1,"ani"\r\n')
    const lines = (await download(`format=jsonl&${columns}`)).text.trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      expected.map(([sentiment, author_username]) => ({ sentiment, author_username })),
    )
    const parquet = await parquetReadObjects({ file: (await download(`format=parquet&${columns}`)).bytes.buffer })
    assert.deepEqual(
      parquet,
      expected.map(([sentiment, author_username]) => ({ sentiment: BigInt(sentiment as number), author_username })),
    )
    const workbook = await openWorkbook(`lang=en&${columns}`)
    assert.deepEqual(rowsOf(workbook['xl/worksheets/sheet1.xml']), [
      ['Sentiment', 'Author username'],
      ...expected.map((row) => row.map(String)),
    ])
  })

  for (const [columns, message] of [
    ['id,isi', /columns: "isi" is not a column\. The columns are id, source, .*probability_positive, tags, note\./],
    ['', /columns: "" is not a column/],
    ['id,url,id', /columns: "id" must be listed once/],
  ] as const) {
    test(`columns=${columns} is refused with the reason`, async () => {
      const { status, body } = await user.get(`/api/export?keywordId=${id}&columns=${columns}`)
      assert.equal(status, 400)
      assert.match(body.message, message)
    })
  }

  test('an unknown language is refused', async () => {
    const { status, body } = await user.get(`/api/export?keywordId=${id}&format=xlsx&lang=fr`)
    assert.equal(status, 400)
    assert.match(body.message, /lang/)
  })

  test('a workbook has a styled header, widths, numbers, and dates in the time zone of the installation', async () => {
    const workbook = await openWorkbook('columns=published_at,likes,content')
    const sheet = workbook['xl/worksheets/sheet1.xml'] ?? ''
    const [header = '', ...rows] = Array.from(sheet.matchAll(/<row>.*?<\/row>/gs), ([row]) => row)
    assert.equal(header.match(/<c s="1" /g)?.length, 3)
    assert.equal(sheet.match(/<col /g)?.length, 3)
    assert.match(rows[0] ?? '', /<c><v>5000000000<\/v><\/c>/)
    // 2 June 2026, 00:30:15 in Jakarta.
    const days = Number(/<c s="2"><v>([\d.]+)<\/v>/.exec(rows[2] ?? '')?.[1])
    assert.equal(Math.round((days - 25_569) * 86_400), Date.UTC(2026, 5, 2, 0, 30, 15) / 1_000)
    const styles = workbook['xl/styles.xml'] ?? ''
    assert.match(styles, /formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/)
    assert.match(styles, /<b\/>/)
  })

  test('headings are in the language of the account unless another one is requested', async () => {
    const headings = async (query: string) =>
      rowsOf((await openWorkbook(`columns=source,content&${query}`))['xl/worksheets/sheet1.xml'])[0]
    assert.deepEqual(await headings(''), ['Sumber', 'Isi'])
    assert.deepEqual(await headings('lang=en'), ['Source', 'Content'])
    const other = await user.send('PATCH', '/api/auth/me', { language: 'en' })
    assert.equal(other.status, 200)
    assert.deepEqual(await headings(''), ['Source', 'Content'])
    await user.send('PATCH', '/api/auth/me', { language: 'id' })
  })

  test('the second sheet has the project, the filter, the period, the counts and the coverage', async () => {
    const workbook = await openWorkbook('lang=en&from=2026-06-02&to=2026-06-03&sentimen=-1&q=banjir')
    const about = new Map(rowsOf(workbook['xl/worksheets/sheet2.xml']).map(([label, value]) => [label, value]))
    assert.match(about.get('Project') ?? '', /Banjir Jakärta &amp; "sekitar"/)
    assert.equal(about.get('Expression'), 'banjir and jakarta or gempa bumi')
    assert.equal(about.get('Filter: sentimen'), '-1')
    assert.equal(about.get('Filter: q'), 'banjir')
    assert.equal(about.get('Time zone'), TIME_ZONE)
    assert.equal(Number(about.get('Period: from')), 25_569 + Date.UTC(2026, 5, 2) / 86_400_000)
    assert.equal(Number(about.get('Period: until before')), 25_569 + Date.UTC(2026, 5, 4) / 86_400_000)
    assert.equal(about.get('Mentions'), '1')
    assert.equal(about.get('Mentions: twitter'), '1')
    assert.equal(about.get('Mentions: negative'), '1')
    assert.equal(about.get('Mentions: positive'), '0')
    assert.ok(about.has('Coverage (share of the hours listened)'))
  })

  test('the file is named after the project and the days of the period', async () => {
    const name = async (query: string, project?: string) =>
      (await download(query, project)).headers['content-disposition']
    assert.equal(
      await name('format=parquet&from=2026-06-01&to=2026-06-30'),
      'attachment; filename="pantau-banjir-jakarta-sekitar-2026-06-01-2026-06-30.parquet"',
    )
    assert.match(
      String(await name('format=csv')),
      /filename="pantau-banjir-jakarta-sekitar-2026-01-01-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const { id: named } = await addTestProject(user, { group: '洪水 / น้ำท่วม' })
    const days = 'from=2026-06-01&to=2026-06-30'
    const full = encodeURIComponent('pantau-洪水-น้ำท่วม-2026-06-01-2026-06-30.csv')
    assert.equal(
      await name(`format=csv&${days}`, named),
      `attachment; filename="pantau-${named}-2026-06-01-2026-06-30.csv"; filename*=UTF-8''${full}`,
    )
  })

  test('a mention with control characters is exported whole, in its place', async () => {
    const { id: odd } = await addTestProject(user)
    const posts = ['pertama', 'kedua', 'ketiga'].map((word, n) => ({
      text: `banjir ${word}`,
      at: Date.UTC(2026, 5, 1) + n * 1_000,
    }))
    await seedMentions(api.pool, user, { id: odd }, posts)
    const text = 'banjir \u001fkedua\u001f\u001e'
    await api.pool`
      update mention set text = ${text}, author_name = ${'\u001f'} where project_id = ${odd} and text = 'banjir kedua'`
    const lines = (await download('format=jsonl&columns=content,author_name,likes', odd)).text.trim().split('\n')
    const mentions = lines.map((line) => JSON.parse(line))
    assert.deepEqual(
      mentions.map(({ content }) => content),
      ['banjir ketiga', text, 'banjir pertama'],
    )
    assert.equal(mentions[1].author_name, '\u001f')
    assert.equal(mentions[1].likes, mentions[0].likes)
  })

  test('mentions are exported newest first, also where parts of the index overlap in time', async () => {
    const { id: mixed } = await addTestProject(user)
    const at = (n: number) => Date.UTC(2026, 5, 1) + n * 1_000
    const seconds = Array.from({ length: 60 }, (_, n) => n)
    // Interleaved in blocks of different lengths; the last third stays in the tail.
    for (const third of [0, 1, 2]) {
      const own = seconds.filter((n) => Math.floor(n / (n < 30 ? 1 : 5)) % 3 === third)
      const posts = own.map((n) => ({ text: `banjir nomor ${n}`, at: at(n) }))
      await seedMentions(api.pool, user, { id: mixed }, posts)
      if (third < 2) await sealTail(api.pool, mixed, 1)
    }
    const { text } = await download('format=csv&columns=content', mixed)
    assert.deepEqual(
      text.trim().split('\r\n').slice(1),
      seconds.toReversed().map((n) => `"banjir nomor ${n}"`),
    )
  })

  for (const lang of ['id', 'en']) {
    test(`a workbook with headings in "${lang}" can be imported again, to the second`, async () => {
      const { id: copy } = await addTestProject(user)
      const { bytes } = await download(`format=xlsx&lang=${lang}`)
      const { body } = await api.request({
        method: 'POST',
        url: `/api/import?keywordId=${copy}`,
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
        payload: Buffer.from(bytes),
      })
      assert.equal(body.new, 3, JSON.stringify(body))
      const columns =
        'columns=source,published_at,author_id,author_username,author_name,content,url,likes,views,language'
      assert.equal(
        (await download(`format=jsonl&${columns}`, copy)).text,
        (await download(`format=jsonl&${columns}`)).text,
      )
    })
  }
})
