import { cutText } from '../text/plain.ts'
import { termsOf } from '../text/terms.ts'
import { plainText } from './clean.ts'
import { spanCounts } from './facts.ts'
import { looksLikeInstruction } from './instruction.ts'
import { checkLabels, readDates } from './labels.ts'
import type { Draft, Facts, SummaryMention } from './material.ts'
import { readNumbers, readSpelled } from './numbers.ts'
import { foldQuotes, isQuoted, quotedText, readQuotes } from './quotes.ts'
import { checkSuperlatives } from './superlatives.ts'
import { isReporting, NAMES_ALLOWED, stemOf } from './vocabulary.ts'

// Why a sentence was dropped.
export type DropReason = 'evidence' | 'form' | 'quote' | 'number' | 'name' | 'support' | 'attribution'

export interface Verified {
  readonly kept: readonly Draft[]
  readonly dropped: readonly { readonly text: string; readonly reason: DropReason }[]
}

const SENTENCE_LENGTH_MAX = 700
const EVIDENCE_MAX = 20
// At least this share of a sentence's own content words must be in the mentions it cites, or in the facts.
const SUPPORT_MIN = 0.4

// The evidence rule, the same for every engine. A sentence is kept when it cites mentions that exist, its quotations are in them,
// its numbers are counts of the database or in them, and its names and most of its words are in them. docs/explanation/summaries.md
// lists what the rule cannot detect: a paraphrase made of a mention's own words may still distort its meaning.
export function verify(drafts: readonly Draft[], facts: Facts, mentions: readonly SummaryMention[]): Verified {
  const byId = new Map(mentions.map((mention) => [mention.id, mention]))
  const kept: Draft[] = []
  const dropped: { text: string; reason: DropReason }[] = []
  for (const draft of drafts) {
    const text = plainText(draft.text).replace(/\s+/g, ' ').trim()
    const evidence = [...new Set(draft.evidence)].filter((id) => byId.has(id)).slice(0, EVIDENCE_MAX)
    const cited = evidence.flatMap((id) => byId.get(id) ?? [])
    const reason = findDropReason(text, cited, facts)
    if (reason === null) kept.push({ ...draft, text, evidence })
    else dropped.push({ text: cutText(text, SENTENCE_LENGTH_MAX), reason })
  }
  return { kept, dropped }
}

