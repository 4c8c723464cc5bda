import { asList, asRecord, parseJson } from '../../sources/http/json.ts'
import { COLUMNS_MAX, type NumberedRow, ROW_BYTES_MAX, type Row, RowError, toRow } from './rows.ts'

const NESTING_MAX = 10
const VALUES_MAX = 2_000
// Of a list, so many members are read.
const MEMBERS_MAX = 3
// One object for the whole file, as APIs send it, is held in memory.
const FILE_BYTES_MAX = 64 * 1024 * 1024

// One JSON value a line.
export async function* readNdjson(chunks: AsyncIterator<Buffer>): AsyncGenerator<readonly NumberedRow[]> {
  let line = 0
  // A line that holds a page of posts counts as many rows as it has posts.
  let extra = 0
  for await (const bytes of readLines(chunks)) {
    line++
    const rows = bytes === null ? [TOO_LONG] : bytes.toString().trim() === '' ? [] : readLine(bytes)
    const first = line + extra
    yield rows.map((row, at) => ({ number: first + at, row }))
    extra += Math.max(0, rows.length - 1)
  }
}

const TOO_LONG = new RowError(`The line is longer than ${ROW_BYTES_MAX} bytes.`, ['rowLong'])

function readLine(line: Buffer): readonly (Row | RowError)[] {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    return [new RowError('The line is not valid JSON.', ['rowNotJson'])]
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? rowsOf(value as object) : [new RowError('The line is not an object.', ['rowNotJson'])]
}

// Yields lines as bytes, so that no character is split; null stands for a line that is too long.
async function* readLines(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer | null> {
  let pieces: Buffer[] = []
  let length = 0
  const take = () => {
    const line = length > ROW_BYTES_MAX ? null : Buffer.concat(pieces)
    pieces = []
    length = 0
    return line
  }
  for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
    const bytes = chunk.value
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      length += end - start
      if (length <= ROW_BYTES_MAX) pieces.push(bytes.subarray(start, end))
      yield take()
      start = end + 1
    }
    length += bytes.length - start
    if (length <= ROW_BYTES_MAX) pieces.push(bytes.subarray(start))
  }
  if (length > 0) yield take()
}

// A list of objects, or objects one after the other. What stands before the first bracket is left out: the archive of X assigns its
// list to a variable.
export async function* readJson(chunks: AsyncIterator<Buffer>): AsyncGenerator<readonly NumberedRow[]> {
  const splitter = new Splitter()
  let number = 0
  for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
    for (const value of splitter.push(chunk.value)) {
      const rows = value instanceof RowError ? [value] : rowsOfBytes(value)
      yield rows.map((row) => ({ number: ++number, row }))
    }
  }
  if (splitter.isOpen()) yield [{ number: number + 1, row: new RowError('The file ends within a value.', ['rowCut']) }]
}

function rowsOfBytes(bytes: Buffer): readonly (Row | RowError)[] {
  try {
    const value = parseJson(bytes)
    return typeof value === 'object' && value !== null
      ? rowsOf(value)
      : [new RowError('The value is not an object.', ['rowNotJson'])]
  } catch {
    return [new RowError('The value is not valid JSON.', ['rowNotJson'])]
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

// Cuts a stream of JSON into the members of its outermost list, or into its outermost objects.
class Splitter {
  #depth = 0
  // The depth at which members begin: 1 within a list, otherwise 0.
  #outer = 0
  #inText = false
  #escaped = false
  #pieces: Buffer[] = []
  #length = 0
  #inMember = false

  // The members that end in these bytes.
  push(bytes: Buffer): readonly (Buffer | RowError)[] {
    const members: (Buffer | RowError)[] = []
    let start = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) this.#inText = false
        continue
      }
      if (byte === QUOTE) {
        if (this.#depth > 0) this.#inText = true
        continue
      }
      if (OPENING.has(byte)) {
        if (this.#depth === 0) this.#outer = byte === 0x5b ? 1 : 0
        if (this.#depth === this.#outer && !this.#inMember) {
          this.#inMember = true
          start = at
        }
        this.#depth++
      } else if (CLOSING.has(byte)) {
        this.#depth = Math.max(0, this.#depth - 1)
        if (this.#inMember && this.#depth === this.#outer) {
          this.#keep(bytes.subarray(start, at + 1))
          members.push(this.#take())
        }
      }
    }
    if (this.#inMember) this.#keep(bytes.subarray(start))
    return members
  }

  isOpen(): boolean {
    return this.#depth > 0
  }

  #max(): number {
    return this.#outer === 1 ? ROW_BYTES_MAX : FILE_BYTES_MAX
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length <= this.#max()) this.#pieces.push(bytes)
  }

  #take(): Buffer | RowError {
    const max = this.#max()
    const value =
      this.#length > max
        ? new RowError(`The object is longer than ${max} bytes.`, ['rowLong'])
        : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#length = 0
    this.#inMember = false
    return value
  }
}

// Where the replies of APIs hold their posts.
const LISTS = [
  ['data', 'videos'],
  ['data', 'comments'],
  ['data'],
  ['items'],
  ['results'],
  ['posts'],
  ['statuses'],
  ['mentions'],
]

// The posts of an object: itself, or the members of its list when it is the reply of an API. A post has an id, a reply has none.
function rowsOf(value: object): readonly (Row | RowError)[] {
  const list = 'id' in value ? undefined : LISTS.map((path) => reach(value, path)).find(isListOfObjects)
  if (list === undefined) return [flatten(value as Record<string, unknown>)]
  const users = usersOf(value)
  return list.map((member) => {
    const author = users.get(String(asRecord(member).author_id))
    return flatten(author === undefined ? asRecord(member) : { ...asRecord(member), author })
  })
}

function reach(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => asRecord(inner)[name], value)
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.every((member) => typeof member === 'object' && member !== null)
}

// X lists the authors of a page beside its posts.
function usersOf(reply: object): ReadonlyMap<string, unknown> {
  const users = asList(asRecord(asRecord(reply).includes).users)
  return new Map(users.map((user) => [String(asRecord(user).id), user]))
}

// {"author": {"id": 1}} becomes {"author.id": "1"}, so that nested objects have columns too.
function flatten(value: Record<string, unknown>): Row {
  const row: Record<string, string> = {}
  let left = VALUES_MAX
  const add = (path: string, field: unknown, depth: number): void => {
    if (left <= 0) return
    if (
      typeof field === 'string' ||
      typeof field === 'number' ||
      typeof field === 'bigint' ||
      typeof field === 'boolean'
    ) {
      left--
      row[path] = String(field)
      return
    }
    if (typeof field !== 'object' || field === null || depth > NESTING_MAX) return
    const inner = Array.isArray(field) ? Object.entries(field.slice(0, MEMBERS_MAX)) : Object.entries(field)
    for (const [name, member] of inner.slice(0, COLUMNS_MAX)) {
      add(path === '' ? name : `${path}.${name}`, member, depth + 1)
    }
  }
  add('', value, 0)
  return toRow(row)
}
