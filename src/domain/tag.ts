export const TAG_LENGTH_MAX = 50
// Of one project.
export const TAGS_MAX = 200

// Lists of tags are written with these between them.
const SEPARATORS = /[,;\p{Cc}]/u

// A tag has one spelling: lower case, with single spaces. Null when it is empty, too long, or contains a comma or a semicolon.
export function toTag(text: string): string | null {
  const tag = text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  const isFit = tag !== '' && tag.length <= TAG_LENGTH_MAX && !SEPARATORS.test(tag)
  return isFit ? tag : null
}
