import { type ReactNode, useId } from 'react'
import { ApiError } from '../api/request.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'url' | 'time'
  readonly help?: string | undefined
  // Why the server refused the value.
  readonly error?: string | undefined
  readonly required?: boolean
  readonly placeholder?: string
  readonly maxLength?: number
  // The id of a datalist.
  readonly list?: string
}

export function Field({
  label,
  value,
  onChange,
  type = 'text',
  help,
  error,
  required = true,
  placeholder,
  maxLength,
  list,
}: FieldProps): ReactNode {
  const id = useId()
  const described = [error === undefined ? [] : [`${id}-error`], help === undefined ? [] : [`${id}-help`]].flat()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        required={required}
        min={type === 'number' ? 0 : undefined}
        maxLength={maxLength}
        list={list}
        placeholder={placeholder}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        value={value}
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
  if (!(error instanceof ApiError) || error.status >= 500) return null
  return fields.find((field) => new RegExp(`^${field}\\b`).test(error.message)) ?? null
}
