import { type ReactNode, useState } from 'react'
import { type CreatedKey, type Key, useKeys, useRevokeKey } from '../../api/keys.ts'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { Time, useNow } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { AddKeyDialog } from './add-key-dialog.tsx'

export function KeysPanel({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useKeys()
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const add = (
    <button type="button" className="button small" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {text.keys.add}
    </button>
  )
  return (
    <Panel title={text.keys.title} help={text.keys.help} actions={add}>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data?.length === 0 && <p className="soft">{text.keys.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={text.keys.title}>
          {data.map((key) => (
            <KeyRow key={key.id} row={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      {adding && <AddKeyDialog isAdmin={isAdmin} onCreated={setCreated} onClose={() => setAdding(false)} />}
      {created !== null && <CreatedDialog created={created} onClose={() => setCreated(null)} />}
      {revoking !== null && <RevokeDialog revoked={revoking} onClose={() => setRevoking(null)} />}
    </Panel>
  )
}

function KeyRow({ row, onRevoke }: { readonly row: Key; readonly onRevoke: () => void }): ReactNode {
  const { text } = useText()
  const now = useNow()
  const { name, prefix, scopes, projects, expiresAt, lastUsedAt, lastUsedFrom } = row
  const isExpired = expiresAt !== null && new Date(expiresAt).getTime() <= now
  return (
    <li className="session api-key">
      <div className="session-what">
        <p className="row tight">
          <strong className="foreign">{name}</strong>
          <code className="code small">{prefix}…</code>
          {isExpired && <span className="badge">{text.keys.expired}</span>}
        </p>
        <p className="small soft">
          {scopes.map((scope) => text.keys.scope[scope]).join(', ')} ·{' '}
          {projects === null ? text.keys.allProjects : text.keys.projectCount(projects.length)}
        </p>
        <p className="small soft">
          {lastUsedAt === null ? (
            text.keys.neverUsed
          ) : (
            <>
              {text.keys.lastUsed} <Time value={lastUsedAt} relative /> {text.keys.from}{' '}
              <span className="foreign">{lastUsedFrom}</span>
            </>
          )}
          {' · '}
          {expiresAt === null ? (
            text.keys.noExpiry
          ) : (
            <>
              {text.keys.until} <Time value={expiresAt} short />
            </>
          )}
        </p>
      </div>
      <button type="button" className="button small" aria-label={text.keys.revokeOf(name)} onClick={onRevoke}>
        {text.keys.revoke}
      </button>
    </li>
  )
}

// The only time that the key is seen.
function CreatedDialog({
  created,
  onClose,
}: {
  readonly created: CreatedKey
  readonly onClose: () => void
}): ReactNode {
  const { text } = useText()
  return (
    <Dialog title={text.keys.created(created.name)} onClose={onClose}>
      <div className="stack">
        <Note tone="warn">{text.keys.once}</Note>
        <CopyField label={text.keys.key} value={created.key} />
        <p className="small soft">{text.keys.useHelp}</p>
        <div className="row end">
          <button type="button" className="button primary" onClick={onClose}>
            {text.keys.done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function RevokeDialog({ revoked, onClose }: { readonly revoked: Key; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const revoke = useRevokeKey()
  const showToast = useToast()
  const revokeIt = (): void =>
    revoke.mutate(revoked.id, {
      onSuccess: () => {
        showToast(text.keys.revoked(revoked.name))
        onClose()
      },
    })
  return (
    <Dialog title={text.keys.revokeTitle(revoked.name)} onClose={onClose}>
      <div className="stack">
        <p>{text.keys.revokeText}</p>
        {revoke.error !== null && <Note tone="bad">{describeError(revoke.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="button" className="button danger" disabled={revoke.isPending} onClick={revokeIt}>
            <Icon name="trash" />
            {text.keys.revoke}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
