import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'

interface Titled {
  readonly title: string | null
  readonly body: string
}

const TITLE_MAX = 300
// The sources that store a title as the first paragraph of a text.
const TITLED: readonly string[] = ['news', 'youtube']
const PARAGRAPH = /\n\s*\n/

// Separates the title of an article or video from its text, which often repeats it.
export function splitTitle({ content, socialmediaid }: Pick<WireEnrichedMention, 'content' | 'socialmediaid'>): Titled {
  const [first = '', ...rest] = content.split(PARAGRAPH)
  const title = first.trim()
  const isTitled = TITLED.includes(socialmediaid) && rest.length > 0 && title !== ''
  if (!isTitled || title.length > TITLE_MAX || title.includes('\n')) return { title: null, body: content }
  const body = content.slice(content.indexOf(title) + title.length).trim()
  return { title, body: body.startsWith(title) ? body.slice(title.length).replace(/^[\s.:–-]+/, '') : body }
}

// One line for a list, where the source is not known.
export function firstParagraph(text: string): string {
  return text.trim().split(PARAGRAPH, 1)[0] ?? text
}

// One line for a list: the title, or the text of what has none.
export function headlineOf(mention: Pick<WireEnrichedMention, 'content' | 'socialmediaid'>): string {
  return splitTitle(mention).title ?? mention.content
}
