import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import type { WireAlert, WireIncident } from '../../../../src/api/wire/alert.ts'
import { useAlerts, useChangeAlert, useChannelChoices, useDeleteAlert } from '../../api/alerts.ts'
import { useIncidents } from '../../api/incidents.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Empty, Failure, Skeleton } from '../../components/states.tsx'
import { Switch } from '../../components/switch.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { zoneName } from '../../text/format.ts'
import { useText } from '../../text/text.tsx'
import { describeFilter, describeRule } from './describe.ts'

export function RulesPanel({ projectId }: { readonly projectId: string }): ReactNode {
  const { text } = useText()
  const heading = useId()
  const { data: alerts, error, refetch } = useAlerts(projectId)
  return (
    <section className="card panel rules-panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>
          {text.alerts.rules}
          <span className="soft">{text.alerts.rulesHelp}</span>
        </h2>
      </div>
      {alerts === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {alerts === undefined && error === null && <Skeleton lines={6} />}
      {alerts?.length === 0 && (
        <Empty icon="flag" title={text.alerts.none} detail={text.alerts.noneText}>
          <Link href={`/projects/${projectId}/alerts/new`} className="button primary">
            <Icon name="plus" />
            {text.alerts.add}
          </Link>
        </Empty>
      )}
      <ul className="rules">
        {alerts?.map((alert) => (
          <RuleItem key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function RuleItem({ alert }: { readonly alert: WireAlert }): ReactNode {
  const words = useText()
  const { text } = words
  const showToast = useToast()
  const [deleting, setDeleting] = useState(false)
  const { mutate, isPending, variables } = useChangeAlert()
  const enabled = isPending ? (variables?.enabled ?? alert.enabled) : alert.enabled
  return (
    <li className={enabled ? 'rule' : 'rule off'}>
      <div className="row spread tight">
        <h3>
          <Link href={`/projects/${alert.keywordId}/alerts/${alert.id}`}>
            <bdi className="foreign">{alert.name}</bdi>
          </Link>
        </h3>
        <Switch
          label={text.alerts.enabled}
          fullLabel={text.alerts.enabledOf(alert.name)}
          checked={enabled}
          disabled={isPending}
          onChange={(checked) =>
            mutate(
              { id: alert.id, enabled: checked },
              { onError: (error) => showToast(describeError(error, text), 'bad') },
            )
          }
        />
      </div>
      <p>{describeRule(alert.rule, words)}</p>
      <RuleChips alert={alert} />
      <div className="row spread tight">
        <LastIncident alert={alert} />
        <span className="row tight">
          <Link
            href={`/projects/${alert.keywordId}/alerts/${alert.id}`}
            className="button quiet square small"
            aria-label={text.alerts.editOf(alert.name)}
          >
            <Icon name="edit" size={14} />
          </Link>
          <button
            type="button"
            className="button quiet square small"
            aria-label={text.alerts.removeOf(alert.name)}
            onClick={() => setDeleting(true)}
          >
            <Icon name="trash" size={14} />
          </button>
        </span>
      </div>
      {deleting && <DeleteRule alert={alert} onClose={() => setDeleting(false)} />}
    </li>
  )
}

// Which mentions, where to, and when not.
function RuleChips({ alert }: { readonly alert: WireAlert }): ReactNode {
  const words = useText()
  const { text, format } = words
  const { data: channels } = useChannelChoices()
  const { quiet, rule } = alert
  const filter = describeFilter(alert.filter, words)
  const names = alert.channels.flatMap((id) => channels?.find((channel) => channel.id === id)?.name ?? [])
  const isAboutMentions = rule.kind !== 'silence' && rule.kind !== 'quota'
  return (
    <ul className="rule-chips small">
      {isAboutMentions && (
        <li>
          <Icon name="filter" size={14} />
          <bdi className="foreign">{filter.length === 0 ? text.alerts.allMentions : filter.join(' · ')}</bdi>
        </li>
      )}
      <li>
        <Icon name="share" size={14} />
        <bdi className="foreign">{alert.channels.length === 0 ? text.alerts.inboxOnly : names.join(', ')}</bdi>
      </li>
      {quiet !== null && (
        <li title={quiet.timeZone}>
          <Icon name="clock" size={14} />
          {text.alerts.quietShown(format.clock(quiet.from), format.clock(quiet.to), zoneName(quiet.timeZone))}
        </li>
      )}
    </ul>
  )
}

// Says that there was none only once all incidents are loaded.
function LastIncident({ alert }: { readonly alert: WireAlert }): ReactNode {
  const { text } = useText()
  const { data, hasNextPage } = useIncidents(alert.keywordId)
  const last: WireIncident | undefined = data?.pages
    .flatMap((page) => page.data)
    .find((incident) => incident.alert_id === alert.id)
  if (last === undefined)
    return <span className="small soft">{data !== undefined && !hasNextPage && text.alerts.noIncident}</span>
  return (
    <span className="small soft">
      {text.alerts.lastIncident}:{' '}
      <Link href={`/projects/${alert.keywordId}/alerts?incident=${last.id}`}>
        <Time value={last.opened_at} relative />
      </Link>
    </span>
  )
}

function DeleteRule({ alert, onClose }: { readonly alert: WireAlert; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const remove = useDeleteAlert(alert.keywordId)
  return (
    <ConfirmDialog
      title={text.alerts.removeOf(alert.name)}
      question={text.alerts.removeText(alert.name)}
      label={text.alerts.remove}
      icon="trash"
      tone="danger"
      action={remove}
      onConfirm={() =>
        remove.mutate(alert.id, {
          onSuccess: () => {
            showToast(text.alerts.removed(alert.name))
            onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}
