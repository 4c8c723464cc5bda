import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { WireAlert, WireIncident } from '../../../../src/api/wire/alert.ts'
import { useAlerts } from '../../api/alerts.ts'
import { useIncident, useIncidents } from '../../api/incidents.ts'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useNow } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'
import { IncidentBadge, IncidentDetails, IncidentTime } from '../incident/incident.tsx'
import { describeIncident } from './describe.ts'

type Shown = 'all' | WireIncident['state']
const SHOWN = ['all', 'open', 'closed'] as const

export function IncidentsPanel({ projectId }: { readonly projectId: string }): ReactNode {
  const { text } = useText()
  const heading = useId()
  const [shown, setShown] = useState<Shown>('all')
  const incidents = useIncidents(projectId)
  const all = incidents.data?.pages.flatMap((page) => page.data)
  return (
    <section className="card panel incidents-panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{text.incidents.title}</h2>
        {all !== undefined && all.length > 0 && (
          <Segments
            label={text.incidents.title}
            value={shown}
            choices={SHOWN.map((name) => [name, text.incidents.states[name]] as const)}
            onChoose={setShown}
          />
        )}
      </div>
      {all === undefined && incidents.error !== null && (
        <Failure error={incidents.error} onRetry={() => void incidents.refetch()} />
      )}
      {all === undefined && incidents.error === null && <Skeleton lines={6} />}
      {all?.length === 0 && <Empty icon="flag" title={text.incidents.none} detail={text.incidents.noneText} />}
      {all !== undefined && all.length > 0 && <IncidentList projectId={projectId} all={all} shown={shown} />}
      {incidents.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={incidents.isFetchingNextPage}
          onClick={() => void incidents.fetchNextPage()}
        >
          {text.common.more}
        </button>
      )}
    </section>
  )
}

interface IncidentListProps {
  readonly projectId: string
  readonly all: readonly WireIncident[]
  readonly shown: Shown
}

// The incident that is unfolded is kept in the URL.
function IncidentList({ projectId, all, shown }: IncidentListProps): ReactNode {
  const { text } = useText()
  const { data: alerts } = useAlerts(projectId)
  const [params, setParams] = useSearchParams()
  const unfolded = params.get('incident')
  const linked = useLinked(all, unfolded)
  const incidents = all
    .filter(({ state }) => shown === 'all' || state === shown)
    .toSorted((a, b) => rankOf(b) - rankOf(a) || Date.parse(b.opened_at) - Date.parse(a.opened_at))
  if (incidents.length === 0 && linked === null) return <p className="soft">{text.incidents.noneSuch}</p>
  return (
    <ol className="incidents">
      {[...(linked === null ? [] : [linked]), ...incidents].map((incident) => (
        <IncidentRow
          key={incident.id}
          incident={incident}
          alert={alerts?.find(({ id }) => id === incident.alert_id)}
          projectId={projectId}
          isUnfolded={incident.id === unfolded}
          onToggle={() => setParams(incident.id === unfolded ? {} : { incident: incident.id }, { replace: true })}
        />
      ))}
    </ol>
  )
}

// Open incidents stand above those that are over.
function rankOf({ state }: WireIncident): number {
  return state === 'open' ? 1 : 0
}

// The incident of a link that is older than those of the list.
function useLinked(all: readonly WireIncident[], id: string | null): WireIncident | null {
  const isListed = id === null || all.some((incident) => incident.id === id)
  const { data } = useIncident(id ?? '', !isListed)
  return isListed ? null : (data ?? null)
}

interface IncidentRowProps {
  readonly incident: WireIncident
  readonly alert: WireAlert | undefined
  readonly projectId: string
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

function IncidentRow({ incident, alert, projectId, isUnfolded, onToggle }: IncidentRowProps): ReactNode {
  const words = useText()
  const nowMs = useNow()
  const { text } = words
  const details = useId()
  const head = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isUnfolded) head.current?.scrollIntoView({ block: 'nearest' })
  }, [isUnfolded])
  const { acknowledged_at: acknowledgedAt, snoozed_until: snoozedUntil } = incident
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > nowMs
  const [story] = incident.moment?.stories ?? []
  return (
    <li className={`incident ${incident.state}`}>
      <button
        ref={head}
        type="button"
        className="plain incident-head"
        aria-expanded={isUnfolded}
        aria-controls={details}
        onClick={onToggle}
      >
        <span className="incident-line">
          <IncidentBadge state={incident.state} />
          <bdi className="strong foreign">{alert?.name ?? text.incidents.removedRule}</bdi>
          <IncidentTime incident={incident} />
          {acknowledgedAt !== null && <span className="badge acknowledged">{text.incidents.acknowledged}</span>}
          {isSnoozed && (
            <span className="badge">
              <Icon name="clock" size={12} />
              {text.incidents.snoozedUntil(words.format.shortTime(snoozedUntil, nowMs))}
            </span>
          )}
        </span>
        <span className="incident-news">{describeIncident(incident, words)}</span>
        {story !== undefined && !isUnfolded && <bdi className="incident-story small soft foreign">{story.text}</bdi>}
        <Icon name="chevron" />
      </button>
      <div id={details} className="incident-details" hidden={!isUnfolded}>
        {isUnfolded && <IncidentDetails incident={incident} alert={alert} projectId={projectId} />}
      </div>
    </li>
  )
}
