import type { ReactNode, SelectHTMLAttributes } from 'react'
import { zoneName } from '../text/format.ts'
import { useText } from '../text/text.tsx'
import { ZONE } from '../text/zone.ts'

interface ZoneSelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (zone: string) => void
}

const INDONESIA = [ZONE, 'Asia/Makassar', 'Asia/Jayapura']

// A time zone: those of Indonesia first, with their names, then the chosen one and that of the person.
export function ZoneSelect({ value, onChange, ...attributes }: ZoneSelectProps): ReactNode {
  const { text, zone: own } = useText()
  const usual = [...new Set([...INDONESIA, own, value])]
  const groups = [
    [text.alerts.zoneUsual, usual],
    [text.alerts.zoneOther, Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone))],
  ] as const
  return (
    <select {...attributes} className="foreign" value={value} onChange={({ target }) => onChange(target.value)}>
      {groups.map(([label, zones]) => (
        <optgroup key={label} label={label}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {nameOf(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

function nameOf(zone: string): string {
  const place = zone.replaceAll('_', ' ')
  return INDONESIA.includes(zone) ? `${zoneName(zone)} (${place})` : place
}
