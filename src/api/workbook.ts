import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { cutText } from '../text/plain.ts'

type Row = readonly (string | number)[]

const ENCODER = new TextEncoder()
// What a cell and a sheet of this format can hold.
const CELL_LENGTH_MAX = 32_767
const ROWS_MAX = 1_048_576

const PARTS = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  '_rels/.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Mentions" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

// One sheet, streamed: rows go in, compressed bytes come out, nothing is held.
export async function* writeWorkbook(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    out.push(bytes)
  })
  for (const [name, xml] of Object.entries(PARTS)) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(ENCODER.encode(PROLOG + xml), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 })
  zip.add(sheet)
  const push = (text: string, last = false) => sheet.push(ENCODER.encode(text), last)
  push(`${PROLOG}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
  let rows = 0
  for await (const page of pages) {
    const room = page.slice(0, ROWS_MAX - rows)
    rows += room.length
    push(room.map(toRow).join(''))
    yield* out.splice(0)
    if (rows === ROWS_MAX) break
  }
  push('</sheetData></worksheet>', true)
  zip.end()
  yield* out
}

// A text that a spreadsheet would take for a formula gets an apostrophe in front, which shows it as text. What a spreadsheet skips
// before the sign does not hide it: white space, invisible characters and marks, the separators of CSV, quotation marks. Other forms
// of the signs (full-width, small, raised) count too.
export function safeText(text: string): string {
  const [sign = ''] = text.slice(SKIPPED.exec(text)?.[0].length)
  return SIGNS.has(sign) || SIGNS.has(sign.normalize('NFKC')) ? `'${text}` : text
}

const SKIPPED = /^[\s\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800;,'"]*/u
const SIGNS = new Set(['=', '+', '-', '@', '|', '%', '\u2212'])

function toRow(row: Row): string {
  return `<row>${row.map(toCell).join('')}</row>`
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cutText(safeText(value), CELL_LENGTH_MAX))}</t></is></c>`
}

// XML cannot hold most control characters or halves of surrogate pairs at all.
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
