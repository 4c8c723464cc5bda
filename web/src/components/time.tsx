import { type ReactNode, useSyncExternalStore } from 'react'
import { useFirstText } from '../text/text.tsx'

const TICK_MS = 30_000
let now = Date.now()
const listeners = new Set<() => void>()
setInterval(() => {
  now = Date.now()
  for (const listener of listeners) listener()
}, TICK_MS)

// One clock for the page, so that "3 minutes ago" stays current without a timer per element.
export function useNow(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => now,
  )
}

interface TimeProps {
  readonly value: string
  readonly relative?: boolean
  // Without the year if it is the current one.
  readonly short?: boolean
}

export function Time({ value, relative = false, short = false }: TimeProps): ReactNode {
  const { format } = useFirstText()
  const nowMs = useNow()
  const full = format.time(value)
  return (
    <time dateTime={value} title={full}>
      {relative ? format.ago(value, nowMs) : short ? format.shortTime(value, nowMs) : full}
    </time>
  )
}
