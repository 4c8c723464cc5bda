import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { PantauError } from '../../../client/src/index.ts'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange'> {
  readonly label: string
  readonly help?: string | undefined
  // Why the server refused the value.
  readonly error?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

// An input with its label and an explanation below it. Required, and not completed by the browser, unless set otherwise.
export function Field({ label, help, error, onChange, ...input }: FieldProps): ReactNode {
  const id = useId()
  const described = [error === undefined ? [] : [`${id}-error`], help === undefined ? [] : [`${id}-help`]].flat()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        required
        autoComplete="off"
        {...input}
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <p className="help bad" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

// The field that the server refused: its message begins with the field's name. Null when the error is about something else.
export function refusedField<T extends string>(error: Error | null, fields: readonly T[]): T | null {
  if (!(error instanceof PantauError) || error.status >= 500) return null
  return fields.find((field) => new RegExp(`^${field}\\b`).test(error.message)) ?? null
}
