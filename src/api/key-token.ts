import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'pantau_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = PREFIX.length + 6
const KEY = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`)

// `pantau_`, 40 random letters and digits, and a checksum of these. With the prefix, programs that search code for secrets find it;
// with the checksum, they know a real key from a similar text without a request.
export function createKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return `${PREFIX}${random}${checksumOf(random)}`
}

// The part by which people recognise a key; it opens nothing.
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH)
}

// Whether a bearer token is meant to be a key, well-formed or not.
export function isKeyLike(token: string): boolean {
  return token.startsWith(PREFIX)
}

export function isWellFormed(key: string): boolean {
  const [, random, checksum] = KEY.exec(key) ?? []
  return random !== undefined && checksumOf(random) === checksum
}

// CRC-32 in base 62.
function checksumOf(random: string): string {
  let text = ''
  for (let rest = crc32(random); text.length < CHECKSUM_LENGTH; rest = Math.floor(rest / DIGITS.length))
    text = `${DIGITS[rest % DIGITS.length]}${text}`
  return text
}
