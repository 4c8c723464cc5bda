import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import {
  type Incident,
  useAcknowledge,
  useBroken,
  useIncidentChannels,
  useSetIncidentChannels,
} from '../../api/admin-incidents.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError, Empty, Failure, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { describeFault } from '../../text/faults.ts'
import type { Format } from '../../text/format.ts'
import type { Text } from '../../text/id.ts'
import { useText } from '../../text/text.tsx'
import { ChannelChoice } from '../channels/channel-choice.tsx'
import { Panel } from '../project/panel.tsx'

// Feeds and sources that broke, and where administrators are informed of them.
export function IncidentsTab(): ReactNode {
  return (
    <div className="stack">
      <IncidentList state="open" />
      <IncidentChannels />
      <IncidentList state="closed" />
    </div>
  )
}

function IncidentList({ state }: { readonly state: Incident['state'] }): ReactNode {
  const { text } = useText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useBroken(state)
  const incidents = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const isOpen = state === 'open'
  return (
    <Panel
      title={isOpen ? text.admin.openIncidents : text.admin.closedIncidents}
      help={isOpen ? text.admin.incidentsHelp : undefined}
    >
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data !== undefined && incidents.length === 0 && !hasNextPage && isOpen && (
        <Empty icon="check" title={text.admin.noOpen} />
      )}
      {data !== undefined && incidents.length === 0 && !hasNextPage && !isOpen && (
        <p className="soft">{text.admin.noClosed}</p>
      )}
      <ul>
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className="button small"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {text.common.more}
        </button>
      )}
    </Panel>
  )
}

function IncidentRow({ incident }: { readonly incident: Incident }): ReactNode {
  const { text, language, format } = useText()
  const isFeed = incident.kind === 'feed'
  const platform = PLATFORMS.find((name) => name === incident.subject)
  const name = platform === undefined ? incident.name : platformRow(platform).label[language]
  const isOpen = incident.state === 'open'
  return (
    <li className="incident">
      <div className="incident-what">
        <h3>
          <span className={isOpen ? 'badge feed-broken' : 'badge feed-ok'}>
            <Icon name={isOpen ? 'warning' : 'check'} size={12} />
            {isFeed ? text.admin.feedOf : text.admin.sourceOf}
          </span>
          <span className="foreign">{name}</span>
        </h3>
        {incident.detail !== null && <p className="small">{describeDetail(incident.detail, text, format)}</p>}
        <p className="small soft">
          {text.admin.brokenSince} <Time value={incident.opened_at} short />
          {incident.closed_at !== null && (
            <>
              {' '}
              {text.admin.brokenUntil} <Time value={incident.closed_at} short />
            </>
          )}
          {incident.acknowledged_at !== null && ` · ${text.admin.acknowledged}`}
        </p>
        {isOpen && <p className="small">{isFeed ? text.admin.feedAdvice : text.admin.sourceAdvice}</p>}
      </div>
      {isOpen && (
        <div className="row tight">
          {incident.acknowledged_at === null && <Acknowledge id={incident.id} name={name} />}
          <Link href={isFeed ? '/admin/feeds' : '/admin/sources'} className="button small">
            {isFeed ? text.admin.openFeeds : text.admin.openSources}
          </Link>
        </div>
      )}
    </li>
  )
}

// The detail of a feed begins with its state.
function describeDetail(detail: string, text: Text, format: Format): string {
  const [, state = '', rest = ''] = /^(\w+)(?:: )?(.*)$/s.exec(detail) ?? []
  const known = Object.entries(text.admin.feedState).find(([name]) => name === state)
  if (known === undefined) return describeFault(detail, text, format)
  return rest === '' ? known[1] : `${known[1]}: ${describeFault(rest, text, format)}`
}

function Acknowledge({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { text } = useText()
  const acknowledge = useAcknowledge()
  const showToast = useToast()
  return (
    <button
      type="button"
      className="button small"
      disabled={acknowledge.isPending}
      aria-label={text.admin.acknowledgeOf(name)}
      onClick={() => acknowledge.mutate(id, { onError: (error) => showToast(describeError(error, text), 'bad') })}
    >
      <Icon name="check" size={14} />
      {text.admin.acknowledge}
    </button>
  )
}

// Saved with every change: there is nothing to complete first.
function IncidentChannels(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useIncidentChannels()
  const set = useSetIncidentChannels()
  // What was chosen last; null shows what is stored.
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const showToast = useToast()
  const choose = (channels: readonly string[]): void => {
    setChosen(channels)
    set.mutate(channels, {
      onSuccess: () => showToast(text.admin.saved),
      onError: (failure) => {
        setChosen(null)
        showToast(describeError(failure, text), 'bad')
      },
    })
  }
  return (
    <Panel title={text.admin.incidentChannels}>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && <ChannelChoice label={text.channels.sentTo} channels={chosen ?? data} onChange={choose} />}
    </Panel>
  )
}
