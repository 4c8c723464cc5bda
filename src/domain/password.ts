import type { Fault } from './reason.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 1_000

// Words that lists of leaked passwords begin with, in English and Indonesian, and names of things that people choose as a password.
const COMMON = new Set(
  `password passwort passwd pass admin administrator root user guest test tester demo default changeme change secret letmein welcome
  login access hello master monkey dragon football baseball basketball soccer hockey superman batman sunshine princess shadow
  michael jordan charlie iloveyou loveyou lovely trustno freedom whatever computer internet samsung google facebook starwars
  qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc abc abcd abcde abcdef abcdefg abcdefgh
  abcdefghi indonesia jakarta bandung surabaya semarang jogja yogyakarta medan garuda merdeka pancasila nusantara bismillah
  alhamdulillah assalamualaikum allahuakbar muhammad sayang sayangku sayangkamu cinta cintaku akucintakamu rahasia katasandi
  katakunci sandi kunci pantau monitoring analis redaksi berita media doraemon naruto persib persija arema`.split(
    /\s+/,
  ),
)

const LOOKALIKES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

// What is wrong with a password; the message is the end of a sentence that begins with its name; null when it can be taken. The same rules hold
// wherever a password is chosen: in the API, on the command line, in the settings.
export function passwordFault(password: string, username = ''): Fault | null {
  const length = [...password].length
  if (length < PASSWORD_MIN)
    return { message: `must have at least ${PASSWORD_MIN} characters`, reason: ['passwordShort', PASSWORD_MIN] }
  if (length > PASSWORD_MAX)
    return { message: `must have at most ${PASSWORD_MAX} characters`, reason: ['passwordLong', PASSWORD_MAX] }
  const plain = password.toLowerCase()
  if (username.length >= 3 && plain.includes(username.toLowerCase()))
    return { message: 'must not contain the user name', reason: ['passwordName'] }
  if (isCommonPassword(plain))
    return { message: 'is one of the most common passwords; choose another', reason: ['passwordCommon'] }
  return null
}

export function isCommonPassword(password: string): boolean {
  if (new Set(password).size <= 3) return true
  if (isRun(password)) return true
  const core = password.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const words = [core, core.replace(/./gsu, (letter) => LOOKALIKES[letter] ?? letter)]
  return words.some((word) => COMMON.has(word) || COMMON.has(halfOf(word))) || isCommonWith(password)
}

// `pa55-word-2026`: nothing but digits and signs inside a common word.
function isCommonWith(word: string): boolean {
  const letters = word.replace(/[^a-z]/g, '')
  return letters.length > 0 && letters.length >= word.length / 3 && COMMON.has(letters)
}

// The word of `adminadmin`.
function halfOf(word: string): string {
  const half = word.slice(0, word.length / 2)
  return word === half + half ? half : ''
}

// `12345678`, `87654321`, `abcdefgh`, `20041999`: steps of one, or eight digits that are a date.
function isRun(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  if (steps.size === 1) return true
  if (/^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(password)) return true
  return (
    /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(password) ||
    /^(?:0?123456789?0?|9876543210?)+$/.test(password)
  )
}
