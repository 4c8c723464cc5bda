import { findAdditions } from '../analyse/association.ts'
import { suggestCategory } from '../analyse/category.ts'
import { findNoise } from '../analyse/noise.ts'
import type { TopicText } from '../analyse/topics.ts'
import type { Keyword } from '../domain/keyword.ts'
import { formsOf } from '../match/affixes.ts'
import { isHashtag, termsOf } from '../text/terms.ts'
import { serveThread } from '../thread.ts'
import type { TopicResult, TopicTask } from './preview-thread.ts'

// The beginning of a text says what it is about.
const TERMS_MAX = 80

// The entry point of the thread that preview-thread.ts opens.
serveThread<TopicTask, TopicResult>(({ keyword, matched, others }) => {
  const isOwn = ownTerms(keyword)
  const texts = matched.map(readTerms)
  const noise = findNoise(texts, isOwn)
  const good = texts.filter((_, index) => noise.noisy[index] === false)
  return {
    noise,
    additions: findAdditions(good, others.map(readTerms), isOwn),
    // What is about something else says nothing about the project.
    category: suggestCategory(matched.filter((_, index) => noise.noisy[index] === false)),
  }
})

function readTerms(text: string): TopicText {
  return { terms: new Set(termsOf(text, TERMS_MAX)) }
}

// The expression's words and their forms, alone, in a pair or as a hashtag.
function ownTerms({ alternatives }: Keyword): (term: string) => boolean {
  const own = new Set<string>()
  for (const term of alternatives.flat()) {
    const words = term.toLowerCase().replace(/[#@"]/g, '').split(/\s+/)
    own.add(words.join(''))
    for (const word of words) for (const form of [word, ...formsOf(word)]) own.add(form)
  }
  return (term) => (isHashtag(term) ? own.has(term.slice(1)) : term.split(' ').some((word) => own.has(word)))
}
