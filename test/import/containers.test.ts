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
function workbook(sheet: string, settings = ''): Uint8Array {
  const parts = {
    'xl/workbook.xml': `<workbook>${settings}<sheets><sheet name="S" sheetId="2" state="hidden" r:id="rId9"/><sheet name="T" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId9" Target="worksheets/sheet1.xml"/><Relationship Id="rId1" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    'xl/worksheets/sheet2.xml': sheet,
    'xl/sharedStrings.xml':
      '<x:sst><x:si><x:t>Teks</x:t></x:si><x:si><x:t>Tanggal</x:t></x:si><x:si><x:r><x:t>Banjir &amp; </x:t></x:r><x:r><x:t>longsor</x:t></x:r></x:si><x:si><x:t>Banjir_x000D_\n東京</x:t><x:rPh sb="0" eb="2"><x:t>トウキョウ</x:t></x:rPh></x:si></x:sst>',
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

test('a workbook that counts its days from 1904 gives the dates that its cells show', async () => {
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>platform</v></c></row>
    <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>44639.5</v></c><c r="C2" t="str"><v>x</v></c></row>
    </sheetData></worksheet>`
  const { rows } = await read('mac.xlsx', workbook(sheet, '<workbookPr date1904="1"/>'))
  assert.equal((rows as Post[])[0]?.publishedAt.toISOString(), '2026-03-20T05:00:00.000Z')
})

test('a text of a workbook has its line breaks and not its reading aid', async () => {
  const sheet = `<worksheet><sheetData>
    <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>platform</v></c></row>
    <row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" s="1"><v>46101.5</v></c><c r="C2" t="str"><v>x</v></c></row>
    </sheetData></worksheet>`
  const { rows } = await read('lines.xlsx', workbook(sheet))
  assert.match((rows as Post[])[0]?.text ?? '', /^Banjir\s+東京$/)
})

test('a picture, an old workbook and a web page are refused with what to send instead', async () => {
  const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (at * at + at * 7) % 256)
  await assert.rejects(read('picture.csv', noise), /not a text or a workbook: send CSV, XLSX, NDJSON or JSON/)
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise])
  await assert.rejects(read('old.xls', old), /old kind \(XLS\): save it as XLSX or CSV/)
  await assert.rejects(
    read('page.xls', '\ufeff<html><table><tr><td>Isi'),
    /a web page or XML: open it in a spreadsheet/,
  )
})

test('a table in Windows-1252 is read, and a damaged character does not turn UTF-8 into it', async () => {
  const ascii = `platform,text,date\nx,${'banjir '.repeat(20_000)},2026-03-20\n`
  const windows = Buffer.concat([
    Buffer.from(ascii),
    Buffer.from('x,banjir \x93rob\x94 di caf\xe9,2026-03-20\n', 'latin1'),
  ])
  assert.equal(texts((await read('windows.csv', windows)).rows)[1], 'banjir “rob” di café')
  const damaged = Buffer.concat([
    Buffer.from('platform,text,date\nx,banjir “rob” di café '),
    Buffer.from([0xe2, 0x80]),
    Buffer.from(',2026-03-20\n'),
  ])
  assert.match(texts((await read('damaged.csv', damaged)).rows)[0] ?? '', /^banjir “rob” di café/)
})

test('ids that a spreadsheet has rounded are not ids: the address or the text gives one', async () => {
  const table = `tweet_id;user id;platform;text;date;url
1,98900E+18;1,5E+18;x;banjir satu;2026-03-20;
1,98900E+18;1,5E+18;x;banjir dua;2026-03-20;https://x.com/kabar/status/1989000000000000002
1.989e18;7;x;banjir tiga;2026-03-20;
`
  const rows = (await read('rounded.csv', table)).rows as Post[]
  assert.equal(new Set(rows.map(({ platformId }) => platformId)).size, 3)
  assert.equal(rows[1]?.platformId, '1989000000000000002')
  assert.deepEqual(
    rows.map(({ author }) => author.id),
    ['', '', '7'],
  )
})

test('the order of days and months must be given also when the first column of dates holds none', async () => {
  const table = 'platform,text,published_at,date\nx,banjir,kemarin,03/04/2026\n'
  assert.match((await read('second.csv', table)).plan.problem?.message ?? '', /can be read in two ways/)
})

test('the user name of a nested author is not the name that is shown', async () => {
  const line = {
    platform: 'x',
    text: 'banjir',
    date: '2026-03-20',
    user: { name: 'Kabar Jabar', screen_name: 'kabar' },
  }
  const [post] = (await read('nested', JSON.stringify({ ...line, metrics: { likes: 12, views: 90 } }))).rows as Post[]
  assert.equal(post?.author.username, 'kabar')
  assert.deepEqual(post?.engagement, { likes: 12, comments: 0, shares: 0, views: 90 })
})
