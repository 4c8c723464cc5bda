import type { ReactNode, SelectHTMLAttributes } from 'react'
import { useText } from '../text/text.tsx'

interface TimeSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  // As HH:MM.
  readonly value: string
  readonly onChange: (time: string) => void
}

const MINUTES_APART = 15
const TIMES = Array.from({ length: (24 * 60) / MINUTES_APART }, (_, index) => {
  const minutes = index * MINUTES_APART
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
})

// A time of day. The browser's own field follows the language of the browser, with AM and PM; this one that of the dashboard.
export function TimeSelect({ value, onChange, ...attributes }: TimeSelectProps): ReactNode {
  const { format } = useText()
  const times = TIMES.includes(value) ? TIMES : [...TIMES, value].sort()
  return (
    <select {...attributes} className="tabular" value={value} onChange={({ target }) => onChange(target.value)}>
      {times.map((time) => (
        <option key={time} value={time}>
          {format.clock(time)}
        </option>
      ))}
    </select>
  )
}
