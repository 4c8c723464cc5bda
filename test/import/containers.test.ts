import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import type { Post } from '../../src/domain/post.ts'
import { readImportFile } from './read.ts'

const folder = mkdtempSync(join(tmpdir(), 'pantau-containers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function read(name: string, bytes: string | Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return readImportFile(path)
}

function texts(rows: readonly (Post | string)[]): string[] {
  return rows.map((row) => (typeof row === 'string' ? row : row.text))
}

const HEADER = 'platform,id,text,published_at'
const LINE = '{"platform":"x","id":"1","text":"Banjir","published_at":"2026-03-20T12:00:00Z"}'

for (const [name, delimiter] of Object.entries({ commas: ',', semicolons: ';', tabs: '\t', bars: '|' })) {
  test(`a table separated by ${name} is read, also when texts contain the other separators`, async () => {
    const row = ['x', '1', '"a, b; c | d\te"', '2026-03-20'].join(delimiter)
    const { container, rows } = await read(name, `${HEADER.replaceAll(',', delimiter)}\n${row}\n`)
    assert.equal(container, 'csv')
    assert.deepEqual(texts(rows), ['a, b; c | d\te'])
  })
}

for (const [name, encode] of Object.entries({
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16, little end first': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16, big end first': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
})) {
  test(`a table in ${name} is read`, async () => {
    const { rows } = await read('encoded', encode(`${HEADER}\nx,1,Banjir – “besar” 🌊,2026-03-20\n`))
    assert.deepEqual(texts(rows), ['Banjir – “besar” 🌊'])
  })
}

test('lines above the names of the columns are left out', async () => {
  const { rows } = await read('above', `Laporan banjir\nMaret,2026\n\n${HEADER}\nx,1,Banjir,2026-03-20\n`)
  assert.deepEqual(texts(rows), ['Banjir'])
})

test('JSON is read as a list, as objects on lines, and as objects over many lines', async () => {
  const pretty = JSON.stringify(JSON.parse(LINE), null, 2)
  for (const [name, text, container] of [
    ['list', `[${LINE},\n${LINE}]`, 'json'],
    ['lines', `${LINE}\n${LINE}\n`, 'ndjson'],
    ['objects', `${pretty}\n${pretty}\n`, 'json'],
  ] as const) {
    const found = await read(name, text)
    assert.equal(found.container, container, name)
    assert.deepEqual(texts(found.rows), ['Banjir', 'Banjir'], name)
  }
})

test('brackets and quotation marks in texts do not end an object', async () => {
  const odd = '[{"}] \\" \\\\'
  const posts = [1, 2].map((id) => ({ ...JSON.parse(LINE), id, text: odd }))
  assert.deepEqual(texts((await read('odd', JSON.stringify(posts))).rows), [odd, odd])
})

test('pages of an API, one a line, give the posts of all pages with their authors', async () => {
  const page = (id: string) => ({
    data: [
      {
        id,
        text: `Banjir ${id}`,
        author_id: '8',
        created_at: '2026-03-20T12:00:00Z',
        public_metrics: { like_count: 1 },
      },
    ],
    includes: { users: [{ id: '8', username: 'kabar', name: 'Kabar' }] },
  })
  const { rows } = await read('pages', `${JSON.stringify(page('1'))}\n${JSON.stringify(page('2'))}\n`)
  assert.deepEqual(texts(rows), ['Banjir 1', 'Banjir 2'])
  assert.deepEqual((rows[1] as Post).author, { id: '8', username: 'kabar', displayName: 'Kabar' })
  assert.equal((rows[1] as Post).url, 'https://x.com/kabar/status/2')
})

test('a list that was cut gives the objects before the cut and names it', async () => {
  const { rows } = await read('cut', `[${LINE},{"platform":"x","te`)
  assert.deepEqual(texts(rows), ['Banjir', 'The file ends within a value.'])
})

// A workbook as Excel writes it: texts apart from the sheet, dates as numbers of days, empty cells left out, a hidden sheet first.
function workbook(sheet: string): Uint8Array {
  const parts = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="S" sheetId="2" state="hidden" r:id="rId9"/><sheet name="T" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId9" Target="worksheets/sheet1.xml"/><Relationship Id="rId1" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet2.xml': sheet,
    'xl/sharedStrings.xml':
      '<x:sst><x:si><x:t>Teks</x:t></x:si><x:si><x:t>Tanggal</x:t></x:si><x:si><x:r><x:t>Banjir &amp; </x:t></x:r><x:r><x:t>longsor</x:t></x:r></x:si></x:sst>',
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])))
}

test('a workbook is read: shared and inline texts, dates as shown, gaps between cells', async () => {
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Likes</t></is></c><c r="E1" t="str"><v>platform</v></c></row>
    <row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2" s="1"><v>46101.5</v></c><c r="D2"><v>1234</v></c><c r="E2" t="inlineStr"><is><t>X</t></is></c></row>
    <row r="3"/>
    </sheetData></worksheet>`
  const { container, rows } = await read('book.xlsx', workbook(sheet))
  assert.equal(container, 'xlsx')
  assert.equal(rows.length, 1)
  const [post] = rows as Post[]
  assert.equal(post?.text, 'Banjir & longsor')
  assert.equal(post?.platform, 'twitter')
  assert.equal(post?.engagement.likes, 1234)
  // 12:00 as the cell shows it, in the zone of the installation.
  assert.equal(post?.publishedAt.toISOString(), '2026-03-20T05:00:00.000Z')
})

test('a workbook that is cut, and an archive that is none, are refused with what to do', async () => {
  const whole = workbook('<worksheet/>')
  await assert.rejects(read('cut.xlsx', whole.subarray(0, whole.length - 40)), /damaged workbook/)
  await assert.rejects(read('other.zip', zipSync({ 'a.txt': strToU8('a') })), /no workbook: it has no sheet/)
})
