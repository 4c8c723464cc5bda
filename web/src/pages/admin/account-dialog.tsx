import { type FormEvent, type ReactNode, useState } from 'react'
import type { WireAccount } from '../../../../src/api/wire/account.ts'
import { useAddAccount, useChangeAccount, useSetQuota } from '../../api/admin.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'

interface AccountDialogProps {
  // Null for a new account.
  readonly account: WireAccount | null
  readonly ownId: string
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

export function AccountDialog({ account, ownId, onClose }: AccountDialogProps): ReactNode {
  const { text } = useText()
  const [form, setForm] = useState<Form>(() => formOf(account))
  const { save, busy, error } = useSaveAccount(account)
  const showToast = useToast()
  const change = (fields: Partial<Form>): void => setForm((current) => ({ ...current, ...fields }))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || !(await save(form))) return
    showToast(text.admin.saved)
    onClose()
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
          help={account === null ? undefined : text.admin.keepPassword}
          type="password"
          autoComplete="new-password"
          required={account === null}
          value={form.password}
          onChange={(password) => change({ password })}
        />
        <Field
          label={text.admin.kuota}
          type="number"
          min={0}
          required={account !== null}
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

function formOf(account: WireAccount | null): Form {
  return {
    username: account?.username ?? '',
    name: account?.name ?? '',
    email: account?.email ?? '',
    password: '',
    admin: account?.roles.includes('admin') ?? false,
    kuota: account === null ? '' : String(account.kuota),
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
        const quota = form.kuota === '' ? {} : { kuota: Number(form.kuota) }
        await add.mutateAsync({ username, name, email, password, roles, ...quota })
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
