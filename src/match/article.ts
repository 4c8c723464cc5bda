// An entry of a feed, with what is searched beside its text.
export interface Entry {
  readonly text: string
  readonly hidden?: string | undefined
}

export type SearchedText = readonly [text: string, hidden: string | undefined]

// What is searched of an article, each text with what is searched beside it: the entry as its feed gave it, and its page together with
// the entry. Reading a page thus never takes a match away, and an excluded term in either of the two excludes what only the page contains.
export function searchedTexts(entry: Entry, page: string | null): SearchedText[] {
  const own: SearchedText = [entry.text, entry.hidden]
  return page === null ? [own] : [own, [page, joinTexts(entry)]]
}

function joinTexts({ text, hidden }: Entry): string {
  return hidden === undefined ? text : `${hidden}\n${text}`
}
