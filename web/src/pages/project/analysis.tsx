import type { UseQueryResult } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import type { Query } from '../../api/readings.ts'
import { Icon } from '../../components/icon.tsx'
import { SENTIMENT_WORDS } from '../../components/sentiment.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import type { Filter } from '../../filter/filter.ts'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { Groups } from './groups.tsx'
import { Authors, Shares, Terms } from './lists.tsx'
import { Panel } from './panel.tsx'
import { SummaryPanel } from './summary.tsx'
import { CoveragePanel, SentimentPanel, VolumePanel } from './time-panels.tsx'
import { useTimeline } from './timeline.ts'

interface AnalysisProps {
  readonly id: string
  readonly query: Query
  // Undefined until the first response is ready to be drawn.
  readonly data: WireInsights | undefined
  readonly insights: UseQueryResult<WireInsights>
  readonly onFilter: (change: Partial<Filter>) => void
  readonly onSearch: (text: string) => void
}

export function Analysis({ id, query, data, insights, onFilter, onSearch }: AnalysisProps): ReactNode {
  const { text } = useText()
  return (
    <section className="analysis" aria-label={text.project.analysis}>
      {data !== undefined && <Content id={id} query={query} data={data} onFilter={onFilter} onSearch={onSearch} />}
      {data === undefined && insights.error !== null && (
        <Failure error={insights.error} onRetry={() => void insights.refetch()} />
      )}
      {data === undefined && insights.error === null && <Skeleton lines={10} tall />}
    </section>
  )
}

type ContentProps = Omit<AnalysisProps, 'insights' | 'data'> & { readonly data: WireInsights }

const Content = memo(function Content({ id, query, data, onFilter, onSearch }: ContentProps): ReactNode {
  const { language, text, format } = useText()
  const timeline = useTimeline(id, query, data)
  return (
    <>
      <Tiles data={data} />
      <VolumePanel timeline={timeline} total={data.total} onFilter={onFilter} />
      <SummaryPanel id={id} />
      <div className="panels">
        <SentimentPanel timeline={timeline} />
        <CoveragePanel timeline={timeline} />
        <Panel title={text.chart.sources}>
          <Shares
            counts={data.sources}
            names={PLATFORMS.filter((name) => (data.sources[name] ?? 0) > 0)}
            label={(name) => platformRow(name).label[language]}
            onChoose={(name) => onFilter({ sources: [name] })}
          />
        </Panel>
        <Panel title={text.chart.languages}>
          <Shares
            counts={data.languages}
            names={Object.keys(data.languages).slice(0, 6)}
            label={format.language}
            onChoose={(language) => onFilter({ language })}
          />
        </Panel>
        <Panel title={text.lists.terms} help={text.lists.termsHelp}>
          <Terms terms={data.terms} prefix="" onChoose={onSearch} />
        </Panel>
        <Panel title={text.lists.hashtags}>
          <Terms terms={data.hashtags} prefix="#" onChoose={onSearch} />
        </Panel>
        <Panel title={text.lists.authors}>
          <Authors authors={data.authors} onChoose={(author) => onFilter({ author })} />
        </Panel>
        <Panel title={text.lists.groups} help={text.lists.groupsHelp}>
          <Groups groups={data.groups} />
        </Panel>
      </div>
    </>
  )
})

function Tiles({ data }: { readonly data: WireInsights }): ReactNode {
  const { text, format } = useText()
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>{text.project.total}</dt>
        <dd>{format.number(data.total)}</dd>
      </div>
      {SENTIMENT_WORDS.toReversed().map((word) => (
        <div key={word} className={`tile ${word}`}>
          <dt>
            <Icon name={word} />
            {text.sentiment[word]}
          </dt>
          <dd>
            {format.percent(data.sentiment_distribution[word] ?? 0, data.total)}
            <span className="soft small tabular">{format.number(data.sentiment_distribution[word] ?? 0)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
