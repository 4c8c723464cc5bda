import { type ReactNode, useEffect, useState } from 'react'
import { useMoment } from '../../api/alerts.ts'
import type { Query } from '../../api/readings.ts'
import { useText } from '../../text/text.tsx'
import { HOUR_MS } from '../../text/zone.ts'

// A pointer that only passes over a bar requests nothing.
const REST_MS = 350

interface ExpectedProps {
  readonly projectId: string
  readonly query: Query
  readonly from: number
  readonly to: number
}

// What is usual for a bar, once the pointer rests on it. Nothing where there is too little history.
export function Expected({ projectId, query, from, to }: ExpectedProps): ReactNode {
  const { text, format } = useText()
  const [rested, setRested] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(from), REST_MS)
    return () => clearTimeout(timer)
  }, [from])
  // Whole hours, so that the query of the last bar stays the same while it is shown.
  const end = Math.min(to, Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)
  const range = { from: new Date(from).toISOString(), to: new Date(end).toISOString() }
  const { data } = useMoment(projectId, { ...query, ...range }, { enabled: rested === from })
  if (data === undefined || data.low === null || data.high === null) return null
  const shown = (value: number): string => format.number(Math.round(value))
  return <span>{text.projectPage.expected(shown(data.low), shown(data.high))}</span>
}
