import type { UseQueryResult } from '@tanstack/react-query'
import { memo, type ReactNode, useMemo } from 'react'
import type { WireFigures, WireInsights } from '../../../../src/api/wire/insights.ts'
import { type Order, type Query, useInsights } from '../../api/readings.ts'
import type { CountName } from '../../charts/series.ts'
import { Failure, Skeleton } from '../../components/states.tsx'
import { chartQuery, type Filter, SENTIMENT_OF } from '../../filter/filter.ts'
import { ProvinceMap } from '../../map/province-map.tsx'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { AsOf } from './as-of.tsx'
import { CampaignPanel } from './campaign-panel.tsx'
import { CoveragePanel } from './coverage-panel.tsx'
import { Groups } from './groups.tsx'
import { useIncidentMarks } from './incident-marks.ts'
import { Authors, Named, Shares, Terms } from './lists.tsx'
import { Panel } from './panel.tsx'
import { SummaryPanel } from './summary.tsx'
import { CountTiles, SentimentTiles } from './tiles.tsx'
import { SentimentPanel, VolumePanel } from './time-panels.tsx'
import { useTimeline } from './timeline.ts'
import { useWhy } from './use-why.ts'
import { WhyPanel } from './why-panel.tsx'

interface AnalysisProps {
  readonly id: string
  readonly query: Query
  // Undefined until the first response is ready to be drawn.
  readonly data: WireInsights | undefined
  readonly insights: UseQueryResult<WireInsights>
  readonly figures: UseQueryResult<WireFigures>
  readonly count: CountName
  readonly onCount: (count: CountName) => void
  readonly onFilter: (change: Partial<Filter>) => void
  readonly onSearch: (text: string) => void
  readonly onOrder: (order: Order) => void
}

export function Analysis({ data, insights, figures, ...content }: AnalysisProps): ReactNode {
  const { text } = useText()
  const stale = data !== insights.data || insights.isPlaceholderData
  const busy = data === undefined ? insights.error === null : stale
  return (
    <section className="analysis" aria-label={text.project.analysis} aria-busy={busy}>
      {data !== undefined && <AsOf at={insights.dataUpdatedAt} />}
      {data !== undefined && (
        <Content
          data={data}
          ahead={stale ? figures.data : undefined}
          busy={stale}
          ready={!figures.isPending}
          {...content}
        />
      )}
      {data === undefined && insights.error !== null && (
        <Failure error={insights.error} onRetry={() => void insights.refetch()} />
      )}
      {data === undefined && busy && <Skeleton lines={10} tall />}
    </section>
  )
}

const NAMED = ['persons', 'organisations', 'places'] as const

interface ContentProps extends Omit<AnalysisProps, 'insights' | 'figures' | 'data'> {
  readonly data: WireInsights
  // The figures of the filter, while `data` is still that of another one.
  readonly ahead: WireFigures | undefined
  readonly busy: boolean
  // Whether nothing more urgent is being requested.
  readonly ready: boolean
}

const Content = memo(function Content(props: ContentProps): ReactNode {
  const { id, query, data, ahead, busy, ready, count, onCount, onFilter, onSearch, onOrder } = props
  const { language, text, format } = useText()
  // The same request as the page's, unless the filter is a single hour.
  const shown = useMemo(() => chartQuery(query), [query])
  const around = useInsights(id, shown, ready)
  const drawn = around.data ?? data
  const timeline = useTimeline(id, shown, drawn)
  const { explained, explain } = useWhy()
  const marks = useIncidentMarks(id, timeline.range.from)
  const sample = data.terms_sample
  const sampled = sample === null ? undefined : text.lists.termsSample(format.number(sample.mentions))
  return (
    <>
      <dl className={`tiles ${ahead === undefined ? '' : 'current'}`}>
        <CountTiles
          data={ahead ?? data}
          onChoose={(name) => {
            onCount(name)
            onOrder(name === 'unique' ? 'ranked' : 'newest')
          }}
        />
        <SentimentTiles data={ahead ?? data} onChoose={(word) => onFilter({ sentiment: SENTIMENT_OF[word] })} />
      </dl>
      <VolumePanel
        data={drawn}
        query={query}
        timeline={timeline}
        // Without its coverage, a time that was not monitored would be drawn as zero.
        busy={busy || around.isPlaceholderData || timeline.coverage.isPlaceholderData || timeline.coverage.isPending}
        count={count}
        onCount={onCount}
        onFilter={onFilter}
        marks={marks}
        explained={explained}
        onExplain={explain}
      />
      {explained !== null && (
        <WhyPanel projectId={id} query={query} explained={explained} onClose={() => explain(null)} />
      )}
      <SummaryPanel id={id} />
      <Panel title={text.map.title} help={text.map.help}>
        <ProvinceMap
          provinces={data.provinces}
          noPlace={data.no_place}
          total={data.total}
          chosen={query.entity?.startsWith('province:') ? query.entity.slice('province:'.length) : null}
          onChoose={(code) => onFilter({ entity: `province:${code}` })}
        />
      </Panel>
      <div className="panels">
        <SentimentPanel data={data} timeline={timeline} onFilter={onFilter} />
        <CoveragePanel coverage={timeline.coverage} onFilter={onFilter} />
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
        <Panel title={text.lists.terms} help={sampled ?? text.lists.termsHelp}>
          <Terms terms={data.terms} sample={data.terms_sample} prefix="" onChoose={onSearch} />
        </Panel>
        <Panel title={text.lists.hashtags} help={sampled}>
          <Terms terms={data.hashtags} sample={data.terms_sample} prefix="#" onChoose={onSearch} />
        </Panel>
        {NAMED.map((kind) => (
          <Panel key={kind} title={text.map[kind]}>
            <Named entities={data.entities[kind]} onChoose={(entity) => onFilter({ entity })} />
          </Panel>
        ))}
        <Panel title={text.lists.authors}>
          <Authors authors={data.authors} onChoose={(author) => onFilter({ author })} />
        </Panel>
        <Panel title={text.lists.groups} help={text.lists.groupsHelp}>
          <Groups groups={data.groups} onChoose={(story) => onFilter({ story })} />
        </Panel>
        <CampaignPanel id={id} query={query} />
      </div>
    </>
  )
})
