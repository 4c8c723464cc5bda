import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSummarise } from '../../src/api/summarise.ts'
import { addTestProject, SUMMARY_SETTINGS, startApi, type TestApi, type TestUser } from '../api.ts'
import { anAccount, aProject, type CollectFixture, dispatch, openCollectFixture, settle } from '../collect/fixture.ts'
import { aSample, type SamplePost } from '../platforms/sample.ts'
import type { Platform } from '../platforms/server.ts'
import { startX } from '../platforms/twitter.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const EMOJI = '😀'
// Where texts are cut on their way into the database, a summary or a file.
const TEXT_CUTS = [240, 320, 500, 2_000, 4_000, 20_000]
const NAME_CUTS = [60, 200, 500]

// A text in which a character lies across the cut, one for every position at which it can.
function* across(cut: number, start: string): Generator<string> {
  for (const character of [EMOJI, FAMILY])
    for (let before = cut - character.length + 1; before < cut; before++)
      yield `${start.padEnd(before, 'a')}${character}${'b'.repeat(30)}`
}

// No half of a character, and no sign that one was replaced: the posts had none.
function assertWhole(value: unknown): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  assert.ok(!text.includes('\ufffd') && !/\\ud[89a-f]/i.test(text) && text.isWellFormed(), text.slice(0, 2_000))
  for (const [joined] of text.matchAll(/👨[\u200d👩👧👦]*/gu)) assert.equal(joined, FAMILY)
}

