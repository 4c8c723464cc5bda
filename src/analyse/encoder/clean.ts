const CHARACTERS_MAX = 2_000

// The text as the encoder was trained on it. A change here needs a new encoder.
export function cleanText(text: string): string {
  return text
    .slice(0, CHARACTERS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/https?:\/\/\S+|www\.\S+/g, ' <url> ')
    .replace(/@[\p{L}\p{N}_]+/gu, ' <user> ')
    .replace(/(\p{L})\1{2,}/gu, '$1$1')
    .replace(/\s+/gu, ' ')
    .trim()
}
