import { type ReactNode, useId } from 'react'
import type { FieldName } from './draft.ts'

// The message about a field, or null where it is fine.
export type ErrorAt = (field: FieldName) => string | null

interface FieldProps {
  readonly label: ReactNode
  readonly help?: string | undefined
  readonly error: string | null
  readonly children: (attributes: {
    readonly id: string
    readonly 'aria-invalid': boolean
    readonly 'aria-describedby': string
  }) => ReactNode
}

// A labelled control. Its error takes the place of its help.
export function Field({ label, help, error, children }: FieldProps): ReactNode {
  const id = useId()
  const described = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== null, 'aria-describedby': described })}
      <p className={error === null ? 'help' : 'help bad'} id={described}>
        {error ?? help}
      </p>
    </div>
  )
}
