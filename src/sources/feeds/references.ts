const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const REFERENCE = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{2,5}));|&/g

// Text with its character references decoded; null if it has one beyond the usual ones. HTML has 2,000, some without a semicolon, and
// gives numbers of control characters another meaning.
export function decodeUsual(text: string): string | null {
  if (!text.includes('&')) return text
  let isPlain = true
  const decoded = text.replace(REFERENCE, (_, named?: string, number?: string) => {
    const code = Number(number)
    if (named !== undefined) return NAMED[named] as string
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800)) return String.fromCharCode(code)
    isPlain = false
    return ''
  })
  return isPlain ? decoded : null
}
