import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'

const WORD = 'banjir'
// Texts seen on platforms and in files, and texts that an attacker may try.
const TEXTS: Readonly<Record<string, string>> = {
  markup: `${WORD} <script>alert(1)</script><img src=x onerror=alert(1)> &lt;b&gt; {{7*7}}`,
  turned: `${WORD} \u202eterbalik\u2066\u202e tanpa akhir`,
  long: `${WORD} ${'W'.repeat(10_000)}`,
  nul: `${WORD} a\u0000b`,
  half: `${WORD} \ud83d tengah \udc00`,
  controls: `${WORD} \u0001\u0008\u001b[31m\u007f\u0085`,
  formula: `=HYPERLINK("http://example.com","${WORD}")`,
  plus: `+${WORD}|' /C calc'!A0`,
  minus: `-2+3+cmd|' /C ${WORD}'!A0`,
  at: `@SUM(1+1)*${WORD}`,
  tab: `\t=1+1 ${WORD}`,
  quotes: `"${WORD}" ""dalam"" 'kutip', koma;\r\nbaris`,
  zalgo: `${WORD} b̷̢̛̗a̸̧̛͎n̶̡̛̹j̴̢̛̗i̵̧̛͎r̶̡̛̹`,
  family: `${WORD} 👨‍👩‍👧‍👦`.repeat(50),
  empty: `${WORD} \u200b\u200d\ufeff`,
  prototype: `${WORD} __proto__ constructor`,
  template: `${WORD} \${process.env} %s %n $1 \\x00`,
}
const NAMES = ['<svg onload=alert(1)>', '\u202eeman', '=1+1', 'a'.repeat(5_000), '\u0000', '__proto__']

describe('hostile posts, from the import to the export', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  let report: Record<string, number>
  before(async () => {
    api = await startApi()
    user = await api.user()
    id = (await addTestProject(user, { keyword: WORD, group: 'Aneh' })).id
    const rows = Object.entries(TEXTS).map(([name, text], n) => ({
      platform: ['twitter', 'news', 'youtube', 'tiktok', 'facebook', 'instagram'][n % 6],
      id: name,
      text,
      url: `https://example.com/${n}?q=<script>`,
      author: NAMES[n % NAMES.length],
      published_at: `2026-06-01T00:00:${String(n).padStart(2, '0')}Z`,
      likes: n === 0 ? '9'.repeat(300) : '1',
    }))
    const broken = [
      { ...rows[0], id: 'far', published_at: '+275760-09-13T00:00:00Z' },
      { ...rows[0], id: 'past', published_at: '0000-00-00' },
      { ...rows[0], id: 'never', published_at: '2026-02-30T00:00:00Z' },
      { ...rows[0], id: 'script', url: 'javascript:alert(1)' },
      { ...rows[0], id: 'count', likes: '-5' },
      { ...rows[0], id: 'where', platform: '__proto__' },
    ]
    const lines = [...rows, ...broken].map((row) => JSON.stringify(row))
    lines.push('{', 'null', '[]', '"x"', '{"platform":{}}', '{"__proto__":{"text":"x"}}', '['.repeat(10_000))
    const response = await load(lines.join('\n'), 'application/x-ndjson')
    assert.equal(response.status, 200, JSON.stringify(response.body))
    report = response.body
  })
  after(() => api.close())

  const load = (payload: string | Buffer, type: string) =>
    api.request({
      method: 'POST',
      url: `/api/import?keywordId=${id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
      payload,
    })

  test('valid rows are stored and charged, and invalid ones are reported', async () => {
    const kept = Object.keys(TEXTS).length
    assert.equal(report.new, kept, JSON.stringify(report))
    assert.equal(report.invalid, 13, JSON.stringify(report))
    assert.equal((await user.get('/api/user-quota')).body.kuota, 10_000 - kept)
  })

  test('every endpoint returns the complete text, unchanged', async () => {
    const page = (await user.get(`/api/mentions?keywordId=${id}&limit=100`)).body
    assert.equal(page.total, Object.keys(TEXTS).length)
    const contents = page.data.map(({ content }: { content: string }) => content)
    assert.ok(contents.some((text: string) => text.includes('<script>alert(1)</script>')))
    assert.ok(contents.some((text: string) => text.includes('W'.repeat(10_000))))
    for (const text of contents) assert.ok(!text.includes('\0') && text.isWellFormed())
    for (const path of [
      `/api/mentions/r10?keywordId=${id}&limit=100&explain=1`,
      `/api/mentions/search?keywordId=${id}&q=${WORD}`,
      `/api/project/insights?id=${id}&from=2026-01-01&to=2026-12-31`,
      '/api/project/overview',
    ]) {
      assert.equal((await user.get(path)).status, 200, path)
    }
    assert.equal((await user.send('POST', `/api/project/generate-summary/${id}`)).status, 200)
  })

  test('no cell of an exported table is a formula', async () => {
    const csv = String((await user.get(`/api/export?keywordId=${id}&format=csv`)).body)
    assert.match(csv, /"'=HYPERLINK\(""http/)
    // Only the number of a negative sentiment begins like a formula.
    assert.doesNotMatch(csv, /(^|,)(?!-1,)"?\s*[=+\-@|]/m)
    const response = await api.app.inject({
      method: 'GET',
      url: `/api/export?keywordId=${id}&format=xlsx`,
      headers: { authorization: `Bearer ${user.token}` },
    })
    const sheet = strFromU8(unzipSync(response.rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array)
    assert.doesNotMatch(sheet, /<f>|<t[^>]*>\s*[=+\-@|]/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML must not contain.
    assert.doesNotMatch(sheet, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/)
    assert.match(sheet, /&lt;script&gt;/)
  })

  for (const [what, payload, type] of [
    ['no header', 'a,b\n1,2\n', 'text/csv'],
    ['an open quote', 'platform,text\n"twitter,banjir', 'text/csv'],
    ['NUL bytes', Buffer.from('platform\0,text\n\0\0,banjir\n'), 'text/csv'],
    ['UTF-16', Buffer.from('platform,text\ntwitter,banjir\n', 'utf16le'), 'text/csv'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'text/csv'],
    ['one endless line', 'x'.repeat(3 * 1024 * 1024), 'application/x-ndjson'],
    ['a thousand columns', `${'a,'.repeat(1_000)}\n${'1,'.repeat(1_000)}\n`, 'text/csv'],
    ['nothing', '', 'text/csv'],
  ] as const) {
    test(`a file with ${what} is refused or reported, and adds nothing`, async () => {
      const { status, body } = await load(payload, type)
      assert.ok(status === 400 || (status === 200 && body.new === 0), `${status} ${JSON.stringify(body).slice(0, 300)}`)
    })
  }
})
