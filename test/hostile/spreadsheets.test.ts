import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'

const SIGNS = [...'=+-@|%＝＋－＠｜％﹦﹢﹣﹫﹪⁼⁺₌−']
// What a spreadsheet may skip before a sign: separators, quotation marks, white space, and characters that are not visible.
const SKIPPED = [
  '',
  ';',
  ',',
  '"',
  "'",
  ' ',
  '\t',
  '\r',
  '\n',
  ';\t"',
  '\u00a0',
  '\u0085',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u3000',
  '\u2800',
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u17b4',
  '\u180e',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u3164',
  '\ufe0f',
  '\uffa0',
  '\u{e0001}',
  '\u{e0100}',
  '\ue000',
  '\u0301',
  '\u200b\t\u200b',
]
const FORMULAS = SKIPPED.flatMap((skipped) => SIGNS.map((sign) => `${skipped}${sign}1+1 banjir`))
const HARMLESS = [
  'banjir = air',
  'a+b banjir',
  'banjir, -5%',
  '#banjir',
  '“banjir”',
  '– banjir',
  '1-2 banjir',
  '≠ banjir',
  '😀 banjir',
]
const HEADER =
  'id,source,published_at,author_id,author_username,author_name,content,url,sentiment,corrected,language,likes,comments,shares,views,matched,similar_count,byline,relevance,entities,model,probability_negative,probability_neutral,probability_positive,tags,note'

// A user name is stored without its sign.
const WITHOUT_AT = '1+1 banjir'

type Exported = Readonly<Record<string, string>>

describe('exported tables', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  // What is stored, by the id of the mention: reading a file removes some white space.
  let stored: Map<string, Exported>
  before(async () => {
    api = await startApi()
    user = await api.user()
    // Of the name of a project only letters and digits are part of the name of a file.
    id = (await addTestProject(user, { keyword: 'banjir', group: '=1+1"\r\nx: y' })).id
    const texts = [...FORMULAS, ...HARMLESS]
    const rows = texts.map((text, n) => ({
      platform: 'twitter',
      id: `${n}`,
      text,
      author_id: text,
      author_username: text,
      author_name: text,
      published_at: '2026-06-01T00:00:00Z',
    }))
    const { body } = await api.request({
      method: 'POST',
      url: `/api/import?keywordId=${id}`,
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-ndjson' },
      payload: rows.map((row) => JSON.stringify(row)).join('\n'),
    })
    assert.equal(body.new, texts.length, JSON.stringify(body))
    const lines = String((await user.get(`/api/export?keywordId=${id}&format=jsonl`)).body)
    const mentions = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    stored = new Map(
      mentions.map((mention) => [
        mention.id,
        {
          author_id: mention.targeted_account_id,
          author_username: mention.targeted_account.username,
          author_name: mention.targeted_account.display_name,
          content: mention.content,
        },
      ]),
    )
    assert.equal(stored.size, texts.length)
  })
  after(() => api.close())

  async function download(format: string, project = id) {
    const headers = { authorization: `Bearer ${user.token}` }
    return api.app.inject({ method: 'GET', url: `/api/export?keywordId=${project}&format=${format}`, headers })
  }

  // Behind a separator there may be a second apostrophe.
  function assertDefused(rows: readonly Exported[]): void {
    const words = (text: string | undefined) => text?.replaceAll("'", '')
    assert.equal(rows.length, stored.size)
    for (const row of rows) {
      for (const [name, text] of Object.entries(stored.get(row.id ?? '') as Exported)) {
        const cell = row[name]
        const shown = JSON.stringify([name, text, cell])
        if (HARMLESS.includes(text) || text === WITHOUT_AT) assert.equal(cell, text, shown)
        else {
          assert.ok(cell?.startsWith("'"), shown)
          assert.equal(words(cell), words(text), shown)
        }
      }
    }
  }

  test('no cell of a CSV file is a formula, and harmless text is unchanged', async () => {
    const { body } = await download('csv')
    assertDefused(parse(body, { bom: true, columns: true, record_delimiter: '\r\n' }))
  })

  test('no cell of a workbook is a formula, and harmless text is unchanged', async () => {
    const { rawPayload } = await download('xlsx')
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] as Uint8Array)
    assert.doesNotMatch(sheet, /<f[ >]/)
    const [, ...rows] = Array.from(sheet.matchAll(/<row>(.*?)<\/row>/gs), ([, row = '']) =>
      Array.from(row.matchAll(/<c[^>]*>(?:<is><t[^>]*>|<v>)(.*?)<\//gs), ([, cell = '']) => unescapeXml(cell)),
    )
    const names = HEADER.split(',')
    assertDefused(rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell]))))
  })

  for (const [what, separator] of [
    ['semicolons', ';'],
    ['tabs', '\t'],
  ] as const) {
    test(`no cell of a CSV file is a formula when it is split at ${what}`, async () => {
      const { id: project } = await addTestProject(user, { keyword: 'banjir' })
      const texts = SIGNS.flatMap((sign) =>
        [separator, '\n', '\r\n', `${separator}"`, `${separator} \u200b`].map(
          (before) => `banjir${before}${sign}1+1${separator}x`,
        ),
      )
      const rows = texts.map((text, n) => ({
        platform: 'news',
        id: `${n}`,
        text,
        author: text,
        published_at: '2026-06-01T00:00:00Z',
      }))
      const { body } = await api.request({
        method: 'POST',
        url: `/api/import?keywordId=${project}`,
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/x-ndjson' },
        payload: rows.map((row) => JSON.stringify(row)).join('\n'),
      })
      assert.equal(body.new, rows.length)
      // A quotation mark inside a cell means nothing, as in a spreadsheet that expects another separator.
      const cells = (await download('csv', project)).body.split(/[\r\n]+/).flatMap((line) => line.split(separator))
      assert.ok(cells.length > texts.length * 3)
      for (const cell of cells) {
        const first = cell.replace(/^[\s\u200b"]+/, '')[0] ?? ''
        assert.ok(!SIGNS.includes(first), JSON.stringify(cell))
      }
    })
  }

  test('columns, sheet and file have names of ours', async () => {
    const csv = await download('csv')
    assert.equal(csv.body.replace('\ufeff', '').split('\r\n')[0]?.replaceAll('"', ''), HEADER)
    const xlsx = await download('xlsx')
    const workbook = strFromU8(unzipSync(xlsx.rawPayload)['xl/workbook.xml'] as Uint8Array)
    assert.deepEqual(
      Array.from(workbook.matchAll(/name="([^"]*)"/g), ([, name]) => name),
      ['Mention', 'Tentang berkas'],
    )
    for (const [format, { headers }] of Object.entries({ csv, xlsx, jsonl: await download('jsonl') }))
      assert.match(
        String(headers['content-disposition']),
        new RegExp(`^attachment; filename="pantau-1-1-x-y-[-\\d]{21}\\.${format}"$`),
      )
    const about = strFromU8(unzipSync(xlsx.rawPayload)['xl/worksheets/sheet2.xml'] as Uint8Array)
    assert.match(about, />'=1\+1"/)
  })
})

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
