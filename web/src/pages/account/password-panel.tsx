import { type FormEvent, type ReactNode, useState } from 'react'
import { useChangePassword } from '../../api/account.ts'
import { Field } from '../../components/field.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
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
        {/* For password managers: the account that the new password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field type="password" label={text.account.oldPassword} autoComplete="current-password" {...fieldOf('old')} />
        <Field
          type="password"
          label={text.account.newPassword}
          help={text.account.rules}
          autoComplete="new-password"
          {...fieldOf('new')}
        />
        <Field
          type="password"
          label={text.account.repeatPassword}
          autoComplete="new-password"
          {...fieldOf('repeated')}
        />
        {differs && <Note tone="bad">{text.account.differs}</Note>}
        {!differs && change.error !== null && <Note tone="bad">{describeError(change.error, text)}</Note>}
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
