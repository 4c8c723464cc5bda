import { type ReactNode, useState } from 'react'
import type { WireAccount } from '../../../../src/api/wire/account.ts'
import { useAccounts, useChangeAccount } from '../../api/admin.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { type Credentials, HandOverDialog } from './hand-over-dialog.tsx'
import { ListPanel } from './list-panel.tsx'

export function UsersTab({ ownId }: { readonly ownId: string }): ReactNode {
  const { text } = useText()
  const [page, setPage] = useState(1)
  const [editing, setEditing] = useState<WireAccount | 'new' | null>(null)
  const [given, setGiven] = useState<Credentials | null>(null)
  const list = useAccounts(page)
  const add = { label: text.admin.addUser, onAdd: () => setEditing('new') }
  return (
    <>
      <ListPanel title={text.admin.users} add={add} page={page} onPage={setPage} list={list}>
        {(accounts) => <Accounts accounts={accounts} ownId={ownId} onEdit={setEditing} />}
      </ListPanel>
      {editing !== null && (
        <AccountDialog
          account={editing === 'new' ? null : editing}
          ownId={ownId}
          defaultQuota={list.data?.default_kuota ?? 0}
          onGiven={setGiven}
          onClose={() => setEditing(null)}
        />
      )}
      {given !== null && <HandOverDialog given={given} onClose={() => setGiven(null)} />}
    </>
  )
}

interface AccountsProps {
  readonly accounts: readonly WireAccount[]
  readonly ownId: string
  readonly onEdit: (account: WireAccount) => void
}

function Accounts({ accounts, ownId, onEdit }: AccountsProps): ReactNode {
  const { text } = useText()
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.admin.name}</th>
            <th scope="col">{text.admin.username}</th>
            <th scope="col">{text.admin.roles}</th>
            <th scope="col" className="numeric">
              {text.admin.kuota}
            </th>
            <th scope="col">{text.admin.status}</th>
            <th scope="col">
              <span className="hidden">{text.admin.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <AccountRow key={account.userId} account={account} own={account.userId === ownId} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AccountRowProps {
  readonly account: WireAccount
  readonly own: boolean
  readonly onEdit: (account: WireAccount) => void
}

function AccountRow({ account, own, onEdit }: AccountRowProps): ReactNode {
  const { text, format } = useText()
  const change = useChangeAccount()
  const showToast = useToast()
  const toggle = (): void =>
    change.mutate(
      { userId: account.userId, disabled: !account.disabled },
      {
        onSuccess: () => showToast(text.admin.saved),
        onError: (error) => showToast(describeError(error, text), 'bad'),
      },
    )
  return (
    <tr>
      <th scope="row">
        <span className="foreign">{account.name}</span>
        <span className="soft small foreign block">{account.email}</span>
      </th>
      <td className="foreign">{account.username}</td>
      <td>{account.roles.includes('admin') ? text.admin.roleAdmin : text.admin.roleUser}</td>
      <td className="numeric">{format.number(account.kuota)}</td>
      <td>
        <span className={account.disabled ? 'badge ended' : 'badge listening'}>
          {account.disabled ? text.admin.disabled : text.admin.active}
        </span>
      </td>
      <td className="actions">
        <button
          type="button"
          className="button small"
          aria-label={text.admin.editUser(account.name)}
          onClick={() => onEdit(account)}
        >
          <Icon name="edit" size={14} />
          {text.admin.edit}
        </button>
        {!own && (
          <button
            type="button"
            className="button small"
            disabled={change.isPending}
            aria-label={`${account.disabled ? text.admin.enable : text.admin.disable} ${account.name}`}
            onClick={toggle}
          >
            {account.disabled ? text.admin.enable : text.admin.disable}
          </button>
        )}
      </td>
    </tr>
  )
}
