import type { Sentiment } from '../../domain/sentiment.ts'
import type { Db } from '../db.ts'
import { platformOf } from '../platforms.ts'
import { readTexts } from '../row-values.ts'
import { raw, sql } from '../sql.ts'
import { fromMentions, idArray, readMentions, type StoredMention, tagsOf, toJudgement } from './rows.ts'

// What the columns of an export show of a mention.
export type ExportedMention = Pick<
  StoredMention,
  | 'id'
  | 'platform'
  | 'text'
  | 'url'
  | 'author'
  | 'byline'
  | 'sentiment'
  | 'language'
  | 'engagement'
  | 'matched'
  | 'passing'
  | 'entities'
  | 'publishedAt'
  | 'similar'
  | 'tags'
  | 'judgement'
> & { readonly isCorrected: boolean; readonly noteText: string }

// Mentions by id, the newest first, a few at a time; one that was deleted meanwhile is left out. A row is one text with a separator
// between its fields: the client takes three times as long for as many columns, and an export reads millions. A field that contains the
// separator makes too many of them, and that mention is read the common way.
export async function* readExported(
  db: Db,
  projectId: string,
  ids: readonly string[],
): AsyncGenerator<ExportedMention[]> {
  const project = sql`${projectId}::uuid`
  const chosen = idArray(ids)
  // Few mentions have tags or a note. Whether any of these has costs less than looking for those of each.
  const rows = await db<{ row: string }>`
    select concat_ws(chr(31), ${raw(Object.values(FIELDS).join(', '))},
                     case when exists (select from mention_tag t where t.project_id = ${project} and t.id = any(${chosen}))
                          then ${tagsOf(project)} else '{}' end,
                     case when exists (select from mention_note n where n.project_id = ${project} and n.id = any(${chosen}))
                          then coalesce((select n.text from mention_note n where n.project_id = ${project} and n.id = m.id), '')
                          else '' end) as row
           ${fromMentions(project, chosen)} order by m.id desc`
  for (let start = 0; start < rows.length; start += SLICE) {
    const mentions: ExportedMention[] = []
    for (const { row } of rows.slice(start, start + SLICE)) {
      const fields = row.split(SEPARATOR)
      if (fields.length === NAMES.length) mentions.push(toExported(fields))
      else
        for (const stored of await readMentions(db, projectId, [fields[AT.id] as string]))
          mentions.push(ofStored(stored))
    }
    yield mentions
  }
}

// Mentions that are converted at once. What they are made of is freed before the next: of a whole page, all would outlive a collection
// of young objects, and be copied by it.
const SLICE = 50
const SEPARATOR = '\u001f'
// None of them is null: `concat_ws` would leave it out.
const FIELDS = {
  id: 'm.id',
  cell: 'm.cell',
  // In milliseconds, which is all that is stored of it.
  publishedMs: `round(date_part('epoch', m.published_at) * 1000)`,
  text: 'm.text',
  url: 'm.url',
  authorId: 'm.author_id',
  username: 'm.author_username',
  displayName: 'm.author_name',
  byline: `coalesce(m.byline, '')`,
  language: 'm.language',
  likes: 'm.likes',
  comments: 'm.comments',
  shares: 'm.shares',
  views: 'm.views',
  matched: 'm.matched',
  passing: 'm.passing',
  entities: 'm.entities',
  similar: 'coalesce(s.size - 1, 0)',
  isCorrected: 'm.corrected_at is not null',
  model: `coalesce(m.model::text, '')`,
  negative: `coalesce(m.negative::text, '')`,
  positive: `coalesce(m.positive::text, '')`,
}
const NAMES = [...Object.keys(FIELDS), 'tags', 'noteText']
const AT = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Record<
  keyof typeof FIELDS | 'tags' | 'noteText',
  number
>

function toExported(fields: readonly string[]): ExportedMention {
  const at = (index: number) => fields[index] as string
  const cell = Number(at(AT.cell))
  return {
    id: at(AT.id),
    platform: platformOf(Math.floor(cell / 3)),
    text: at(AT.text),
    url: at(AT.url),
    author: { id: at(AT.authorId), username: at(AT.username), displayName: at(AT.displayName) },
    byline: at(AT.byline),
    sentiment: ((cell % 3) - 1) as Sentiment,
    language: at(AT.language),
    engagement: {
      likes: Number(at(AT.likes)),
      comments: Number(at(AT.comments)),
      shares: Number(at(AT.shares)),
      views: Number(at(AT.views)),
    },
    matched: readTexts(at(AT.matched)) as string[],
    passing: at(AT.passing) === 't',
    entities: readTexts(at(AT.entities)) as string[],
    publishedAt: new Date(Number(at(AT.publishedMs))),
    similar: Number(at(AT.similar)),
    isCorrected: at(AT.isCorrected) === 't',
    judgement: toJudgement({
      model: numberOf(at(AT.model)),
      negative: numberOf(at(AT.negative)),
      positive: numberOf(at(AT.positive)),
    }),
    tags: readTexts(at(AT.tags)) as string[],
    noteText: at(AT.noteText),
  }
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text)
}

function ofStored(mention: StoredMention): ExportedMention {
  return { ...mention, isCorrected: mention.corrected !== null, noteText: mention.note?.text ?? '' }
}
