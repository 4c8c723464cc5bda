import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { addDays, addMonths, weekdayNames, weekdayOf, weeksOf, writeLongDay, writeMonth } from '../text/dates.ts'
import { useText } from '../text/text.tsx'
import { dayOf } from '../text/zone.ts'
import { Icon } from './icon.tsx'

interface CalendarProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly min: string | undefined
  readonly canClear: boolean
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}

// One month of days. The arrow keys move by day and week, Page Up and Page Down by month, Escape closes.
export function Calendar({ id, label, value, min, canClear, onChoose, onClose }: CalendarProps): ReactNode {
  const { text, language } = useText()
  const today = dayOf(Date.now())
  const [day, setDay] = useState(value === '' ? today : value)
  const grid = useRef<HTMLTableElement>(null)
  // The focus follows the day when a key has moved it, and stays on the button that has moved the month.
  const follows = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is another element to focus.
  useEffect(() => {
    if (follows.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    follows.current = false
  }, [day])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
    else {
      const next = moved(day, event.key)
      if (next === null || !grid.current?.contains(event.target as Node)) return
      follows.current = true
      setDay(next)
    }
    // Escape must not close a dialog around it as well.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div id={id} role="dialog" aria-label={label} className="calendar" onKeyDown={onKeyDown}>
      <div className="calendar-head">
        <MonthButton label={text.date.previous} icon="earlier" onClick={() => setDay(addMonths(day, -1))} />
        <strong aria-live="polite">{writeMonth(day, language)}</strong>
        <MonthButton label={text.date.next} icon="later" onClick={() => setDay(addMonths(day, 1))} />
      </div>
      <table ref={grid} className="calendar-days">
        <thead>
          <tr>
            {weekdayNames(language).map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    className={one.slice(0, 7) === day.slice(0, 7) ? 'calendar-day' : 'calendar-day other'}
                    tabIndex={one === day ? 0 : -1}
                    aria-label={writeLongDay(one, language)}
                    aria-pressed={one === value}
                    aria-current={one === today ? 'date' : undefined}
                    aria-disabled={min !== undefined && one < min ? true : undefined}
                    onClick={() => (min === undefined || one >= min) && onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row tight">
        <button type="button" className="button quiet small" onClick={() => setDay(today)}>
          {text.date.today}
        </button>
        {canClear && value !== '' && (
          <button type="button" className="button quiet small" onClick={() => onChoose('')}>
            {text.date.clear}
          </button>
        )}
      </div>
    </div>
  )
}

interface MonthButtonProps {
  readonly label: string
  readonly icon: 'earlier' | 'later'
  readonly onClick: () => void
}

function MonthButton({ label, icon, onClick }: MonthButtonProps): ReactNode {
  return (
    <button type="button" className={`button quiet square small ${icon}`} aria-label={label} onClick={onClick}>
      <Icon name="back" />
    </button>
  )
}

function moved(day: string, key: string): string | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key]
  if (days !== undefined) return addDays(day, days)
  if (key === 'Home') return addDays(day, -weekdayOf(day))
  if (key === 'End') return addDays(day, 6 - weekdayOf(day))
  if (key === 'PageUp') return addMonths(day, -1)
  return key === 'PageDown' ? addMonths(day, 1) : null
}
