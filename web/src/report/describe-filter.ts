import type { WireReportContent } from '../../../src/api/wire/report.ts'
import { entityLabel } from '../map/entity-label.ts'
import { platformRow } from '../platforms.ts'
import type { ReportLocalisation } from './localisation.ts'

const TONES = { [-1]: 'negative', 0: 'neutral', 1: 'positive' } as const

// What the numbers of a report are limited to, in words.
export function describeFilter(
  filter: WireReportContent['filter'],
  { text, format, language }: ReportLocalisation,
): readonly string[] {
  const { sentimen, sosmedId, relevance, entity, author, story, tag, q } = filter
  const sources = sosmedId?.split(',').map((source) => platformRow(source as never).label[language])
  return [
    sentimen === undefined ? '' : text.sentiment[TONES[sentimen]],
    sources?.join(' + ') ?? '',
    filter.language === undefined ? '' : format.language(filter.language),
    relevance === undefined ? '' : text.method.relevance[relevance],
    entity === undefined ? '' : entityLabel(entity),
    author === undefined ? '' : `@${author}`,
    story === undefined ? '' : text.method.story,
    tag === undefined ? '' : `# ${tag}`,
    q === undefined ? '' : `“${q}”`,
  ].filter((part) => part !== '')
}
