import type { ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { useOverview } from '../../api/projects.ts'
import { PngButton } from '../../charts/png-button.tsx'
import type { CountName } from '../../charts/series.ts'
import { SENTIMENT_WORDS, type SentimentWord } from '../../components/sentiment.tsx'
import { describeFilter } from '../../filter/chips.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import type { LegendEntry } from '../../picture/picture.ts'
import { useText } from '../../text/text.tsx'
import type { Timeline } from './timeline.ts'

interface ChartPngProps {
  readonly data: WireInsights
  readonly timeline: Timeline
}

export function VolumePng({ data, timeline, count }: ChartPngProps & { readonly count: CountName }): ReactNode {
  const { text } = useText()
  const counted = text.counts.names[count]
  const legend =
    count === 'mentions' ? fillsOf(SENTIMENT_WORDS, text.sentiment) : [{ label: counted, colour: 'accent-fill' }]
  const title = `${text.chart.volume} (${counted.toLowerCase()})`
  return <ProjectPng id={data.keyword_id} name="volume" title={title} timeline={timeline} legend={legend} />
}

export function SentimentPng({ data, timeline }: ChartPngProps): ReactNode {
  const { text } = useText()
  const legend = fillsOf(['positive', 'negative'], text.sentiment)
  const title = `${text.chart.sentiment} (${text.chart.sentimentHelp})`
  return <ProjectPng id={data.keyword_id} name="sentiment" title={title} timeline={timeline} legend={legend} />
}

function fillsOf(words: readonly SentimentWord[], names: Readonly<Record<SentimentWord, string>>): LegendEntry[] {
  return words.map((word) => ({ label: names[word], colour: `${word}-fill` }))
}

interface ProjectPngProps {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly timeline: Timeline
  readonly legend: readonly LegendEntry[]
}

// Saves a chart over time of a project, with what it is of.
function ProjectPng({ id, name, title, timeline, legend }: ProjectPngProps): ReactNode {
  const words = useText()
  const { text, format } = words
  const { filter } = useFilter()
  const { data: cards } = useOverview()
  const project = cards?.find((card) => card.project.id === id)?.project.group ?? ''
  const { range, hourly, gaps } = timeline
  const step = hourly ? text.chart.perHour : text.chart.perDay
  const limits = describeFilter(filter, words)
  const period = `${format.period(range.from, range.to)}, ${step}`
  return (
    <PngButton
      name={name}
      title={`${project}: ${title}`}
      about={limits.length === 0 ? period : `${period} · ${text.share.only(limits.join(', '))}`}
      legend={gaps.length > 0 ? [...legend, { label: text.chart.gap, colour: 'hatch' }] : legend}
    />
  )
}
