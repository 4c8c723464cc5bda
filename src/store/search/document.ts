import type { Entity } from '../../domain/entity.ts'
import { hashIdentity, hashWord } from '../../text/hash.ts'
import { type TermTokens, tokensOf } from '../../text/term-keys.ts'
import { WordHashes } from '../../text/word-hashes.ts'
import { readWords, type Words } from '../../text/words.ts'
import { plainArray } from '../arrays.ts'
import type { Db } from '../db.ts'
import { sql } from '../sql.ts'
import { openCache } from './cache.ts'

// One text of a mention. The columns that are indexed change only with it.
export interface MentionVersion {
  readonly id: string
  // Milliseconds; 0 when the text is the first one.
  readonly revisedAt: number
}

// What the index holds of a mention, apart from its cell and its story.
export interface IndexedDocument extends MentionVersion {
  // Hashes of the words, of the author's names and of the entities, and PASSING_WORD. A word that occurs twice may be here twice.
  readonly words: Float64Array
  readonly author: number
  readonly language: string
  readonly entities: readonly Entity[]
  readonly terms: TermTokens
}

interface MentionText {
  readonly id: string
  readonly text: string
  readonly matched: readonly string[]
}

interface MentionRow extends MentionText, MentionVersion {
  readonly platform: number
  readonly language: string
  readonly passing: boolean
  readonly entities: readonly Entity[]
  readonly authorId: string
  readonly username: string
}

// Documents of the newest mentions are needed by every query until they are in a segment.
const CACHE_BYTES_MAX = 48 * 2 ** 20
const cache = openCache<IndexedDocument>(CACHE_BYTES_MAX)
const READ_MAX = 1_000

// Of mention m.
export const REVISED_AT = sql`coalesce(floor(extract(epoch from m.revised_at) * 1000), 0)::bigint as "revisedAt"`

// The documents of mentions by id; an id without a mention has none. They are kept for the next query unless `once` is true.
export async function readDocuments(
  db: Db,
  projectId: string,
  versions: readonly MentionVersion[],
  { once = false }: { readonly once?: boolean } = {},
): Promise<Map<string, IndexedDocument>> {
  const documents = new Map<string, IndexedDocument>()
  const missing: string[] = []
  for (const version of versions) {
    const known = cache.get(cacheKey(version))
    if (known === undefined) missing.push(version.id)
    else documents.set(version.id, known)
  }
  for (let from = 0; from < missing.length; from += READ_MAX) {
    const rows = await db<MentionRow>`
      select id, platform, text, matched, language, passing, entities, author_id as "authorId",
             author_username as username, ${REVISED_AT}
        from mention m where project_id = ${projectId} and id = any(${missing.slice(from, from + READ_MAX)}::uuid[])`
    for (const row of rows) {
      const document = toDocument(row)
      documents.set(row.id, document)
      if (!once) cache.set(cacheKey(row), document, bytesOf(document))
    }
  }
  return documents
}

function bytesOf({ entities, words, terms }: IndexedDocument): number {
  return 600 + entities.length * 60 + words.length * 8 + terms.words.length * 9
}

function cacheKey({ id, revisedAt }: MentionVersion): string {
  return `${id} ${revisedAt}`
}

// The texts of mentions by id, as sequences of words.
export async function readSequences(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Words[]>> {
  const rows = await db<MentionText>`
    select id, text, matched from mention where project_id = ${projectId} and id = any(${ids as string[]}::uuid[])`
  return new Map(rows.map((row) => [row.id, sequencesOf(row)]))
}

// The terms of mentions, in the order of the ids.
export async function readTermTokens(db: Db, projectId: string, ids: readonly string[]): Promise<TermTokens[]> {
  const rows = await db<{ id: string; text: string }>`
    select id, text from mention where project_id = ${projectId} and id = any(${plainArray(ids)}::uuid[])`
  const texts = new Map(rows.map(({ id, text }) => [id, text]))
  return ids.map((id) => tokensOf(texts.get(id) ?? ''))
}

// A platform matches more than it shows (a link's title, a video's tags): the terms that a mention was matched by count as its words,
// so that a search for the project's own keyword finds every mention.
export function sequencesOf({ text, matched }: Omit<MentionText, 'id'>): Words[] {
  return [text, ...matched].map(readWords)
}

export function authorWord(name: string): number {
  return hashWord(`author\n${name.normalize('NFKC').toLowerCase()}`)
}

export function entityWord(entity: Entity): number {
  return hashWord(`entity\n${entity}`)
}

// A word that no text has, in the document of each mention in passing.
export const PASSING_WORD = hashWord('passing\n')

// An author without a name is unlike any other. Odd for such authors, even for all others.
function authorKey({ id, platform, authorId, username }: MentionRow): number {
  const name = authorId || username
  const key = hashIdentity(`${platform}\n${name || id}`)
  return key - (key % 2) + (name === '' ? 1 : 0)
}

export function isNamed(author: number): boolean {
  return author % 2 === 0
}

const words = new WordHashes()

function toDocument(row: MentionRow): IndexedDocument {
  // As in `sequencesOf`.
  words.addText(row.text)
  for (const term of row.matched) words.addText(term)
  if (row.authorId !== '') words.add(authorWord(row.authorId))
  if (row.username !== '' && row.username !== row.authorId) words.add(authorWord(row.username))
  for (const entity of row.entities) words.add(entityWord(entity))
  if (row.passing) words.add(PASSING_WORD)
  return {
    id: row.id,
    revisedAt: row.revisedAt,
    words: words.take(),
    author: authorKey(row),
    language: row.language,
    entities: row.entities,
    terms: tokensOf(row.text),
  }
}
