const QUOTE = '"'
// A quotation mark is understood by what follows it, and a line may end in two characters.
const AHEAD = 2

export class CsvError extends Error {}

// Splits text into records, by RFC 4180, with what tables of real life need besides: the file's first line decides what ends a line,
// empty lines are left out, and a field that goes on after its closing quotation mark is taken as it is.
export class CsvRecords {
  readonly #delimiter: string
  readonly #sizeMax: number
  #lineEnd = ''
  #line = 1
  // What is not read yet, because it depends on what follows.
  #held = ''
  #records: string[][] = []
  #record: string[] = []
  #recordSize = 0
  #field = ''
  // In quotation marks; and whether the field had any.
  #quoting = false
  #quoted = false

  constructor(delimiter: string, sizeMax: number) {
    this.#delimiter = delimiter
    this.#sizeMax = sizeMax
  }

  // The records since the last call.
  take(): readonly (readonly string[])[] {
    return this.#records.splice(0)
  }

  // Returns an error when the rest cannot be split into records.
  read(chunk: string): CsvError | null {
    const text = this.#held + chunk
    return this.#split(text, Math.max(0, text.length - AHEAD))
  }

  finish(): CsvError | null {
    const last = this.#held.slice(-1)
    const failure = this.#split(this.#held, this.#held.length)
    if (failure !== null) return failure
    if (this.#quoting) {
      const line = last === '\r' || last === '\n' ? this.#line - 1 : this.#line
      return new CsvError(`Quote Not Closed: the parsing is finished with an opening quote at line ${line}`)
    }
    this.#endRecord('')
    return null
  }

  #split(text: string, end: number): CsvError | null {
    const signs = new Signs(text, this.#delimiter)
    // Where what is not yet in `#field` begins.
    let from = 0
    for (let at = this.#nextSign(signs, 0, end); at < end; at = this.#nextSign(signs, at + 1, end)) {
      const sign = text[at]
      if (this.#quoting) {
        const next = at + 1
        if (text[next] === QUOTE) {
          this.#field += text.slice(from, next)
          at = next
        } else if (this.#mayFollowQuote(text, next)) {
          this.#field += text.slice(from, at)
          this.#quoting = false
        } else {
          this.#field = `"${this.#field}${text.slice(from, next)}`
          this.#quoting = false
        }
        from = at + 1
      } else if (sign === QUOTE) {
        if (from < at || this.#field !== '') continue
        this.#quoting = true
        this.#quoted = true
        from = at + 1
      } else if (sign === this.#delimiter) {
        this.#endField(text.slice(from, at))
        from = at + 1
      } else {
        this.#line++
        const width = this.#lineEndAt(text, at)
        if (width === 0) continue
        this.#endRecord(text.slice(from, at))
        at += width - 1
        from = at + 1
      }
      if (this.#recordSize + this.#field.length > this.#sizeMax) return this.#tooLarge()
    }
    this.#field += text.slice(from, end)
    this.#held = text.slice(Math.max(from, end))
    return this.#recordSize + this.#field.length > this.#sizeMax ? this.#tooLarge() : null
  }

  // In quotation marks only another one means anything, but lines are counted there too.
  #nextSign({ quote, delimiter, lineFeed, carriageReturn }: Signs, from: number, end: number): number {
    if (!this.#quoting) return Math.min(quote.at(from), delimiter.at(from), lineFeed.at(from), carriageReturn.at(from))
    const next = quote.at(from)
    const last = Math.min(next, end)
    for (let at = lineFeed.at(from); at < last; at = lineFeed.at(at + 1)) this.#line++
    for (let at = carriageReturn.at(from); at < last; at = carriageReturn.at(at + 1)) this.#line++
    return next
  }

  #mayFollowQuote(text: string, at: number): boolean {
    const sign = text[at]
    return sign === undefined || sign === '\0' || sign === this.#delimiter || this.#lineEndAt(text, at) > 0
  }

  // How many characters end the line here.
  #lineEndAt(text: string, at: number): number {
    if (this.#lineEnd === '') this.#lineEnd = /^(?:\r\n|\n|\r)/.exec(text.slice(at, at + 2))?.[0] ?? ''
    return this.#lineEnd !== '' && text.startsWith(this.#lineEnd, at) ? this.#lineEnd.length : 0
  }

  #endField(rest: string): void {
    const field = this.#field + rest
    this.#record.push(field)
    this.#recordSize += field.length
    this.#field = ''
    this.#quoted = false
  }

  #endRecord(rest: string): void {
    if (!this.#quoted && this.#record.length === 0 && this.#field === '' && rest === '') return
    this.#endField(rest)
    this.#records.push(this.#record)
    this.#record = []
    this.#recordSize = 0
  }

  #tooLarge(): CsvError {
    return new CsvError(
      `Max Record Size: record exceed the maximum number of tolerated bytes of ${this.#sizeMax} at line ${this.#line}`,
    )
  }
}

// The signs that decide how a text is split. Searching for them takes a third of reading character by character.
class Signs {
  readonly quote: Sign
  readonly delimiter: Sign
  readonly lineFeed: Sign
  readonly carriageReturn: Sign

  constructor(text: string, delimiter: string) {
    this.quote = new Sign(text, QUOTE)
    this.delimiter = new Sign(text, delimiter)
    this.lineFeed = new Sign(text, '\n')
    this.carriageReturn = new Sign(text, '\r')
  }
}

// Where a sign occurs. What is found is kept until it is passed, so a rare sign is searched for once in a text.
class Sign {
  readonly #text: string
  readonly #sign: string
  #found = -1

  constructor(text: string, sign: string) {
    this.#text = text
    this.#sign = sign
  }

  // The first at `from` or after it; the length of the text when there is none. `from` must not decrease.
  at(from: number): number {
    if (this.#found >= from) return this.#found
    const found = this.#text.indexOf(this.#sign, from)
    this.#found = found < 0 ? this.#text.length : found
    return this.#found
  }
}
