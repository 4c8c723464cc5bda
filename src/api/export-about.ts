import { dayOf, startOfDay } from '../domain/day.ts'
import type { MentionFilter } from '../domain/filter.ts'
import type { Language } from '../domain/message.ts'
import type { Project } from '../domain/project.ts'
import { type Coverage, coverageOf } from '../store/collecting/coverage.ts'
import type { Pool } from '../store/db.ts'
import type { ExportedMention } from '../store/mentions/export-rows.ts'
import { type Cell, ROWS_MAX } from './workbook.ts'

export interface AboutExport {
  readonly pool: Pool
  readonly project: Project
  readonly filter: MentionFilter
  // The filter as it was requested.
  readonly query: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly now: Date
  readonly timeZone: string
  readonly requestSeconds: number
}

const FILTER_FIELDS = [
  'sentimen',
  'sosmedId',
  'language',
  'relevance',
  'entity',
  'author',
  'story',
  'tag',
  'q',
] as const
// As in other readings of the coverage.
const COVERAGE_DAYS_MAX = 3_660
const NAME_MAX = 60

export interface FileName {
  // In characters that every file system and header accepts.
  readonly plain: string
  // With the letters of other scripts, which the plain one lacks.
  readonly full: string
}

// The project and the days of the period.
export function fileNameOf(about: AboutExport, ending: string): FileName {
  const folded = about.project.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
  const plain = joinWords(folded.replace(/[^a-z0-9]+/g, '-'))
  // Marks of scripts such as Thai and Devanagari are letters there; those on Latin letters are left out.
  const full = /[^\p{ASCII}]/u.test(folded.replace(/[^\p{L}\p{N}]/gu, ''))
    ? joinWords(
        about.project.name
          .normalize('NFC')
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
      )
    : plain
  const { from, to } = periodOf(about)
  const days = [from, new Date(to.getTime() - 1)].map((instant) => dayOf(instant, about.timeZone))
  const nameOf = (words: string) =>
    `${['pantau', words === '' ? about.project.id : words, ...days].join('-')}.${ending}`
  return { plain: nameOf(plain), full: nameOf(full) }
}

function joinWords(text: string): string {
  return Array.from(text).slice(0, NAME_MAX).join('').replace(/^-|-$/g, '')
}

// From the start of the project until now, where the filter leaves an end open.
function periodOf({ filter, project, timeZone, now }: AboutExport): { readonly from: Date; readonly to: Date } {
  const to = filter.to ?? now
  const start = filter.from ?? startOfDay(project.startDay, timeZone)
  return { from: start < to ? start : to, to }
}

// Counts the mentions that pass through to a sheet.
export class CountedPages {
  readonly #pages: AsyncIterable<readonly ExportedMention[]>
  readonly platforms = new Map<string, number>()
  readonly sentiments = new Map<number, number>()
  total = 0

  constructor(pages: AsyncIterable<readonly ExportedMention[]>) {
    this.#pages = pages
  }

  async *pages(): AsyncGenerator<readonly ExportedMention[]> {
    for await (const page of this.#pages) {
      const room = page.slice(0, ROWS_MAX - 1 - this.total)
      for (const { platform, sentiment } of room) {
        this.platforms.set(platform, (this.platforms.get(platform) ?? 0) + 1)
        this.sentiments.set(sentiment, (this.sentiments.get(sentiment) ?? 0) + 1)
      }
      this.total += room.length
      yield room
    }
  }
}

