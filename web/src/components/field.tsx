import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange'> {
  readonly label: string
  readonly help?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

// An input with its label and an explanation below it. Required, and not completed by the browser, unless set otherwise.
export function Field({ label, help, onChange, ...input }: FieldProps): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        required
        autoComplete="off"
        {...input}
        id={id}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
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
