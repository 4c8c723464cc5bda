import { type Tokens, WORD } from '../text/tokens.ts'

// Scripts by their first and last UTF-16 unit. A script used by only one supported language maps to that language.
const RANGES: readonly (readonly [number, number, string])[] = [
  [0x0370, 0x03ff, 'und-Grek'],
  [0x0400, 0x052f, 'und-Cyrl'],
  [0x0530, 0x058f, 'und-Armn'],
  [0x0590, 0x05ff, 'und-Hebr'],
  [0x0600, 0x08ff, 'und-Arab'],
  [0x0900, 0x097f, 'und-Deva'],
  [0x0980, 0x09ff, 'und-Beng'],
  [0x0b80, 0x0bff, 'und-Taml'],
  [0x0e00, 0x0e7f, 'und-Thai'],
  [0x0e80, 0x0eff, 'und-Laoo'],
  [0x1000, 0x109f, 'und-Mymr'],
  [0x10a0, 0x10ff, 'und-Geor'],
  [0x1100, 0x11ff, 'und-Kore'],
  [0x1780, 0x17ff, 'und-Khmr'],
  [0x1a00, 0x1a1f, 'bug'],
  [0x1b00, 0x1b7f, 'ban'],
  [0x1b80, 0x1bbf, 'su'],
  [0x1bc0, 0x1bff, 'btk'],
  [0x3040, 0x30ff, 'und-Jpan'],
  [0x3400, 0x9fff, 'und-Hani'],
  [0xa980, 0xa9df, 'jv'],
  [0xac00, 0xd7af, 'und-Kore'],
]
// Latin letters, their extensions and their combining marks.
const LATIN_END = 0x036f
const LATIN_ADDED_START = 0x1e00
const LATIN_ADDED_END = 0x1eff

// The language or script of a text that is mostly not in Latin script; null for one that is.
export function languageByScript(tokens: Tokens): string | null {
  let latin = 0
  let other = 0
  const votes = new Map<string, number>()
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kinds[index] !== WORD) continue
    const end = tokens.ends[index] as number
    for (let at = tokens.starts[index] as number; at < end; at++) {
      const unit = tokens.units[at] as number
      if (unit <= LATIN_END || (unit >= LATIN_ADDED_START && unit <= LATIN_ADDED_END)) {
        latin++
        continue
      }
      other++
      const script = scriptOf(unit)
      votes.set(script, (votes.get(script) ?? 0) + 1)
    }
  }
  if (other <= latin) return null
  // Japanese uses Chinese characters too; the kana between them distinguish it.
  if ((votes.get('und-Jpan') ?? 0) * 5 > other) return 'und-Jpan'
  let best = 'und'
  for (const [script, count] of votes) if (count > (votes.get(best) ?? 0)) best = script
  return best
}

function scriptOf(unit: number): string {
  for (const [first, last, script] of RANGES) if (unit >= first && unit <= last) return script
  return 'und'
}
