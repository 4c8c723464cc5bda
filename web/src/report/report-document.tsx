import { type ReactNode, useMemo } from 'react'
import type { WireReportBlock, WireReportContent } from '../../../src/api/wire/report.ts'
import type { Language } from '../text/language.ts'
import { describeFilter } from './describe-filter.ts'
import { ReportLanguage, type ReportLocalisation, reportIn, useReportText } from './localisation.ts'
import { ComparisonBlock, CoverageBlock, FiguresBlock, MethodBlock, SentimentBlock } from './number-blocks.tsx'
import { ChartBlock, StoriesBlock, SummaryBlock, VoicesBlock, WhyBlock } from './story-blocks.tsx'
import '../style/report-document.css'

interface ReportDocumentProps {
  readonly content: WireReportContent
  readonly language: Language
}

// A report as it is shown, shared and printed. It has everything it needs in its content, and requests nothing.
export function ReportDocument({ content, language }: ReportDocumentProps): ReactNode {
  const localisation = useMemo(() => reportIn(language), [language])
  const { text, format } = localisation
  const period = format.period(Date.parse(content.from), Date.parse(content.to))
  const limits = describeFilter(content.filter, localisation).join(' · ')
  return (
    <ReportLanguage value={localisation}>
      <article className="report-document" lang={language}>
        <header className="report-head">
          <p className="report-small">
            Pantau · {text.heading} · {period}
          </p>
          <h1 className="foreign">{content.title}</h1>
          <Headline content={content} period={period} />
          {limits !== '' && <p className="report-limits foreign">{text.filter(limits)}</p>}
        </header>
        {content.blocks.map((block) => (
          <section key={block.kind} className={`report-block block-${block.kind}`}>
            <h2>{text.blocks[block.kind]}</h2>
            {block.comment !== '' && <p className="report-comment foreign">{block.comment}</p>}
            <Block block={block} content={content} />
          </section>
        ))}
        <p className="report-small">{text.made(format.time(content.made_at))}</p>
      </article>
    </ReportLanguage>
  )
}

function Block({
  block,
  content,
}: {
  readonly block: WireReportBlock
  readonly content: WireReportContent
}): ReactNode {
  switch (block.kind) {
    case 'figures':
      return <FiguresBlock block={block} />
    case 'chart':
      return <ChartBlock block={block} content={content} />
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
    case 'summary':
      return <SummaryBlock block={block} />
    case 'coverage':
      return <CoverageBlock block={block} />
    case 'method':
      return <MethodBlock block={block} />
  }
}

interface HeadlineProps {
  readonly content: WireReportContent
  readonly period: string
}

const STORY_SHARE_MIN = 0.1

// The news in one sentence.
function Headline({ content, period }: HeadlineProps): ReactNode {
  const localisation = useReportText()
  const { text, format } = localisation
  const { total, before, lower_bound: isLeast, story } = content.headline
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

const WORDS_MAX = 14

function firstWords(text: string): string {
  const words = text.split(' ')
  return words.length <= WORDS_MAX ? text : `${words.slice(0, WORDS_MAX).join(' ')}…`
}
