import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { readDay, writeDay } from '../text/dates.ts'
import { useText } from '../text/text.tsx'
import { Calendar } from './calendar.tsx'
import { Icon } from './icon.tsx'
import '../style/date-field.css'

interface DateFieldProps {
  // For a label outside of the field; otherwise `label` is its name.
  readonly id?: string
  readonly label: string
  // `YYYY-MM-DD`, or empty.
  readonly value: string
  readonly min?: string
  readonly required?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly onChange: (day: string) => void
}

// A day, typed or chosen in a calendar. The browser's own field has the language of the browser, not the chosen one.
export function DateField(props: DateFieldProps): ReactNode {
  const { id, label, value, min, required = false, invalid = false, describedBy, onChange } = props
  const { text, language } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const frame = useRef<HTMLSpanElement>(null)
  const calendar = useId()
  const read = typed === null || typed.trim() === '' ? '' : readDay(typed)
  useEffect(() => field.current?.setCustomValidity(read === null ? text.date.invalid : ''), [read, text])
  useEffect(() => (open ? closeFromOutside(frame.current, () => setOpen(false)) : undefined), [open])
  // What was typed is written out once it is complete; what cannot be read stays, to be corrected.
  const finish = (): void => {
    if (typed === null || read === null) return
    if (read !== value) onChange(read)
    setTyped(null)
  }
  const close = (): void => {
    setOpen(false)
    field.current?.focus()
  }
  return (
    <span ref={frame} className="date-field">
      <input
        ref={field}
        id={id}
        type="text"
        autoComplete="off"
        maxLength={30}
        required={required}
        aria-label={id === undefined ? label : undefined}
        aria-invalid={invalid || read === null ? true : undefined}
        aria-describedby={describedBy}
        placeholder={text.date.placeholder}
        value={typed ?? writeDay(value, language)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish()
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
        }}
      />
      <button
        type="button"
        className="button quiet square small"
        aria-label={text.date.choose(label)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? calendar : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="calendar" />
      </button>
      {open && (
        <Calendar
          id={calendar}
          label={text.date.choose(label)}
          value={value}
          min={min}
          canClear={!required}
          onClose={close}
          onChoose={(day) => {
            setTyped(null)
            onChange(day)
            close()
          }}
        />
      )}
    </span>
  )
}

function closeFromOutside(frame: HTMLElement | null, onClose: () => void): () => void {
  const check = ({ target }: Event): void => {
    if (target instanceof Node && frame?.contains(target) !== true) onClose()
  }
  document.addEventListener('pointerdown', check)
  document.addEventListener('focusin', check)
  return () => {
    document.removeEventListener('pointerdown', check)
    document.removeEventListener('focusin', check)
  }
}
