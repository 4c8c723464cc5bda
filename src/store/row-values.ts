import pg from 'pg'

// Reads the values that most rows have. The client's own parsers accept every form that PostgreSQL can write, with regular
// expressions and character by character; they are left to what these do not recognise.
const { TIMESTAMPTZ } = pg.types.builtins
const parseInstant = pg.types.getTypeParser(TIMESTAMPTZ, 'text')
const TEXTS = 1009 as typeof TIMESTAMPTZ
const parseTexts = pg.types.getTypeParser(TEXTS, 'text')
const INTEGERS = 1007 as typeof TIMESTAMPTZ
const parseIntegers = pg.types.getTypeParser(INTEGERS, 'text')

export function setRowParsers(): void {
  pg.types.setTypeParser(TIMESTAMPTZ, readInstant)
  pg.types.setTypeParser(TEXTS, readTexts)
  pg.types.setTypeParser(INTEGERS, readIntegers)
  // Calendar days stay strings, so that no time zone can shift them.
  pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
  // Counts and sequence numbers, all far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
}

const INSTANT_LENGTH = '2026-01-31 23:59:59'.length
const OFFSET_LENGTH = '+00'.length
const HOUR_MS = 3_600_000
const [DASH, COLON, SPACE, DOT, PLUS, ZERO] = ['-', ':', ' ', '.', '+', '0'].map((sign) => sign.charCodeAt(0))

// "2026-01-31 23:59:59.123456+07": a year of four digits and an offset in whole hours.
export function readInstant(text: string): Date {
  const end = text.length - OFFSET_LENGTH
  const sign = text.charCodeAt(end)
  const isCommon =
    end >= INSTANT_LENGTH &&
    (sign === PLUS || sign === DASH) &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(10) === SPACE &&
    text.charCodeAt(16) === COLON &&
    (end === INSTANT_LENGTH || text.charCodeAt(INSTANT_LENGTH) === DOT)
  const year = isCommon ? digitsAt(text, 0, 4) : 0
  // The first hundred years would be read as those of the last century.
  if (year < 100) return parseInstant(text) as Date
  const [month, day] = [digitsAt(text, 5, 7) - 1, digitsAt(text, 8, 10)]
  const [hour, minute, second] = [digitsAt(text, 11, 13), digitsAt(text, 14, 16), digitsAt(text, 17, 19)]
  const offsetMs = digitsAt(text, end + 1, text.length) * (sign === DASH ? -HOUR_MS : HOUR_MS)
  return new Date(Date.UTC(year, month, day, hour, minute, second, thousandthsAt(text, end)) - offsetMs)
}

function digitsAt(text: string, start: number, end: number): number {
  let number = 0
  for (let at = start; at < end; at++) number = number * 10 + text.charCodeAt(at) - (ZERO as number)
  return number
}

// PostgreSQL leaves out zeros at the end.
function thousandthsAt(text: string, end: number): number {
  const start = INSTANT_LENGTH + 1
  const digits = Math.min(3, end - start)
  return digits <= 0 ? 0 : digitsAt(text, start, start + digits) * 10 ** (3 - digits)
}

// Elements that hold spaces, commas, quotation marks or the word "null" are in quotation marks.
export function readTexts(text: string): (string | null)[] {
  if (text === '{}') return []
  if (text.includes('\\') || text.includes('NULL') || text.charCodeAt(1) === OPEN || text.charCodeAt(0) !== OPEN)
    return parseTexts(text) as (string | null)[]
  return text.includes('"') ? readQuoted(text) : text.slice(1, -1).split(',')
}

function readQuoted(text: string): string[] {
  const elements: string[] = []
  for (let at = 1; at < text.length; ) {
    const isQuoted = text.charCodeAt(at) === QUOTE
    const start = isQuoted ? at + 1 : at
    const found = text.indexOf(isQuoted ? '"' : ',', start)
    const end = found < 0 ? text.length - 1 : found
    elements.push(text.slice(start, end))
    at = isQuoted ? end + 2 : end + 1
  }
  return elements
}

export function readIntegers(text: string): (number | null)[] {
  if (text === '{}') return []
  if (text.includes('N') || text.charCodeAt(1) === OPEN || text.charCodeAt(0) !== OPEN)
    return parseIntegers(text) as (number | null)[]
  const integers: number[] = []
  let integer = 0
  let sign = 1
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === DASH) sign = -1
    else if (code !== COMMA && code !== CLOSE) integer = integer * 10 + code - (ZERO as number)
    else {
      integers.push(integer * sign)
      integer = 0
      sign = 1
    }
  }
  return integers
}

const [OPEN, CLOSE, COMMA, QUOTE] = ['{', '}', ',', '"'].map((sign) => sign.charCodeAt(0))
