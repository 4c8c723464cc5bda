import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useAlerts, useMoment } from '../../api/alerts.ts'
import { useIncident } from '../../api/incidents.ts'
import type { Query } from '../../api/readings.ts'
import type { Gap } from '../../charts/series.ts'
import { Icon } from '../../components/icon.tsx'
import { Sheet, usePhone } from '../../components/sheet.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../text/text.tsx'
import { describeIncident } from '../alerts/describe.ts'
import { IncidentBadge, IncidentDetails, IncidentTime } from '../incident/incident.tsx'
import { Why } from '../incident/why.tsx'
import type { Explained } from './use-why.ts'

interface WhyPanelProps {
  readonly projectId: string
  readonly query: Query
  readonly explained: Explained
  readonly onClose: () => void
}

// Below the chart: why a range, or an incident, is as it is.
export function WhyPanel({ projectId, query, explained, onClose }: WhyPanelProps): ReactNode {
  if (explained.kind === 'range')
    return <RangePanel projectId={projectId} query={query} range={explained.range} onClose={onClose} />
  return <IncidentPanel projectId={projectId} id={explained.id} onClose={onClose} />
}

interface FrameProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function Frame(props: FrameProps): ReactNode {
  if (!usePhone()) return <PanelFrame {...props} />
  return (
    <Sheet title={props.title} open onClose={props.onClose}>
      <div className="why-panel">{props.children}</div>
    </Sheet>
  )
}

// Takes the focus when it opens or shows something else, and returns it when it is closed.
function PanelFrame({ title, onClose, children }: FrameProps): ReactNode {
  const { text } = useText()
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another explanation.
  useEffect(() => {
    if (document.activeElement !== section.current) opener.current = document.activeElement
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [title])
  const close = (): void => {
    onClose()
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return (
    <section ref={section} tabIndex={-1} className="card panel why-panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="button quiet square small" aria-label={text.common.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </section>
  )
}

interface RangePanelProps extends Pick<WhyPanelProps, 'projectId' | 'query' | 'onClose'> {
  readonly range: Gap
}

function RangePanel({ projectId, query, range, onClose }: RangePanelProps): ReactNode {
  const { text, format } = useText()
  const { filter } = useFilter()
  const from = new Date(range.from).toISOString()
  const to = new Date(range.to).toISOString()
  const { data, error, refetch } = useMoment(projectId, { ...query, from, to })
  return (
    <Frame title={text.why.title(format.range(range.from, range.to))} onClose={onClose}>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {data !== undefined && (
        <Why projectId={projectId} moment={data} filter={{ ...filter, period: 'custom', from, to }} />
      )}
    </Frame>
  )
}

interface IncidentPanelProps extends Pick<WhyPanelProps, 'projectId' | 'onClose'> {
  readonly id: string
}

function IncidentPanel({ projectId, id, onClose }: IncidentPanelProps): ReactNode {
  const words = useText()
  const { data: incident, error, refetch } = useIncident(id)
  const { data: alerts } = useAlerts(projectId)
  const alert = alerts?.find((one) => one.id === incident?.alert_id)
  return (
    <Frame title={alert?.name ?? words.text.incidents.title} onClose={onClose}>
      {incident === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {incident === undefined && error === null && <Skeleton lines={6} />}
      {incident !== undefined && (
        <div className="stack">
          <p className="row tight">
            <IncidentBadge state={incident.state} />
            <span className="strong">{describeIncident(incident, words)}</span>
            <IncidentTime incident={incident} />
          </p>
          <IncidentDetails incident={incident} alert={alert} projectId={projectId} />
        </div>
      )}
    </Frame>
  )
}
