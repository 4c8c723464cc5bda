import { Refusal } from '../../domain/problem.ts'
import type { ImportFile } from './file.ts'
import { recordsToRows } from './header.ts'
import type { NumberedRow } from './rows.ts'
import { readXml, report, type XmlReader } from './xml-events.ts'
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip.ts'

// Texts that several cells share are kept apart from the sheet and held while it is read.
const SHARED_CHARACTERS_MAX = 64 * 1024 * 1024
const COLUMNS_KEPT_MAX = 1_000
const CELL_CHARACTERS_MAX = 100_000

// Reads the first sheet of a workbook, row by row.
export async function* readXlsx(file: ImportFile): AsyncGenerator<readonly NumberedRow[]> {
  const entries = await readZipDirectory(file)
  const part = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name)
  const { sheet, dayZero } = await readWorkbook(file, entries)
  const shared = await readShared(file, part('xl/sharedstrings.xml'))
  const styles = await readDateStyles(file, part('xl/styles.xml'))
  yield* recordsToRows(readSheet(file, sheet, shared, { styles, dayZero }))
}

interface Workbook {
  readonly sheet: ZipEntry
  // The day that dates are counted from.
  readonly dayZero: number
}

// The order of the sheets is in the workbook; the names of their files say nothing about it.
async function readWorkbook(file: ImportFile, entries: readonly ZipEntry[]): Promise<Workbook> {
  const byName = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  let id: string | null = null
  let dayZero = DAY_ZERO
  const targets = new Map<string, string>()
  await readPart(file, byName('xl/workbook.xml'), {
    ...IGNORE,
    open(name, attribute) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute('date1904') ?? '')) dayZero = DAY_ZERO_MAC
      if (name === 'sheet' && id === null && attribute('state') !== 'hidden') id = attribute('id')
    },
  })
  await readPart(file, byName('xl/_rels/workbook.xml.rels'), {
    ...IGNORE,
    open(name, attribute) {
      if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
    },
  })
  const target = targets.get(id ?? '')?.replace(/^\/?(xl\/)?/, 'xl/')
  const sheets = entries.filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name))
  const sheet = (target === undefined ? undefined : byName(target)) ?? sheets[0]
  if (sheet === undefined)
    throw new Refusal('invalid', 'The file is no workbook: it has no sheet. Save it as XLSX or CSV.', ['fileKind'])
  return { sheet, dayZero }
}

const IGNORE: XmlReader = { open() {}, close() {}, text() {} }

async function readPart(file: ImportFile, entry: ZipEntry | undefined, reader: XmlReader): Promise<void> {
  if (entry !== undefined) await readXml(readZipEntry(file, entry), reader)
}

async function readShared(file: ImportFile, entry: ZipEntry | undefined): Promise<readonly string[]> {
  const shared: string[] = []
  let characters = 0
  let item = ''
  let inText = false
  // The reading aid of Japanese names is no part of the text.
  let inAid = false
  await readPart(file, entry, {
    open(name) {
      if (name === 'si') item = ''
      if (name === 'rPh') inAid = true
      inText = name === 't' && !inAid
    },
    close(name) {
      if (name === 't') inText = false
      if (name === 'rPh') inAid = false
      if (name !== 'si') return
      characters += item.length
      if (characters > SHARED_CHARACTERS_MAX)
        throw new Refusal('too-large', 'The workbook holds too much text: save it as CSV.', ['fileLarge'])
      shared.push(decodeCell(item))
    },
    text(text) {
      if (inText) item += text
    },
  })
  return shared
}

// Characters that XML changes or forbids are written as their number: a line break of Windows is "_x000D_\n".
function decodeCell(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

// Numbers of the built-in styles that show a date.
const DATE_STYLES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

// For each style of a cell, whether it shows a date: dates are stored as numbers of days.
async function readDateStyles(file: ImportFile, entry: ZipEntry | undefined): Promise<readonly boolean[]> {
  const custom = new Set<number>()
  const styles: boolean[] = []
  let inCells = false
  await readPart(file, entry, {
    ...IGNORE,
    open(name, attribute) {
      const number = Number(attribute('numFmtId'))
      if (name === 'numFmt' && isDateCode(attribute('formatCode') ?? '')) custom.add(number)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) styles.push(DATE_STYLES.has(number) || custom.has(number))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

function isDateCode(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
}

interface Dates {
  // For each style, whether it shows a date.
  readonly styles: readonly boolean[]
  readonly dayZero: number
}

async function* readSheet(
  file: ImportFile,
  entry: ZipEntry,
  shared: readonly string[],
  dates: Dates,
): AsyncGenerator<readonly (readonly string[])[]> {
  const reader = new SheetReader(shared, dates)
  const decoder = new TextDecoder()
  let pending = ''
  for await (const chunk of readZipEntry(file, entry)) {
    pending = report(pending + decoder.decode(chunk, { stream: true }), reader)
    yield reader.take()
  }
}

class SheetReader implements XmlReader {
  readonly #shared: readonly string[]
  readonly #dates: Dates
  #rows: string[][] = []
  #row: string[] = []
  #column = 0
  #type = ''
  #isDate = false
  #value = ''
  #inValue = false

  constructor(shared: readonly string[], dates: Dates) {
    this.#shared = shared
    this.#dates = dates
  }

  take(): readonly string[][] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'row') {
      this.#row = []
      this.#column = -1
    } else if (name === 'c') {
      const reference = attribute('r')
      this.#column = reference === null ? this.#column + 1 : columnNumber(reference)
      this.#type = attribute('t') ?? 'n'
      this.#isDate = this.#dates.styles[Number(attribute('s') ?? -1)] === true
      this.#value = ''
    }
    this.#inValue = name === 'v' || name === 't'
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inValue = false
    else if (name === 'c' && this.#column < COLUMNS_KEPT_MAX) {
      while (this.#row.length < this.#column) this.#row.push('')
      this.#row[this.#column] = this.#cell()
    } else if (name === 'row' && this.#row.some((value) => value !== '')) this.#rows.push(this.#row)
  }

  text(text: string): void {
    if (this.#inValue && this.#value.length < CELL_CHARACTERS_MAX) this.#value += text
  }

  #cell(): string {
    if (this.#type === 's') return this.#shared[Number(this.#value)] ?? ''
    if (this.#type === 'e') return ''
    if (this.#type !== 'n') return decodeCell(this.#value)
    return this.#isDate && this.#value !== '' ? dateOf(Number(this.#value), this.#dates.dayZero) : this.#value
  }
}

// "AB12" is column 27, counted from 0.
function columnNumber(reference: string): number {
  let number = 0
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A') number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

const DAY_MS = 86_400_000
// Day 0 of spreadsheets, which count a 29 February 1900 that never was.
const DAY_ZERO = Date.UTC(1899, 11, 30)
// That of workbooks which began on an old Macintosh.
const DAY_ZERO_MAC = Date.UTC(1904, 0, 1)

// A local time without a zone, as the cell shows it.
function dateOf(days: number, dayZero: number): string {
  const date = new Date(dayZero + Math.round((days * DAY_MS) / 1000) * 1000)
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 19).replace('T', ' ')
}