export async function* aboutRows(
  about: AboutExport,
  counted: CountedPages,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const { project, query, language, now, timeZone } = about
  const text = TEXTS[language]
  const { from, to } = periodOf(about)
  const filters = FILTER_FIELDS.flatMap((name) =>
    query[name] === undefined ? [] : [[`${text.filter}: ${name}`, query[name] as string | number]],
  )
  yield [
    [text.project, project.name],
    [text.keyword, project.keyword],
    ...(project.exclude === '' ? [] : [[text.exclude, project.exclude]]),
    [text.exported, now],
    [text.zone, timeZone],
    [text.from, from],
    [text.to, to],
    ...(filters.length === 0 ? [[text.filter, text.none]] : filters),
    [text.mentions, counted.total],
    ...(counted.total === ROWS_MAX - 1 ? [[text.full, text.fullHelp]] : []),
    ...Array.from(counted.platforms, ([platform, count]) => [`${text.mentions}: ${platform}`, count]),
    ...SENTIMENTS.map((sentiment) => [
      `${text.mentions}: ${text.sentiments[sentiment]}`,
      counted.sentiments.get(sentiment) ?? 0,
    ]),
    ...coverageRows(await readPeriodCoverage(about), language),
  ]
}

const SENTIMENTS = [-1, 0, 1] as const

// Null when the period lies outside of the time that the project can have listened in.
async function readPeriodCoverage(about: AboutExport): Promise<Coverage | null> {
  const { pool, project, filter, now, timeZone, requestSeconds } = about
  const period = periodOf(about)
  const to = period.to < now ? period.to : now
  const earliest = Math.max(
    startOfDay(project.startDay, timeZone).getTime(),
    period.from.getTime(),
    to.getTime() - COVERAGE_DAYS_MAX * 86_400_000,
  )
  if (earliest >= to.getTime()) return null
  const range = { from: new Date(earliest), to, timeZone, intervalSeconds: requestSeconds, platforms: filter.platforms }
  return coverageOf(pool, project.id, range)
}

function coverageRows(coverage: Coverage | null, language: Language): (readonly Cell[])[] {
  const text = TEXTS[language]
  if (coverage === null || coverage.share === null) return [[text.coverage, text.notListened]]
  return [
    [text.coverage, Math.round(coverage.share * 10_000) / 10_000],
    [text.listened, coverage.hoursListened],
    [text.covered, coverage.hoursCovered],
    [text.gaps, coverage.gaps.length + coverage.gapsLeftOut],
  ]
}

export const ABOUT_TITLES = {
  id: { mentions: 'Mention', about: 'Tentang berkas', header: ['Keterangan', 'Nilai'] },
  en: { mentions: 'Mentions', about: 'About this file', header: ['Item', 'Value'] },
} as const satisfies Record<Language, unknown>

const TEXTS = {
  id: {
    project: 'Proyek',
    keyword: 'Kata kunci',
    exclude: 'Pengecualian',
    exported: 'Diekspor pada',
    zone: 'Zona waktu',
    from: 'Periode: mulai',
    to: 'Periode: sampai sebelum',
    filter: 'Saringan',
    none: 'tidak ada',
    mentions: 'Jumlah mention',
    full: 'Tidak lengkap',
    fullHelp: 'Lembar ini penuh. Ekspor sebagai CSV atau Parquet, atau pilih periode yang lebih pendek.',
    coverage: 'Cakupan (bagian dari jam pantauan)',
    listened: 'Jam pantauan',
    covered: 'Jam yang tercakup',
    gaps: 'Celah cakupan',
    notListened: 'tidak ada pantauan dalam periode ini',
    sentiments: { [-1]: 'negatif', 0: 'netral', 1: 'positif' },
  },
  en: {
    project: 'Project',
    keyword: 'Expression',
    exclude: 'Excluded',
    exported: 'Exported at',
    zone: 'Time zone',
    from: 'Period: from',
    to: 'Period: until before',
    filter: 'Filter',
    none: 'none',
    mentions: 'Mentions',
    full: 'Incomplete',
    fullHelp: 'This sheet is full. Export as CSV or Parquet, or choose a shorter period.',
    coverage: 'Coverage (share of the hours listened)',
    listened: 'Hours listened',
    covered: 'Hours covered',
    gaps: 'Gaps in the coverage',
    notListened: 'the project did not listen in this period',
    sentiments: { [-1]: 'negative', 0: 'neutral', 1: 'positive' },
  },
} as const
