import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { WireBacktest } from '../../../../src/api/wire/alert.ts'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { type Query, useInsights } from '../../api/readings.ts'
import type { Mark } from '../../charts/marks.ts'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { platformRow } from '../../platforms.ts'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { Volume } from '../project/time-panels.tsx'
import { useTimeline } from '../project/timeline.ts'
import { isPlatform } from './describe.ts'
import { fieldOfError, type Kind } from './draft.ts'
import '../../style/charts.css'

const STORY_MAX = 120
const CHART_PX = 200

interface BacktestProps {
  readonly projectId: string
  readonly kind: Kind
  // The range of the back-test and the filter of the rule.
  readonly query: Query
  readonly backtest: UseQueryResult<WireBacktest>
  // True while the result is about what was typed before.
  readonly isOutdated: boolean
}

// What the rule would have reported in the past, over the volume of the mentions that it counts.
export function Backtest({ projectId, kind, query, backtest, isOutdated }: BacktestProps): ReactNode {
  const { text } = useText()
  const { data, error } = backtest
  const insights = useInsights(projectId, query)
  // Before the first result there is nothing old to dim: the chart is already that of the query.
  const stale = isOutdated && data !== undefined ? 'stale' : ''
  return (
    <Panel title={text.alerts.backtest} help={text.alerts.backtestHelp} className="backtest">
      <p className={`backtest-news ${stale}`} role="status" aria-busy={isOutdated}>
        {data !== undefined && text.alerts.wouldHave(data.count)}
        {data === undefined && isOutdated && text.alerts.testing}
        {data === undefined && !isOutdated && error !== null && text.alerts.notTested}
      </p>
      {!isOutdated && error !== null && fieldOfError(error.message) === null && (
        <Note tone="bad">{describeError(error, text)}</Note>
      )}
      <div className={`backtest-result ${stale}`} aria-busy={isOutdated}>
        {insights.data === undefined && insights.error === null && <Skeleton lines={6} tall />}
        {insights.data === undefined && insights.error !== null && (
          <Failure error={insights.error} onRetry={() => void insights.refetch()} />
        )}
        {insights.data !== undefined && (
          <MarkedVolume projectId={projectId} query={query} data={insights.data} incidents={data?.incidents ?? []} />
        )}
        {data !== undefined && <Found kind={kind} result={data} />}
      </div>
    </Panel>
  )
}

type Incident = WireBacktest['incidents'][number]

interface MarkedVolumeProps {
  readonly projectId: string
  readonly query: Query
  readonly data: WireInsights
  readonly incidents: readonly Incident[]
}

function MarkedVolume({ projectId, query, data, incidents }: MarkedVolumeProps): ReactNode {
  const { format } = useText()
  const timeline = useTimeline(projectId, query, data)
  const marks = useMemo<readonly Mark[]>(
    () =>
      incidents.map((incident) => ({
        id: `${incident.opened_at} ${incident.subject}`,
        at: Date.parse(incident.opened_at),
        open: incident.closed_at === null,
        size: incident.peak,
        label: format.time(incident.opened_at),
      })),
    [incidents, format],
  )
  return <Volume data={data} timeline={timeline} count="mentions" height={CHART_PX} marks={marks} />
}

function Found({ kind, result }: { readonly kind: Kind; readonly result: WireBacktest }): ReactNode {
  const { text } = useText()
  const { incidents, count } = result
  return (
    <>
      <ol className="backtest-list">
        {incidents.map((incident) => (
          <li key={`${incident.opened_at} ${incident.subject}`}>
            <Time value={incident.opened_at} short />
            <span>
              <Size kind={kind} incident={incident} />
              {incident.closed_at === null && <span className="soft small"> · {text.alerts.stillOpen}</span>}
            </span>
            {incident.story !== null && <bdi className="foreign soft small">{cutText(incident.story, STORY_MAX)}</bdi>}
          </li>
        ))}
      </ol>
      {count > incidents.length && <p className="small soft">{text.alerts.onlyNewest(incidents.length)}</p>}
    </>
  )
}

function Size({ kind, incident }: { readonly kind: Kind; readonly incident: Incident }): ReactNode {
  const { text, language, format } = useText()
  const { peak, expected, subject } = incident
  const { sizes, sizeOf } = text.alerts
  if (kind === 'silence')
    return `${isPlatform(subject) ? platformRow(subject).label[language] : subject}: ${sizes.silence}`
  if (kind === 'quota') return sizes.quota(peak)
  const shown =
    expected === null ? null : format.number(expected < 10 ? Math.round(expected * 10) / 10 : Math.round(expected))
  return sizeOf(sizes.mention(peak), shown)
}
