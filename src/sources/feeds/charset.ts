import { TextDecoder } from 'node:util'
import { detect } from 'chardet'

const PROLOG_BYTES = 4_096
const SAMPLE_BYTES = 64 * 1024
// What servers declare by default, whatever they actually send.
const LATIN = new Set(['windows-1252', 'iso-8859-1', 'us-ascii', 'ascii', 'latin1'])

// Decodes bytes by their byte order mark, then the HTTP header, then the declaration in the document, then a guess.
// A declaration that contradicts the bytes is ignored.
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = markedDecoder(bytes)
  if (marked !== null) return marked.decode(bytes)
  const utf8 = decodeUtf8(bytes)
  for (const label of [headerCharset(contentType), documentCharset(bytes)]) {
    const decoder = label === null ? null : openDecoder(label)
    if (decoder === null) continue
    // Valid UTF-8 with characters beyond ASCII is almost never anything else; servers declare Latin-1 by default.
    if (decoder.encoding === 'utf-8' || LATIN.has(decoder.encoding)) {
      if (utf8 !== null) return utf8
      if (decoder.encoding === 'utf-8') continue
    }
    return decoder.decode(bytes)
  }
  return utf8 ?? guessedDecoder(bytes).decode(bytes)
}

function markedDecoder(bytes: Uint8Array): TextDecoder | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  return null
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function headerCharset(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null
}

function documentCharset(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, PROLOG_BYTES)).toString('latin1')
  const found =
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(start)
  const label = found?.[1] ?? null
  // The declaration was readable as single bytes, so the document cannot be in the two-byte encoding that it declares.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function guessedDecoder(bytes: Uint8Array): TextDecoder {
  const guess = detect(bytes.subarray(0, SAMPLE_BYTES))
  return (guess === null ? null : openDecoder(guess)) ?? new TextDecoder('windows-1252')
}

function openDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
