import { changeSentence, gapSentence } from './change.ts'
import { candidatesOf } from './choose.ts'
import { sideSentence, speakerSentence, statementSentence, storySentence, themeSentence } from './content.ts'
import type { Context } from './context.ts'
import type { Draft, Material } from './material.ts'
import { PHRASES } from './phrases.ts'
import { findThemes } from './themes.ts'
import { volumeSection } from './volume.ts'

const SENTENCES_MIN = 5

// The built-in summariser: prose around the counts and literal quotations from mentions. The same material always gives the same
// text. At most eight sentences in four paragraphs: volume; themes, stories and speakers; the two sides; what is new and what is missing.
export function extract({ mentions, facts, language, reader }: Material): Draft[] {
  if (mentions.length === 0) return []
  const context: Context = {
    phrases: PHRASES[language],
    facts,
    reader,
    mentions,
    candidates: candidatesOf(mentions),
    themes: findThemes(mentions, reader, Number.POSITIVE_INFINITY),
    used: [],
    named: new Set(),
  }
  const volume = volumeSection(context)
  const content = [themeSentence(context), storySentence(context), speakerSentence(context)].filter(isPresent)
  const sides = [sideSentence(context)].filter(isPresent)
  const ending = [changeSentence(context), gapSentence(context)].filter(isPresent)
  const length = volume.length + content.length + sides.length + ending.length
  for (let missing = SENTENCES_MIN - length; missing > 0; missing--) {
    const statement = statementSentence(context)
    if (statement === null) break
    content.push(statement)
  }
  const paragraphs = [volume, content, sides, ending]
  return paragraphs.flatMap((drafts) => drafts.map((draft, at) => ({ ...draft, startsParagraph: at === 0 })))
}

function isPresent(draft: Draft | null): draft is Draft {
  return draft !== null
}
