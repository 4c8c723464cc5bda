// Splits Indonesian and English text into sentences. A full stop ends a sentence only before something that can start one, and not
// after a title, an abbreviation, an initial or a list number. The space after it may be missing, as people often forget it.
export function splitSentences(text: string): string[] {
  return text.split('\n').flatMap(splitLine)
}

const END =
  /[.!?…]{1,9}["”’»)\]]{0,3}(?:\s+(?=["“‘«([]?[\p{Lu}\p{N}]|\p{Extended_Pictographic}|@|#)|(?<=\p{Ll}{2}[.!?]{1,3})(?=\p{Lu}\p{Ll}|#))/gu
// These precede a name or a number, so no sentence ends with them. `dll.` and `dsb.` can end one.
const BEFORE_NAME = new Set(
  `dr drg drh prof ir drs dra h hj kh jl jln gg no nomor tgl hlm rp pt cv ud st mr mrs ms sr jr vs sdr sdri bpk ibu tn ny
  yth kab kec kel prov ds rt rw kol letkol mayjen brigjen letjen jend irjen kombes akbp akp kompol ipda iptu aiptu bripka
  brigpol serka sertu kapt a.n u.p s.d d.h gen col sen rep gov lt sgt capt fig approx est dept art pasal ust rev hon`.split(
    /\s+/,
  ),
)

function splitLine(line: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const match of line.matchAll(END)) {
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && !match[0].startsWith('..') && !endsSentence(line.slice(start, match.index)))
      continue
    sentences.push(line.slice(start, end).trim())
    start = end
  }
  sentences.push(line.slice(start).trim())
  return sentences.filter((sentence) => sentence !== '')
}

// Whether a full stop after this text can end its last sentence.
function endsSentence(before: string): boolean {
  const word = (/\S+$/.exec(before)?.[0] ?? '').replace(/^["“‘(]+/, '')
  // `A. Yani`, `S.H.`, and list numbers.
  if (/^(?:\p{L}\.)*\p{L}$/u.test(word)) return false
  if (/^\d{1,2}$/.test(word) && before.trim() === word) return false
  // Academic titles: `S.Sos.`, `M.Si.`, `Ph.D.`
  if (/^\p{Lu}\p{L}?\.\p{L}{1,4}$/u.test(word)) return false
  return !BEFORE_NAME.has(word.toLowerCase())
}
