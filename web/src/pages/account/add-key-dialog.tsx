import { type FormEvent, type ReactNode, useState } from 'react'
import { type CreatedKey, type Scope, useAddKey } from '../../api/keys.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Field, refusedField } from '../../components/field.tsx'
import { Segments } from '../../components/segments.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { ProjectChoice } from '../brief/brief-choices.tsx'
import '../../style/choices.css'

const USER_SCOPES: readonly Scope[] = ['read', 'write', 'collect']
const ADMIN_SCOPES: readonly Scope[] = [...USER_SCOPES, 'admin']
const NAME_MAX = 100
const DAY_MS = 86_400_000
type Expiry = '30' | '90' | '365' | 'never'
const EXPIRIES: readonly Expiry[] = ['30', '90', '365', 'never']

interface AddKeyDialogProps {
  readonly isAdmin: boolean
  readonly onCreated: (created: CreatedKey) => void
  readonly onClose: () => void
}

export function AddKeyDialog({ isAdmin, onCreated, onClose }: AddKeyDialogProps): ReactNode {
  const { text } = useText()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const [projects, setProjects] = useState<'all' | string[]>('all')
  const [expiry, setExpiry] = useState<Expiry>('90')
  const add = useAddKey()
  const refused = refusedField(add.error, ['scopes', 'projects'])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (add.isPending) return
    const key = {
      name: name.trim(),
      scopes: [...scopes],
      projects: projects === 'all' ? null : projects,
      expiresAt: expiry === 'never' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString(),
    }
    add.mutate(key, {
      onSuccess: (created) => {
        onClose()
        onCreated(created)
      },
    })
  }
  return (
    <Dialog title={text.keys.add} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <Field
          label={text.keys.name}
          help={text.keys.nameHelp}
          value={name}
          maxLength={NAME_MAX}
          pattern=".*\S.*"
          onChange={setName}
        />
        <ScopeChoice
          available={isAdmin ? ADMIN_SCOPES : USER_SCOPES}
          scopes={scopes}
          error={
            refused !== 'scopes' ? undefined : scopes.length === 0 ? text.keys.scopesMissing : text.keys.adminProjects
          }
          onChange={setScopes}
        />
        <ProjectChoice
          projects={projects}
          error={refused === 'projects' ? text.keys.projectsMissing : undefined}
          onChange={setProjects}
        />
        <div className="field">
          <span className="field-title">{text.keys.expiry}</span>
          <Segments
            label={text.keys.expiry}
            value={expiry}
            choices={EXPIRIES.map((choice) => [choice, text.keys.expiries[choice]] as const)}
            onChoose={setExpiry}
          />
        </div>
        {add.error !== null && refused === null && <Note tone="bad">{describeError(add.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={add.isPending}>
            {text.keys.create}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface ScopeChoiceProps {
  readonly available: readonly Scope[]
  readonly scopes: readonly Scope[]
  readonly error: string | undefined
  readonly onChange: (scopes: readonly Scope[]) => void
}

function ScopeChoice({ available, scopes, error, onChange }: ScopeChoiceProps): ReactNode {
  const { text } = useText()
  const toggle = (scope: Scope, on: boolean): void =>
    onChange(available.filter((other) => (other === scope ? on : scopes.includes(other))))
  return (
    <fieldset className="field">
      <legend className="field-title">{text.keys.scopes}</legend>
      <div className="checks">
        {available.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
            <span>
              {text.keys.scope[scope]} <span className="soft small">{text.keys.scopeHelp[scope]}</span>
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
