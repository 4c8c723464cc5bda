const QUOTE = 0x22
const LINE_FEED = 0x0a
const RETURN = 0x0d
// A quotation mark is understood by what follows it, and a line may end in two characters.
const AHEAD = 2

export class CsvError extends Error {}

// Splits text into records, by RFC 4180, with what tables of real life need besides: the file's first line decides what ends a line,
// empty lines are left out, and a field that goes on after its closing quotation mark is taken as it is.
export class CsvRecords {
  readonly #delimiter: number
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
    this.#delimiter = delimiter.charCodeAt(0)
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
    // Where what is not yet in `#field` begins.
    let from = 0
    for (let at = 0; at < end; at++) {
      const unit = text.charCodeAt(at)
      if (this.#quoting) {
        if (unit === RETURN || unit === LINE_FEED) this.#line++
        if (unit !== QUOTE) continue
        const next = at + 1
        if (text.charCodeAt(next) === QUOTE) {
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
      } else if (unit === QUOTE) {
        if (from < at || this.#field !== '') continue
        this.#quoting = true
        this.#quoted = true
        from = at + 1
      } else if (unit === this.#delimiter) {
        this.#endField(text.slice(from, at))
        from = at + 1
      } else if (unit === RETURN || unit === LINE_FEED) {
        this.#line++
        const width = this.#lineEndAt(text, at)
        if (width === 0) continue
        this.#endRecord(text.slice(from, at))
        at += width - 1
        from = at + 1
      } else continue
      if (this.#recordSize + this.#field.length > this.#sizeMax) return this.#tooLarge()
    }
    this.#field += text.slice(from, end)
    this.#held = text.slice(Math.max(from, end))
    return this.#recordSize + this.#field.length > this.#sizeMax ? this.#tooLarge() : null
  }

  #mayFollowQuote(text: string, at: number): boolean {
    const unit = text.charCodeAt(at)
    return at >= text.length || unit === 0 || unit === this.#delimiter || this.#lineEndAt(text, at) > 0
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
