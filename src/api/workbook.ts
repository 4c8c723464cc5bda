import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { offsetMs } from '../domain/day.ts'
import { cutText } from '../text/plain.ts'
import { escapeXml } from '../text/xml.ts'

export type Cell = string | number | Date
type Row = readonly Cell[]

export interface Sheet {
  readonly name: string
  // In characters, one for each column.
  readonly widths: readonly number[]
  readonly header: readonly string[]
  // Read when the sheets before it are written.
  readonly pages: AsyncIterable<readonly Row[]>
}

const ENCODER = new TextEncoder()
// What a cell and a sheet of this format can hold.
const CELL_LENGTH_MAX = 32_767
export const ROWS_MAX = 1_048_576

const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// The numbers of the cell styles in STYLES.
const HEADER_STYLE = 1
const DATE_STYLE = 2
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E5F"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

// Streamed: rows go in, compressed bytes come out, nothing is held. Dates are shown in the time zone, because cells have none.
export async function* writeWorkbook(sheets: readonly Sheet[], timeZone: string): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    out.push(bytes)
  })
  for (const [name, xml] of Object.entries(partsOf(sheets))) {
    const part = new ZipPassThrough(name)
    zip.add(part)
    part.push(ENCODER.encode(PROLOG + xml), true)
  }
  for (const [at, sheet] of sheets.entries()) {
    const part = new ZipDeflate(`xl/worksheets/sheet${at + 1}.xml`, { level: 6 })
    zip.add(part)
    for await (const xml of writeSheet(sheet, timeZone)) {
      part.push(ENCODER.encode(xml))
      yield* out.splice(0)
    }
    part.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* out
}

function partsOf(sheets: readonly Sheet[]): Record<string, string> {
  const each = (write: (number: number, sheet: Sheet) => string) =>
    sheets.map((sheet, at) => write(at + 1, sheet)).join('')
  const styles = sheets.length + 1
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((n, { name }) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  }
}

// The header stays in view while the rows scroll.
async function* writeSheet({ widths, header, pages }: Sheet, timeZone: string): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  yield `${PROLOG}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row>${header.map((cell) => toTextCell(cell, HEADER_STYLE)).join('')}</row>`
  let rows = 1
  for await (const page of pages) {
    const room = page.slice(0, ROWS_MAX - rows)
    rows += room.length
    yield room.map((row) => `<row>${row.map((cell) => toCell(cell, timeZone)).join('')}</row>`).join('')
    if (rows === ROWS_MAX) break
  }
  yield '</sheetData></worksheet>'
}

// A text that a spreadsheet would take for a formula gets an apostrophe in front, which shows it as text. What a spreadsheet skips
// before the sign does not hide it: white space, invisible characters and marks, the separators of CSV, quotation marks. Other forms
// of the signs (full-width, small, raised) count too.
export function safeText(text: string): string {
  if (text === '' || PLAIN_START.test(text)) return text
  const [sign = ''] = text.slice(SKIPPED.exec(text)?.[0].length)
  return SIGNS.has(sign) || SIGNS.has(sign.normalize('NFKC')) ? `'${text}` : text
}

// Most texts: looking at the first character costs a tenth of looking for what is skipped.
const PLAIN_START = /^[A-Za-z0-9#]/
const SKIPPED = /^[\s\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800;,'"]*/u
const SIGNS = new Set(['=', '+', '-', '@', '|', '%', '\u2212'])

function toCell(value: Cell, timeZone: string): string {
  if (typeof value === 'string') return toTextCell(value, 0)
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  const days = (value.getTime() + offsetMs(value, timeZone) - DAY_ZERO) / DAY_MS
  return days < DAYS_MIN
    ? toTextCell(value.toISOString(), 0)
    : `<c s="${DATE_STYLE}"><v>${Math.round(days * 1e8) / 1e8}</v></c>`
}

const DAY_MS = 86_400_000
const DAY_ZERO = Date.UTC(1899, 11, 30)
// Spreadsheets disagree about the days before March 1900.
const DAYS_MIN = 61

function toTextCell(text: string, style: number): string {
  const value = escapeXml(cutText(safeText(text), CELL_LENGTH_MAX))
  return `<c${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
}