function findDropReason(text: string, cited: readonly SummaryMention[], facts: Facts): DropReason | null {
  if (cited.length === 0) return 'evidence'
  if (text.length < 2 || text.length > SENTENCE_LENGTH_MAX || FORBIDDEN.test(text)) return 'form'
  if (looksLikeInstruction(text)) return 'form'
  const { quotes, rest, balanced } = readQuotes(text)
  if (!balanced || !quotes.every((quote) => cited.some((mention) => isQuoted(quote, quotedText(mention.text)))))
    return 'quote'
  // A quotation was found in a mention, so its numbers and names are there too.
  const sources = cited.map((mention) => `${mention.text}\n${mention.author}`).join('\n')
  const unattributed = withoutAuthors(rest, cited)
  if (!numbersHold(unattributed, sources, cited, facts)) return 'number'
  const counted = knownWords(`${facts.subject}\n${facts.terms.join('\n')}`)
  const known = knownWords(sources, counted)
  if (!namesHold(unattributed, known)) return 'name'
  const words = termsOf(rest).flatMap((term) => (/[\s#]/.test(term) ? [] : term.split('-')))
  const own = words.filter((word) => !isReporting(word))
  if (!wordsHold(own, known)) return 'support'
  const claimed = own.filter((word) => !counted.words.has(word))
  return isAttributed(rest, claimed, cited) ? null : 'attribution'
}

// A summary must not contain links or markup, which a mention may contain.
const FORBIDDEN = /https?:\/\/|www\.|\b[\w-]+\.(?:com|id|net|org|io|example|xyz|me|ly)\/|<\/?[a-z!]|\]\(|```/iu

function numbersHold(rest: string, sources: string, cited: readonly SummaryMention[], facts: Facts): boolean {
  const dates = readDates(rest, facts)
  const inSources = new Set(readNumbers(sources).map(({ value }) => value))
  if (!dates.unknown.every((numbers) => numbers.every((value) => inSources.has(value)))) return false
  const counts = countsOf(facts, cited)
  const shares = sharesOf(facts)
  for (const number of readNumbers(dates.rest)) {
    if (number.percent && shares.has(number.value)) continue
    if (!number.percent && counts.has(number.value)) continue
    if (!inSources.has(number.value)) return false
  }
  // Circled, superscript and Roman numerals are never used for counts, so they must be in a mention.
  for (const [figure] of dates.rest.matchAll(/[\p{No}\p{Nl}]/gu)) if (!sources.includes(figure)) return false
  const sourceWords = new Set(sources.toLowerCase().match(/\p{L}+/gu))
  for (const { words, value } of readSpelled(dates.rest)) {
    if (value !== null && counts.has(String(value))) continue
    if (!words.every((word) => sourceWords.has(word))) return false
  }
  return checkLabels(dates.rest, facts, cited) && checkSuperlatives(rest, facts)
}

// The digits in an account name such as `Warga62` are not a count, and its letters alone are not a name.
function withoutAuthors(text: string, cited: readonly SummaryMention[]): string {
  let rest = text
  for (const { author } of cited) {
    const name = foldQuotes(author)
    if (/\d/.test(name) && name.length >= 3 && /\p{L}/u.test(name)) rest = rest.replaceAll(name, ' ')
  }
  return rest
}

function countsOf(facts: Facts, cited: readonly SummaryMention[]): Set<string> {
  const days = facts.days.flatMap((day) => [
    day.positive,
    day.neutral,
    day.negative,
    day.positive + day.neutral + day.negative,
  ])
  const counts = [facts.total, ...Object.values(facts.sentiment), ...Object.values(facts.platforms), ...days]
  // The number of near-duplicates of a mention was counted by the database too.
  for (const mention of cited) counts.push(mention.groupSize)
  counts.push(...spanCounts(facts))
  return new Set(counts.map(String))
}

// The percentages shown next to the summary: sentiments and platforms, rounded or with one decimal.
function sharesOf(facts: Facts): Set<string> {
  const shares = new Set<string>()
  if (facts.total <= 0) return shares
  for (const count of [...Object.values(facts.sentiment), ...Object.values(facts.platforms)]) {
    const percent = (100 * count) / facts.total
    shares.add(String(Math.round(percent)))
    shares.add(String(Math.round(percent * 10) / 10))
  }
  return shares
}

interface Known {
  readonly words: ReadonlySet<string>
  readonly stems: readonly string[]
}

function knownWords(text: string, more?: Known): Known {
  const words = new Set(
    foldQuotes(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
  for (const word of more?.words ?? []) words.add(word)
  return { words, stems: [...new Set([...words].map(stemOf))].filter((stem) => stem.length >= 3) }
}

// A capitalised word inside the sentence is a name, and a writer must not add names.
const NAME = /(?<=[\p{L}\p{N},;:)'"-]\s+|[(/-])\p{Lu}[\p{L}\p{M}]*/gu

function namesHold(rest: string, known: Known): boolean {
  for (const [name] of rest.matchAll(NAME)) {
    const word = name.toLowerCase()
    if (!known.words.has(word) && !NAMES_ALLOWED.has(word)) return false
  }
  return true
}

function wordsHold(words: readonly string[], known: Known): boolean {
  return words.filter((word) => isKnown(word, known)).length >= words.length * SUPPORT_MIN
}

// The claim of a single post must not be stated as a fact: it needs a second post or a news report that says the same, or the
// sentence must attribute it to a post or an author. This also stops a post that makes a model repeat it.
const ATTRIBUTION =
  /\b(?:akun|warganet|netizen|pengguna|unggahan|cuitan|komentar|postingan|accounts?|users?|posts?|tweets?|comments?|commenters?)\b/iu

function isAttributed(rest: string, words: readonly string[], cited: readonly SummaryMention[]): boolean {
  if (words.length === 0 || ATTRIBUTION.test(rest)) return true
  const plain = rest.toLowerCase()
  if (cited.some(({ author }) => author.length >= 3 && plain.includes(foldQuotes(author).toLowerCase()))) return true
  const supporting = cited.filter((mention) => wordsHold(words, knownWords(mention.text)))
  return supporting.length >= 2 || supporting.some(({ platform }) => platform === 'news')
}

function isKnown(word: string, known: Known): boolean {
  if (known.words.has(word)) return true
  const stem = stemOf(word)
  return known.stems.some(
    (other) =>
      other === stem || (Math.min(stem.length, other.length) >= 4 && (stem.includes(other) || other.includes(stem))),
  )
}
