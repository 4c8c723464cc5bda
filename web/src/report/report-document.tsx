import { type ReactNode, useMemo } from 'react'
import type { WireReportBlock, WireReportContent } from '../../../src/api/wire/report.ts'
import type { Gap } from '../charts/series.ts'
import type { Language } from '../text/language.ts'
import { DAY_MS } from '../text/zone.ts'
import { ReportLanguage, type ReportLocalisation, reportIn, useReportText } from './localisation.ts'
import { ComparisonBlock, CoverageBlock, FiguresBlock, MethodBlock, SentimentBlock } from './number-blocks.tsx'
import { ChartBlock, StoriesBlock, VoicesBlock, WhyBlock } from './story-blocks.tsx'
import '../style/report-document.css'

interface ReportDocumentProps {
  readonly content: WireReportContent
  readonly language: Language
}

// A report as it is shown, shared and printed. It has everything it needs in its content, and requests nothing.
export function ReportDocument({ content, language }: ReportDocumentProps): ReactNode {
  const localisation = useMemo(() => reportIn(language), [language])
  const { text, format } = localisation
  const range = useMemo(
    () => ({ from: Date.parse(content.from), to: Date.parse(content.to) }),
    [content.from, content.to],
  )
  return (
    <ReportLanguage value={localisation}>
      <article className="report-document" lang={language}>
        <header className="report-head">
          <p className="report-small">
            Pantau · {text.heading} · {periodOf(range, localisation)}
          </p>
          <h1 className="foreign">{content.title}</h1>
          <Headline content={content} range={range} />
        </header>
        {content.blocks.map((block) => (
          <section key={block.kind} className={`report-block block-${block.kind}`}>
            <h2>{text.blocks[block.kind]}</h2>
            {block.comment !== '' && <p className="report-comment foreign">{block.comment}</p>}
            <Block block={block} range={range} />
          </section>
        ))}
        <p className="report-small">{text.made(format.time(content.made_at))}</p>
      </article>
    </ReportLanguage>
  )
}

function Block({ block, range }: { readonly block: WireReportBlock; readonly range: Gap }): ReactNode {
  switch (block.kind) {
    case 'figures':
      return <FiguresBlock block={block} />
    case 'chart':
      return <ChartBlock block={block} range={range} />
    case 'why':
      return <WhyBlock block={block} />
    case 'stories':
      return <StoriesBlock block={block} />
    case 'voices':
      return <VoicesBlock block={block} />
    case 'sentiment':
      return <SentimentBlock block={block} />
    case 'comparison':
      return <ComparisonBlock block={block} />
    case 'coverage':
      return <CoverageBlock block={block} />
    case 'method':
      return <MethodBlock block={block} />
  }
}

interface HeadlineProps {
  readonly content: WireReportContent
  readonly range: Gap
}

const STORY_SHARE_MIN = 0.1

// The news in one sentence.
function Headline({ content, range }: HeadlineProps): ReactNode {
  const localisation = useReportText()
  const { text, format } = localisation
  const { total, before, lower_bound: isLeast, story } = content.headline
  const period = periodOf(range, localisation)
  // Isolated: a name with an override of the direction must not turn the rest of the sentence.
  const name = `\u2068${content.project}\u2069`
  if (total === 0) return <p className="report-lead">{text.none(name, period)}</p>
  const isLarge = story !== null && story.count > 1 && story.count / total >= STORY_SHARE_MIN
  return (
    <p className="report-lead">
      {text.headline(name, text.total(total, isLeast), period)}
      {before > 0 && `, ${changeOf(total, before, localisation)}`}.{' '}
      {isLarge && (
        <>
          {text.largest(format.percent(story.count, total))} <q className="foreign">{firstWords(story.text)}</q>
        </>
      )}
    </p>
  )
}

const TIMES_MIN = 3

function changeOf(now: number, before: number, { text, format }: ReportLocalisation): string {
  if (now === before) return text.same
  if (now / before >= TIMES_MIN) return text.times(Math.round(now / before), before)
  return text.change(format.change(now, before), before)
}

function periodOf({ from, to }: Gap, { format }: Pick<ReportLocalisation, 'format'>): string {
  if (to - from <= DAY_MS) return format.range(from, to)
  return `${format.day(from)} – ${format.day(to - 1)}`
}

const WORDS_MAX = 14

function firstWords(text: string): string {
  const words = text.split(' ')
  return words.length <= WORDS_MAX ? text : `${words.slice(0, WORDS_MAX).join(' ')}…`
}
