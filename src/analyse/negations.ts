import { hashText } from './similar-words.ts'

// Words that turn a statement into its opposite: Indonesian (formal and chat), Javanese, Sundanese, English. `t` is what the reader
// leaves of `don't`.
const WORDS = `tidak tak tdk tiada bukan bukanlah bkn belum blm jangan jgn gak ga gk g nggak ngga enggak engga kagak kaga ndak
  ora mboten durung dudu teu henteu sanes acan
  not no never nor none neither cannot cant dont doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt
  hasnt havent hadnt aint t`
const HASHES: ReadonlySet<number> = new Set(WORDS.split(/\s+/).map((word) => hashText(word) | 0))

export function isNegation(hash: number): boolean {
  return HASHES.has(hash | 0)
}