describe('a character that lies across a cut, in an imported file', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function load(rows: readonly Record<string, unknown>[], type = 'application/x-ndjson'): Promise<string> {
    const { id } = await addTestProject(user, { keyword: 'banjir' })
    const lines = rows.map((row, n) => ({
      platform: 'twitter',
      id: `${n}`,
      text: `Banjir besar melanda kota sejak pagi tadi, kata warga nomor ${n}.`,
      published_at: '2026-06-01T00:00:00Z',
      ...row,
    }))
    const response = await api.request({
      method: 'POST',
      url: `/api/import?keywordId=${id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
      payload: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.equal(response.body.new, rows.length, JSON.stringify(response.body))
    return id
  }

  async function readings(id: string): Promise<unknown[]> {
    const paths = [
      `/api/mentions?keywordId=${id}&limit=100`,
      `/api/mentions/r10?keywordId=${id}&limit=100`,
      `/api/project/insights?id=${id}&from=2026-01-01&to=2026-12-31`,
      `/api/export?keywordId=${id}&format=csv`,
      `/api/export?keywordId=${id}&format=jsonl`,
    ]
    const responses = await Promise.all(paths.map((path) => user.get(path)))
    const summary = await user.send('POST', `/api/project/generate-summary/${id}`)
    for (const { status, body } of [...responses, summary]) assert.equal(status, 200, JSON.stringify(body))
    return [...responses, summary].map(({ body }) => body)
  }

  test('texts stay whole everywhere', async () => {
    for (const cut of TEXT_CUTS) {
      const rows = [...across(cut, 'Banjir besar melanda kota '), ...across(cut, 'Banjir.')].map((text) => ({ text }))
      for (const body of await readings(await load(rows))) assertWhole(body)
    }
  })

  for (const field of ['author_id', 'author_username', 'author_name', 'author', 'language', 'id']) {
    test(`${field} stays whole everywhere`, async () => {
      const values = [35, 512, ...NAME_CUTS].flatMap((cut) => [...across(cut, '')])
      const rows = values.map((value, n) => ({ [field]: field === 'id' ? `${n}${value}` : value }))
      for (const body of await readings(await load(rows))) assertWhole(body)
    })
  }

  // Few mentions in a project, all by one author, so that the summary must name that one.
  test('a summary names the author up to a whole character', async () => {
    const texts = [
      'Banjir di Garut merendam ratusan rumah warga.',
      'Banjir di Demak memutus jalan utama ke pasar kota.',
    ]
    for (const name of across(60, 'warga')) {
      const id = await load(texts.map((text) => ({ text, author: name })))
      const { body, status } = await user.send('POST', `/api/project/generate-summary/${id}`)
      assert.equal(status, 200)
      assertWhole(body)
      assert.match(body.result.summary, /wargaa+/)
    }
  })

  test('half of a character in any column is replaced, and the row is stored', async () => {
    for (const broken of ['\ud83d', 'x\ude00y', '\ude00\ud83d', 'a\u0000b']) {
      const fields = [
        'author_id',
        'author_username',
        'author_name',
        'language',
        'kind',
        'id',
        'title',
        'unknown',
        broken,
      ]
      const rows = fields.map((field) => ({ [field]: `${broken}x` }))
      rows.push({ text: `banjir ${broken}` }, { url: `https://example.com/${broken}` })
      for (const body of await readings(await load(rows))) {
        const text = JSON.stringify(body)
        assert.ok(!/\\u(d[89a-f]|0000)/i.test(text), text.slice(0, 2_000))
      }
    }
  })

  test('a message about a broken row quotes whole characters', async () => {
    const { id } = await addTestProject(user, { keyword: 'banjir' })
    const texts = [...across(100, ''), '\ud83d', 'x'.repeat(100_000)]
    const rows = texts.flatMap((text) =>
      ['platform', 'published_at', 'url', 'likes'].map((field) =>
        JSON.stringify({ platform: 'news', text: 'banjir', published_at: '2026-06-01T00:00:00Z', [field]: text }),
      ),
    )
    const { status, body } = await api.request({
      method: 'POST',
      url: `/api/import?keywordId=${id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-ndjson' },
      payload: rows.join('\n'),
    })
    assert.equal(status, 200)
    assert.equal(body.invalid, rows.length)
    for (const { message } of body.errors) {
      assert.ok(message.isWellFormed() && message.length < 300, message)
      for (const [joined] of message.matchAll(/👨[\u200d👩👧👦]*/gu)) assert.equal(joined, FAMILY)
    }
  })
})

describe('a character that lies across a cut, in posts of a platform', () => {
  const posts: SamplePost[] = []
  let x: Platform
  let fixture: CollectFixture
  before(async () => {
    x = await startX({ posts, token: 'rahasia' })
    fixture = await openCollectFixture({ twitter: { token: 'rahasia', url: new URL(x.url), dialect: 'tweet' } })
  })
  after(async () => {
    await fixture.close()
    await x.close()
  })

  async function collect(fields: readonly Partial<SamplePost>[]): Promise<Record<string, unknown>[]> {
    posts.splice(0)
    for (const [serial, field] of fields.entries()) {
      const publishedAt = new Date(Date.now() - 3_600_000)
      posts.push(aSample('twitter', { text: 'banjir', publishedAt, serial, ...field }))
    }
    const { pool } = fixture
    const project = await aProject(pool, await anAccount(pool, 1_000), { keyword: 'banjir', kind: 'manual' })
    await dispatch(pool, project)
    await settle(fixture)
    const rows = await pool`
      select text, url, author_username, author_name from mention where project_id = ${project.id}`
    assert.equal(rows.length, fields.length)
    const summarise = createSummarise(pool, null, SUMMARY_SETTINGS)
    const summary = await summarise(project, 'id', AbortSignal.timeout(60_000))
    return [...rows, { summary: summary?.text ?? '' }]
  }

  test('texts and names stay whole', async () => {
    const names = [...NAME_CUTS.flatMap((cut) => [...across(cut, 'warga')])]
    const authors = names.map((name, n) => ({ id: `${n + 1}`, username: `w${n}`, displayName: name }))
    const texts = TEXT_CUTS.flatMap((cut) => [...across(cut, 'banjir ')])
    for (const row of await collect(authors.map((author) => ({ author })))) assertWhole(row)
    for (const row of await collect(texts.map((text) => ({ text })))) assertWhole(row)
  })

  test('half of a character is replaced, and the post is stored', async () => {
    const broken = ['\ud83d', 'x\ude00y', '\ude00\ud83d', 'a\u0000b']
    const fields = broken.flatMap((text, n) => [
      { text: `banjir ${text}` },
      { author: { id: `${n + 1}`, username: `w${n}${text}`, displayName: text } },
      { language: text },
      {
        text: 'banjir',
        hashtags: [text],
        links: [{ shortUrl: 'https://t.co/a', url: `https://a.example/${text}`, title: text }],
      },
    ])
    for (const row of await collect(fields)) {
      const text = JSON.stringify(row)
      assert.ok(!/\\u(d[89a-f]|0000)/i.test(text), text)
    }
  })
})
