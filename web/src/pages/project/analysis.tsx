import type { UseQueryResult } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import type { Query } from '../../api/readings.ts'
import type { CountName } from '../../charts/series.ts'
import { Failure, Skeleton } from '../../components/states.tsx'
import type { Filter } from '../../filter/filter.ts'
import { ProvinceMap } from '../../map/province-map.tsx'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { CampaignPanel } from './campaign-panel.tsx'
import { Groups } from './groups.tsx'
import { useIncidentMarks } from './incident-marks.ts'
import { Authors, Named, Shares, Terms } from './lists.tsx'
import { Panel } from './panel.tsx'
import { SummaryPanel } from './summary.tsx'
import { CountTiles, SentimentTiles } from './tiles.tsx'
import { CoveragePanel, SentimentPanel, VolumePanel } from './time-panels.tsx'
import { useTimeline } from './timeline.ts'
import { useWhy } from './use-why.ts'
import { WhyPanel } from './why-panel.tsx'

interface AnalysisProps {
  readonly id: string
  readonly query: Query
  // Undefined until the first response is ready to be drawn.
  readonly data: WireInsights | undefined
  readonly insights: UseQueryResult<WireInsights>
  readonly count: CountName
  readonly onCount: (count: CountName) => void
  readonly onFilter: (change: Partial<Filter>) => void
  readonly onSearch: (text: string) => void
}

export function Analysis({ data, insights, ...content }: AnalysisProps): ReactNode {
  const { text } = useText()
  return (
    <section className="analysis" aria-label={text.project.analysis}>
      {data !== undefined && <Content data={data} {...content} />}
      {data === undefined && insights.error !== null && (
        <Failure error={insights.error} onRetry={() => void insights.refetch()} />
      )}
      {data === undefined && insights.error === null && <Skeleton lines={10} tall />}
    </section>
  )
}

const NAMED = ['persons', 'organisations', 'places'] as const

type ContentProps = Omit<AnalysisProps, 'insights' | 'data'> & { readonly data: WireInsights }

const Content = memo(function Content(props: ContentProps): ReactNode {
  const { id, query, data, count, onCount, onFilter, onSearch } = props
  const { language, text, format } = useText()
  const timeline = useTimeline(id, query, data)
  const { explained, explain } = useWhy()
  const marks = useIncidentMarks(id, timeline.range.from)
  return (
    <>
      <dl className="tiles">
        <CountTiles data={data} />
        <SentimentTiles data={data} />
      </dl>
      <VolumePanel
        data={data}
        timeline={timeline}
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
        <SentimentPanel data={data} timeline={timeline} />
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
        {NAMED.map((kind) => (
          <Panel key={kind} title={text.map[kind]}>
            <Named entities={data.entities[kind]} onChoose={(entity) => onFilter({ entity })} />
          </Panel>
        ))}
        <Panel title={text.lists.authors}>
          <Authors authors={data.authors} onChoose={(author) => onFilter({ author })} />
        </Panel>
        <Panel title={text.lists.groups} help={text.lists.groupsHelp}>
          <Groups groups={data.groups} />
        </Panel>
        <CampaignPanel id={id} query={query} />
      </div>
    </>
  )
})
