import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useChangePassword } from '../../api/account.ts'
import { ApiError } from '../../api/request.ts'
import { describeError, Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import type { Text } from '../../text/id.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'

const EMPTY = { old: '', new: '', repeated: '' }

export function PasswordPanel({ username }: { readonly username: string }): ReactNode {
  const { text } = useText()
  const [form, setForm] = useState(EMPTY)
  const [differs, setDiffers] = useState(false)
  const change = useChangePassword()
  const showToast = useToast()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const isRepeated = form.new === form.repeated
    setDiffers(!isRepeated)
    if (!isRepeated || change.isPending) return
    change.mutate(
      { old: form.old, new: form.new },
      {
        onSuccess: ({ revoked }) => {
          setForm(EMPTY)
          showToast(text.account.passwordChanged(revoked))
        },
      },
    )
  }
  const fieldOf = (name: keyof typeof EMPTY) => ({
    value: form[name],
    onChange: (value: string) => setForm((current) => ({ ...current, [name]: value })),
  })
  return (
    <Panel title={text.account.password}>
      <form className="stack" onSubmit={submit}>
        {/* Tells password managers which account the new password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label={text.account.oldPassword} autoComplete="current-password" {...fieldOf('old')} />
        <PasswordField
          label={text.account.newPassword}
          help={text.account.rules}
          autoComplete="new-password"
          {...fieldOf('new')}
        />
        <PasswordField label={text.account.repeatPassword} autoComplete="new-password" {...fieldOf('repeated')} />
        {differs && <Note tone="bad">{text.account.differs}</Note>}
        {!differs && change.error !== null && <Note tone="bad">{describeChangeError(change.error, text)}</Note>}
        <p className="small soft">{text.account.passwordEnds}</p>
        <div className="row end">
          <button type="submit" className="button primary" disabled={change.isPending}>
            {change.isPending ? text.login.busy : text.account.changePassword}
          </button>
        </div>
      </form>
    </Panel>
  )
}

interface PasswordFieldProps {
  readonly label: string
  readonly help?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly onChange: (value: string) => void
}

function PasswordField({ label, help, autoComplete, value, onChange }: PasswordFieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="password"
        required
        autoComplete={autoComplete}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

// The server's message begins with the field that it refuses.
function describeChangeError(error: Error, text: Text): string {
  if (!(error instanceof ApiError) || error.status !== 400) return describeError(error, text)
  return error.message.startsWith('password.old') ? text.account.wrongOld : text.account.refused
}
