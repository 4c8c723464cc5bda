import { type FormEvent, type ReactNode, useState } from 'react'
import type { WireAccount } from '../../../../src/api/wire/account.ts'
import { useAddAccount, useChangeAccount, useSetQuota } from '../../api/admin.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import type { Credentials } from './hand-over-dialog.tsx'
import { newPassword } from './new-password.ts'

interface AccountDialogProps {
  // Null for a new account.
  readonly account: WireAccount | null
  readonly ownId: string
  // What a new account gets.
  readonly defaultQuota: number
  // Called after a password was set, which cannot be seen again.
  readonly onGiven: (given: Credentials) => void
  readonly onClose: () => void
}

interface Form {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly admin: boolean
  readonly kuota: string
}

export function AccountDialog({ account, ownId, defaultQuota, onGiven, onClose }: AccountDialogProps): ReactNode {
  const { text } = useText()
  const [form, setForm] = useState<Form>(() => formOf(account, defaultQuota))
  const { save, busy, error } = useSaveAccount(account)
  const showToast = useToast()
  const change = (fields: Partial<Form>): void => setForm((current) => ({ ...current, ...fields }))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !(await save(form))) return
    showToast(text.admin.saved)
    onClose()
    const { name, password } = form
    if (password !== '') onGiven({ name, username: account?.username ?? form.username, password })
  }
  return (
    <Dialog title={account === null ? text.admin.addUser : text.admin.editUser(account.name)} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        {account === null && (
          <Field label={text.admin.username} value={form.username} onChange={(username) => change({ username })} />
        )}
        <Field label={text.admin.name} value={form.name} onChange={(name) => change({ name })} />
        <Field label={text.admin.email} type="email" value={form.email} onChange={(email) => change({ email })} />
        <Field
          label={account === null ? text.admin.password : text.admin.newPassword}
          help={account === null ? text.person.generated : text.admin.keepPassword}
          className="code"
          spellCheck={false}
          required={account === null}
          value={form.password}
          onChange={(password) => change({ password })}
        />
        <p>
          <button type="button" className="button small" onClick={() => change({ password: newPassword() })}>
            <Icon name="refresh" size={14} />
            {text.person.another}
          </button>
        </p>
        <Field
          label={text.admin.kuota}
          help={account === null ? text.person.kuotaHelp : undefined}
          type="number"
          min={0}
          value={form.kuota}
          onChange={(kuota) => change({ kuota })}
        />
        {account?.userId !== ownId && (
          <label className="check">
            <input type="checkbox" checked={form.admin} onChange={(event) => change({ admin: event.target.checked })} />
            {text.admin.roleAdmin}
          </label>
        )}
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {text.common.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function formOf(account: WireAccount | null, defaultQuota: number): Form {
  return {
    username: account?.username ?? '',
    name: account?.name ?? '',
    email: account?.email ?? '',
    password: account === null ? newPassword() : '',
    admin: account?.roles.includes('admin') ?? false,
    kuota: String(account?.kuota ?? defaultQuota),
  }
}

// Sends password, roles and quota only if they changed; the quota has its own endpoint. Returns true once all is saved.
function useSaveAccount(account: WireAccount | null): {
  save: (form: Form) => Promise<boolean>
  busy: boolean
  error: Error | null
} {
  const add = useAddAccount()
  const change = useChangeAccount()
  const setQuota = useSetQuota()
  const save = async (form: Form): Promise<boolean> => {
    const roles = form.admin ? (['user', 'admin'] as const) : (['user'] as const)
    const { username, name, email, password } = form
    try {
      if (account === null) {
        await add.mutateAsync({ username, name, email, password, roles, kuota: Number(form.kuota) })
        return true
      }
      const wasAdmin = account.roles.includes('admin')
      await change.mutateAsync({
        userId: account.userId,
        name,
        email,
        ...(password === '' ? {} : { password }),
        ...(wasAdmin === form.admin ? {} : { roles }),
      })
      if (Number(form.kuota) !== account.kuota) {
        await setQuota.mutateAsync({ userId: account.userId, kuota: Number(form.kuota) })
      }
      return true
    } catch {
      return false
    }
  }
  return {
    save,
    busy: add.isPending || change.isPending || setQuota.isPending,
    error: add.error ?? change.error ?? setQuota.error,
  }
}
