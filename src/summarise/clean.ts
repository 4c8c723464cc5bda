// Removes what is not part of a post's own words: repost marks, links, outlet datelines, trailing hashtags, "read also". The rest
// of every line is literally in the original, so that a quotation of it can be verified.
export function cleanText(text: string): string {
  return plainText(text)
    .replace(LINKS, '\n')
    .split('\n')
    .map(cleanLine)
    .filter((line) => line !== '' && !BOILERPLATE.test(line))
    .join('\n')
}

// Makes the text well-formed, and removes control characters and the format characters that reverse or hide text (the joiner inside emoji is kept).
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/(?!\u200d)\p{Cf}/gu, '')
}

const LINKS = /(?:https?:\/\/|www\.|pic\.twitter\.com\/|t\.co\/)\S*/gi
const REPOST = /^(?:(?:RT\s+)?@[\w.]+\s*:?\s*|RT\s*:\s+|RT\s+(?=[\p{L}[(]))+/iu
// What a dateline or a list leaves before the first word.
const BULLET = /^(?:[-–—~•*·>|]+\s+)+/u
const TAGS_TAIL = /(?:\s+#[\p{L}\p{N}_]+)+\s*$/u
const NAMES_TAIL = /\s+(?:via|cc|by)?\s*(?:@[\w.]+\s*)+$/i
const BOILERPLATE =
  /^(?:baca (?:juga|selengkapnya)|simak (?:juga|video)|lihat juga|read (?:also|more)|see also|advertisement|scroll to|gambas|\[gambas|foto:|\(foto|ikuti kami|penulis:|editor:|sumber:)/i

function cleanLine(line: string): string {
  let rest = line.replace(/[^\S\n]+/g, ' ').trim()
  rest = rest.replace(REPOST, '')
  rest = dropDateline(rest).replace(BULLET, '')
  if (!/^(?:#[\p{L}\p{N}_]+\s*)+$/u.test(rest)) rest = rest.replace(TAGS_TAIL, '').replace(NAMES_TAIL, '')
  else rest = ''
  return rest.trim()
}

// `JAKARTA, KOMPAS.com - `, `Jakarta (ANTARA) - `, `Liputan6.com, Jakarta - `. A few capitalised words before a dash are a dateline
// only if they include a domain, an agency in brackets, a known outlet or a town in capitals.
const DATELINE =
  /^((?:\p{Lu}[\p{L}\p{N}.]*|\([^()]{2,40}\))(?:[ ,/|]+(?:\p{Lu}[\p{L}\p{N}.]*|\([^()]{2,40}\))){0,6})\s*[-–—]{1,2}\s+(?=\S)/u
const LOWER_OUTLET = /^(?:detikcom|detik\.com|suara\.com|merdeka\.com|kumparan)(?:,\s*\p{Lu}\p{L}+)?\s*[-–—]{1,2}\s+/u
const OUTLET =
  /\.(?:com|co|id|net|org|tv|news)\b|\(|\b(?:CNN|CNBC|ANTARA|Antara|Reuters|AFP|TRIBUN\p{L}*|KOMPAS|TEMPO|detikcom)\b/iu
const TOWN = /^\p{Lu}{4,}(?: \p{Lu}{2,})*(?:,|$)/u

function dropDateline(line: string): string {
  const outlet = LOWER_OUTLET.exec(line)
  if (outlet !== null) return line.slice(outlet[0].length)
  const found = DATELINE.exec(line)
  const head = found?.[1] ?? ''
  if (found === null || head.length > 70) return line
  return OUTLET.test(head) || TOWN.test(head) ? line.slice(found[0].length) : line
}
