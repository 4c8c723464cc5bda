import type { ReactNode } from 'react'
import { type OwnSession, useEndSession, useOwnSessions } from '../../api/account.ts'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { describeAgent } from './user-agent.ts'

export function SessionsPanel(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useOwnSessions()
  return (
    <Panel title={text.account.sessions} help={text.account.sessionsHelp}>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data !== undefined && (
        <ul className="sessions" aria-label={text.account.sessions}>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SessionRow({ session }: { readonly session: OwnSession }): ReactNode {
  const { text } = useText()
  const end = useEndSession()
  const showToast = useToast()
  const device = describeAgent(session.user_agent) || text.account.unknownDevice
  const endIt = (): void =>
    end.mutate(session.id, {
      onSuccess: () => showToast(text.account.ended),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  return (
    <li className="session">
      <div className="session-what">
        <p className="row tight">
          <strong className="foreign" title={session.user_agent}>
            {device}
          </strong>
          {session.current && <span className="badge listening">{text.account.current}</span>}
        </p>
        <p className="small soft">
          {session.address !== '' && <span className="foreign">{session.address} · </span>}
          {text.account.lastSeen} <Time value={session.last_seen_at} relative />
        </p>
        <p className="small soft">
          {text.account.since} <Time value={session.created_at} short /> · {text.account.until}{' '}
          <Time value={session.expires_at} short />
        </p>
      </div>
      {!session.current && (
        <button
          type="button"
          className="button small"
          disabled={end.isPending}
          aria-label={text.account.endOf(device, session.address)}
          onClick={endIt}
        >
          {text.account.end}
        </button>
      )}
    </li>
  )
}
