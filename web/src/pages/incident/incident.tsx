import type { ReactNode } from 'react'
import type { WireAlert, WireIncident } from '../../../../src/api/wire/alert.ts'
import { type Handling, useHandleIncident } from '../../api/incidents.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, MenuItem, MenuRule } from '../../components/menu.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { Time, useNow } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { filterOfIncident } from '../../filter/link.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS, HOUR_MS } from '../../text/zone.ts'
import { Why } from './why.tsx'
import '../../style/why.css'

const SNOOZES_MS = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const
const SNOOZES = ['hour', 'day', 'week'] as const

interface IncidentDetailsProps {
  readonly incident: WireIncident
  readonly alert: WireAlert | undefined
  readonly projectId: string
}

// What can be done about an incident, and why it happened.
export function IncidentDetails({ incident, alert, projectId }: IncidentDetailsProps): ReactNode {
  const { text } = useText()
  const { moment, detail } = incident
  return (
    <div className="stack">
      <IncidentActions incident={incident} />
      {incident.basis === 'fixed' && <Note tone="info">{text.incidents.fixedRule}</Note>}
      {detail !== null && <p className="foreign">{detail}</p>}
      {moment === null ? (
        detail === null && <p className="soft">{text.incidents.noMoment}</p>
      ) : (
        <Why projectId={projectId} moment={moment} filter={filterOfIncident(incident, alert?.filter ?? {})} />
      )}
    </div>
  )
}

export function IncidentBadge({ state }: { readonly state: WireIncident['state'] }): ReactNode {
  const { text } = useText()
  return (
    <span className={`badge incident-${state}`}>
      <Icon name={state === 'open' ? 'flag' : 'check'} size={12} />
      {text.incidents.state[state]}
    </span>
  )
}

// When it opened, and how long it lasted once it is over.
export function IncidentTime({ incident }: { readonly incident: WireIncident }): ReactNode {
  const { text } = useText()
  const { since, opened_at: openedAt, closed_at: closedAt } = incident
  const minutes = closedAt === null ? 0 : Math.max(1, Math.round((Date.parse(closedAt) - Date.parse(since)) / 60_000))
  return (
    <span className="small soft">
      <Time value={openedAt} short />
      {closedAt !== null && ` · ${text.incidents.lasted(text.alerts.duration(roundMinutes(minutes)))}`}
    </span>
  )
}

// The minutes of something that lasted for hours are noise.
function roundMinutes(minutes: number): number {
  if (minutes < 90) return minutes
  return minutes < 2_880 ? Math.round(minutes / 60) * 60 : Math.round(minutes / 1_440) * 1_440
}

function IncidentActions({ incident }: { readonly incident: WireIncident }): ReactNode {
  const { text, format } = useText()
  const nowMs = useNow()
  const showToast = useToast()
  const { mutate, isPending } = useHandleIncident(incident)
  const handle = (change: Handling): void =>
    mutate(change, { onError: (error) => showToast(describeError(error, text), 'bad') })
  const { acknowledged_at: acknowledgedAt, snoozed_until: snoozedUntil } = incident
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > nowMs
  return (
    <div className="row tight incident-actions">
      {acknowledgedAt === null ? (
        <button type="button" className="button" disabled={isPending} onClick={() => handle({ acknowledged: true })}>
          <Icon name="check" />
          {text.incidents.acknowledge}
        </button>
      ) : (
        <>
          <span className="badge acknowledged" title={format.time(acknowledgedAt)}>
            <Icon name="check" size={12} />
            {text.incidents.acknowledgedAt(format.ago(acknowledgedAt, nowMs))}
          </span>
          <button
            type="button"
            className="button quiet small"
            disabled={isPending}
            onClick={() => handle({ acknowledged: false })}
          >
            {text.incidents.unacknowledge}
          </button>
        </>
      )}
      {incident.state === 'open' && (
        <SnoozeMenu snoozedUntil={isSnoozed ? snoozedUntil : null} disabled={isPending} onSnooze={handle} />
      )}
    </div>
  )
}

interface SnoozeMenuProps {
  readonly snoozedUntil: string | null
  readonly disabled: boolean
  readonly onSnooze: (change: Handling) => void
}

function SnoozeMenu({ snoozedUntil, disabled, onSnooze }: SnoozeMenuProps): ReactNode {
  const { text, format } = useText()
  const label =
    snoozedUntil === null
      ? text.incidents.snooze
      : text.incidents.snoozedUntil(format.shortTime(snoozedUntil, Date.now()))
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={snoozedUntil === null ? 'button' : 'button chosen'} disabled={disabled}>
          <Icon name="clock" />
          {label}
          <Icon name="chevron" />
        </button>
      }
    >
      <p className="menu-label">{text.incidents.snoozeHelp}</p>
      {SNOOZES.map((name) => (
        <MenuItem
          key={name}
          onSelect={() => onSnooze({ snoozedUntil: new Date(Date.now() + SNOOZES_MS[name]).toISOString() })}
        >
          {text.incidents.snoozes[name]}
        </MenuItem>
      ))}
      {snoozedUntil !== null && (
        <>
          <MenuRule />
          <MenuItem onSelect={() => onSnooze({ snoozedUntil: null })}>{text.incidents.endSnooze}</MenuItem>
        </>
      )}
    </Menu>
  )
}
