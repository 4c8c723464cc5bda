import { relevanceOf } from '../domain/mention.ts'
import type { Language } from '../domain/message.ts'
import { Refusal } from '../domain/problem.ts'
import type { ExportedMention } from '../store/mentions/export-rows.ts'

// Null where nothing is known.
export type ColumnValue = string | number | boolean | Date | readonly string[] | null

export interface ExportColumn {
  readonly name: string
  // What Parquet declares. The other formats go by the value itself.
  readonly kind: 'text' | 'integer' | 'share' | 'flag' | 'instant' | 'texts'
  // In a workbook: characters that fit, and the heading. The import recognises the headings of both languages.
  readonly width: number
  readonly heading: Readonly<Record<Language, string>>
  readonly read: (mention: ExportedMention) => ColumnValue
}

const column = (
  name: string,
  kind: ExportColumn['kind'],
  width: number,
  [id, en]: readonly [string, string],
  read: ExportColumn['read'],
): ExportColumn => ({ name, kind, width, heading: { id, en }, read })

function probabilityAt(index: 0 | 1 | 2): ExportColumn['read'] {
  return ({ judgement }) => judgement?.probabilities?.[index] ?? null
}

export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  column('id', 'text', 38, ['ID', 'ID'], (m) => m.id),
  column('source', 'text', 12, ['Sumber', 'Source'], (m) => m.platform),
  column('published_at', 'instant', 20, ['Waktu terbit', 'Published at'], (m) => m.publishedAt),
  column('author_id', 'text', 22, ['ID akun', 'Author ID'], (m) => m.author.id),
  column('author_username', 'text', 22, ['Nama pengguna', 'Author username'], (m) => m.author.username),
  column('author_name', 'text', 26, ['Nama akun', 'Author name'], (m) => m.author.displayName),
  column('content', 'text', 80, ['Isi', 'Content'], (m) => m.text),
  column('url', 'text', 40, ['Tautan', 'URL'], (m) => m.url),
  column('sentiment', 'integer', 11, ['Sentimen', 'Sentiment'], (m) => m.sentiment),
  column('corrected', 'flag', 11, ['Dikoreksi', 'Corrected'], (m) => m.isCorrected),
  column('language', 'text', 10, ['Bahasa', 'Language'], (m) => m.language),
  column('likes', 'integer', 11, ['Suka', 'Likes'], (m) => m.engagement.likes),
  column('comments', 'integer', 11, ['Komentar', 'Comments'], (m) => m.engagement.comments),
  column('shares', 'integer', 11, ['Dibagikan', 'Shares'], (m) => m.engagement.shares),
  column('views', 'integer', 11, ['Tayangan', 'Views'], (m) => m.engagement.views),
  column('matched', 'texts', 26, ['Kata yang cocok', 'Matched terms'], (m) => m.matched),
  column('similar_count', 'integer', 13, ['Mention serupa', 'Similar count'], (m) => m.similar),
  column('byline', 'text', 22, ['Penulis berita', 'Byline'], (m) => m.byline ?? ''),
  column('relevance', 'text', 11, ['Relevansi', 'Relevance'], relevanceOf),
  column('entities', 'texts', 26, ['Nama yang disebut', 'Named'], (m) => m.entities),
  column('model', 'text', 11, ['Model', 'Model'], (m) => m.judgement?.model ?? ''),
  column('probability_negative', 'share', 13, ['Peluang negatif', 'Probability negative'], probabilityAt(0)),
  column('probability_neutral', 'share', 13, ['Peluang netral', 'Probability neutral'], probabilityAt(1)),
  column('probability_positive', 'share', 13, ['Peluang positif', 'Probability positive'], probabilityAt(2)),
  column('tags', 'texts', 22, ['Tag', 'Tags'], (m) => m.tags),
  column('note', 'text', 40, ['Catatan', 'Note'], (m) => m.noteText),
]

// The columns of a comma-separated list, in its order; all of them without a list.
export function readColumns(text: string | undefined): readonly ExportColumn[] {
  if (text === undefined) return EXPORT_COLUMNS
  const chosen = new Map<string, ExportColumn>()
  for (const name of text.split(',').map((part) => part.trim())) {
    const found = EXPORT_COLUMNS.find((known) => known.name === name)
    if (found === undefined) {
      const names = EXPORT_COLUMNS.map((known) => known.name).join(', ')
      throw new Refusal('invalid', `columns: "${name}" is not a column. The columns are ${names}.`, [
        'invalid',
        'columns',
      ])
    }
    if (chosen.has(name)) throw new Refusal('invalid', `columns: "${name}" must be listed once.`, ['twice', 'columns'])
    chosen.set(name, found)
  }
  return [...chosen.values()]
}
