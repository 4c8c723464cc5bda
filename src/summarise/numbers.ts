// Reads the numbers of a sentence, in digits and in words, for the evidence rule.
export interface FoundNumber {
  // `1.234`, `1,234` and `1234` are all `1234`; `12,50` is `12.5`.
  readonly value: string
  readonly percent: boolean
  readonly start: number
  readonly end: number
}

const DIGITS = /\d+(?:[.,]\d+)*/g
const PERCENT = /^\s*(?:%|persen\b|percent\b|per cent\b)/i

export function readNumbers(text: string): FoundNumber[] {
  const source = asciiDigits(text)
  return Array.from(source.matchAll(DIGITS), (match) => {
    const end = match.index + match[0].length
    return { value: canonical(match[0]), percent: PERCENT.test(source.slice(end)), start: match.index, end }
  })
}

// Replaces the digits of every script with 0 to 9, keeping offsets, so that no number escapes the check.
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const plain = digit.normalize('NFKC')
    if (/^[0-9]$/.test(plain)) return plain.padEnd(digit.length, ' ')
    const code = digit.codePointAt(0) ?? 0
    // In Unicode the ten digits of a script are contiguous, starting with zero.
    let zero = code
    while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10).padEnd(digit.length, ' ')
  })
}

function canonical(digits: string): string {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(digits)) return strip(digits.replace(/[.,]/g, ''))
  const parts = digits.split(/[.,]/)
  if (parts.length === 1) return strip(digits)
  const fraction = (parts.pop() ?? '').replace(/0+$/, '')
  return fraction === '' ? strip(parts.join('')) : `${strip(parts.join(''))}.${fraction}`
}

function strip(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}

const UNITS: Readonly<Record<string, number>> = {
  dua: 2,
  tiga: 3,
  empat: 4,
  lima: 5,
  enam: 6,
  tujuh: 7,
  delapan: 8,
  sembilan: 9,
  sepuluh: 10,
  sebelas: 11,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
}
const SCALES: Readonly<Record<string, number>> = {
  puluh: 10,
  ratus: 100,
  ribu: 1e3,
  juta: 1e6,
  miliar: 1e9,
  triliun: 1e12,
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}
const WHOLE: Readonly<Record<string, number>> = { seratus: 100, seribu: 1_000, sejuta: 1e6 }
// Amounts without an exact value. `Satu` and `one` are left out: they are articles more often than numbers.
const VAGUE = new Set([
  'puluhan',
  'belasan',
  'ratusan',
  'ribuan',
  'jutaan',
  'miliaran',
  'setengah',
  'separuh',
  'dozens',
  'hundreds',
  'thousands',
  'millions',
  'billions',
  'half',
  'dozen',
])

export interface SpelledNumber {
  readonly words: readonly string[]
  // Null for `ribuan`, and for words that do not form a number.
  readonly value: number | null
}

// Runs of number words: `dua puluh lima` is a single run with the value 25.
export function readSpelled(text: string): SpelledNumber[] {
  const found: SpelledNumber[] = []
  let run: string[] = []
  for (const word of [...(text.toLowerCase().match(/\p{L}+|[^\s\p{L}]/gu) ?? []), '']) {
    if (isNumberWord(word)) run.push(word)
    else if (run.length > 0) {
      found.push({ words: run, value: amountOf(run) })
      run = []
    }
  }
  return found
}

function isNumberWord(word: string): boolean {
  return word === 'belas' || VAGUE.has(word) || [UNITS, SCALES, WHOLE].some((table) => Object.hasOwn(table, word))
}

function amountOf(words: readonly string[]): number | null {
  let [total, group, unit] = [0, 0, 0]
  for (const word of words) {
    const scale = SCALES[word]
    if (word === 'belas') unit += 10
    else if (UNITS[word] !== undefined) unit = UNITS[word] + (unit >= 20 && UNITS[word] < 10 ? unit : 0)
    else if (WHOLE[word] !== undefined) total += WHOLE[word]
    else if (scale === undefined) return null
    else if (scale < 1_000) {
      group += Math.max(1, unit) * scale
      unit = 0
    } else {
      total += Math.max(1, group + unit) * scale
      group = 0
      unit = 0
    }
  }
  return total + group + unit
}
