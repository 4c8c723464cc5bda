import { type ReactNode, useId } from 'react'
import { usePhone } from '../../components/sheet.tsx'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { boundsOf, type Draft, KINDS, type Kind, NUMBERS_OF, type NumberName, SENSITIVITIES } from './draft.ts'
import { type ErrorAt, Field } from './field.tsx'

export interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
  readonly errorAt: ErrorAt
}

// What to watch: the name, the kind, and the fields of that kind.
export function RuleFields({ draft, onChange, errorAt }: FieldsProps): ReactNode {
  const { text } = useText()
  const isPhone = usePhone()
  const group = useId()
  return (
    <>
      <Field label={text.alerts.name} error={errorAt('name')}>
        {(attributes) => (
          <input
            {...attributes}
            maxLength={100}
            required
            // biome-ignore lint/a11y/noAutofocus: it is the first thing to write, except where a keyboard would cover the page.
            autoFocus={draft.name === '' && !isPhone}
            placeholder={text.alerts.namePlaceholder}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="choices">
        <legend>{text.alerts.kind}</legend>
        {KINDS.map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name={group} checked={draft.kind === kind} onChange={() => onChange({ kind })} />
            <span>
              <strong>{text.alerts.kinds[kind]}</strong>
              <span className="soft small">{text.alerts.kindHelp[kind]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.kind === 'spike' && <SensitivityChoice draft={draft} onChange={onChange} />}
      <div className="fields-row">
        {NUMBERS_OF[draft.kind].map((name) => (
          <NumberField key={name} name={name} draft={draft} onChange={onChange} errorAt={errorAt} />
        ))}
        {draft.kind === 'silence' && <SilentSource draft={draft} onChange={onChange} />}
      </div>
    </>
  )
}

type ChoiceProps = Pick<FieldsProps, 'draft' | 'onChange'>

function SensitivityChoice({ draft, onChange }: ChoiceProps): ReactNode {
  const { text } = useText()
  const group = useId()
  return (
    <fieldset className="choices three">
      <legend>{text.alerts.sensitivity}</legend>
      {SENSITIVITIES.map((sensitivity) => (
        <label key={sensitivity} className="choice">
          <input
            type="radio"
            name={group}
            checked={draft.sensitivity === sensitivity}
            onChange={() => onChange({ sensitivity })}
          />
          <span>
            <strong>{text.alerts.sensitivities[sensitivity]}</strong>
            <span className="soft small">{text.alerts.sensitivityHelp[sensitivity]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

// Of these kinds one number is enough.
const EITHER: Readonly<Partial<Record<Kind, readonly NumberName[]>>> = {
  story: ['authors', 'copies'],
  quota: ['below', 'days'],
}

function NumberField({ name, draft, onChange, errorAt }: FieldsProps & { readonly name: NumberName }): ReactNode {
  const { text } = useText()
  const { kind, numbers } = draft
  const { min, max } = boundsOf(kind, name)
  const isOneOfTwo = EITHER[kind]?.includes(name) === true
  return (
    <Field label={text.alerts.fields[name]} help={isOneOfTwo ? text.alerts.oneOfTwo : undefined} error={errorAt(name)}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={numbers[kind][name] ?? ''}
          onChange={(event) =>
            onChange({ numbers: { ...numbers, [kind]: { ...numbers[kind], [name]: event.target.value } } })
          }
        />
      )}
    </Field>
  )
}

function SilentSource({ draft, onChange }: ChoiceProps): ReactNode {
  const { text, language } = useText()
  return (
    <Field label={text.alerts.source} error={null}>
      {(attributes) => (
        <select
          {...attributes}
          value={draft.silentSource ?? ''}
          onChange={({ target }) =>
            onChange({ silentSource: PLATFORMS.find((platform) => platform === target.value) ?? null })
          }
        >
          <option value="">{text.alerts.eachSource}</option>
          {PLATFORMS.map((platform) => (
            <option key={platform} value={platform}>
              {platformRow(platform).label[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
