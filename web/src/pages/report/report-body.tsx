import type { ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import type { WireSummary } from '../../../../src/api/wire/summary.ts'
import type { Query } from '../../api/readings.ts'
import { SentimentLines } from '../../charts/sentiment-lines.tsx'
import type { CountName } from '../../charts/series.ts'
import { EstimateNote } from '../../components/estimate.tsx'
import { SentimentBar } from '../../components/sentiment.tsx'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { EvidenceMention } from '../project/evidence.tsx'
import { Authors, Shares, Terms } from '../project/lists.tsx'
import { paragraphsOf } from '../project/paragraphs.ts'
import { SummaryFacts } from '../project/summary.tsx'
import { CountTiles, totalOf } from '../project/tiles.tsx'
import { Volume, VolumeLimits } from '../project/time-panels.tsx'
import { useTimeline } from '../project/timeline.ts'
import { type Footnotes, makeFootnotes } from './footnotes.ts'

interface ReportBodyProps {
  readonly id: string
  readonly query: Query
  readonly data: WireInsights
  readonly summary: WireSummary | null
  readonly count: CountName
}

export function ReportBody({ id, query, data, summary, count }: ReportBodyProps): ReactNode {
  const { language, text } = useText()
  const timeline = useTimeline(id, query, data)
  const { buckets, gaps, stepMs, range } = timeline
  const notes = makeFootnotes(summary?.evidence ?? [])
  return (
    <>
      <dl className="tiles">
        <CountTiles data={data} />
      </dl>
      {summary !== null && <SummarySection summary={summary} notes={notes} />}
      <section className="sheet-section">
        <h2>
          {text.chart.volume}{' '}
          <span className="soft">
            {text.counts.total[count](totalOf(data, count))}, {timeline.hourly ? text.chart.perHour : text.chart.perDay}
          </span>
        </h2>
        <Volume data={data} timeline={timeline} count={count} height={220} />
        <p className="small soft">
          {text.counts.help[count]} <VolumeLimits data={data} timeline={timeline} />
        </p>
      </section>
      <div className="sheet-columns">
        <section className="sheet-section">
          <h2>{text.chart.sentiment}</h2>
          <SentimentBar counts={data.sentiment_distribution} />
          <EstimateNote data={data} />
          <SentimentLines buckets={buckets} gaps={gaps} stepMs={stepMs} range={range} height={150} />
        </section>
        <section className="sheet-section">
          <h2>{text.chart.sources}</h2>
          <Shares
            counts={data.sources}
            names={PLATFORMS.filter((name) => (data.sources[name] ?? 0) > 0)}
            label={(name) => platformRow(name).label[language]}
          />
        </section>
        <section className="sheet-section">
          <h2>{text.lists.authors}</h2>
          <Authors authors={data.authors} />
        </section>
        <section className="sheet-section">
          <h2>{text.lists.terms}</h2>
          <Terms terms={data.terms} prefix="" />
          <h2 className="below">{text.lists.hashtags}</h2>
          <Terms terms={data.hashtags} prefix="#" />
        </section>
      </div>
      {notes.ids.length > 0 && (
        <section className="sheet-section sheet-evidence">
          <h2>{text.report.evidence}</h2>
          <ol className="briefs numbered">
            {notes.ids.map((id) => (
              <li key={id}>
                <EvidenceMention id={id} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function SummarySection({ summary, notes }: { readonly summary: WireSummary; readonly notes: Footnotes }): ReactNode {
  const { text } = useText()
  return (
    <section className="sheet-section">
      <h2>{text.summary.title}</h2>
      {summary.evidence.length === 0 && (
        <p className="summary">
          <bdi className="foreign">{summary.ai_summary}</bdi>
        </p>
      )}
      {paragraphsOf(summary).map((sentences) => (
        <p key={sentences[0]?.text} className="summary">
          {sentences.map((sentence) => (
            <span key={sentence.text}>
              <bdi className="foreign">{sentence.text}</bdi>
              <sup>{notes.numbersOf(sentence.mentions).join(', ')}</sup>{' '}
            </span>
          ))}
        </p>
      ))}
      <SummaryFacts summary={summary} />
    </section>
  )
}
