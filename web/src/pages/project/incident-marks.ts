import { useEffect, useMemo } from 'react'
import { useAlerts } from '../../api/alerts.ts'
import { useIncidents } from '../../api/incidents.ts'
import type { Mark } from '../../charts/marks.ts'
import { useText } from '../../text/text.tsx'
import { describeIncident } from '../alerts/describe.ts'

const PAGES_MAX = 4

// The incidents of a project as marks of a chart that begins at `fromMs`.
export function useIncidentMarks(projectId: string, fromMs: number): readonly Mark[] {
  const words = useText()
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useIncidents(projectId)
  const { data: alerts } = useAlerts(projectId)
  const pages = data?.pages ?? []
  const oldest = pages.at(-1)?.data.at(-1)?.opened_at
  const reaches = oldest === undefined || Date.parse(oldest) < fromMs || pages.length >= PAGES_MAX
  useEffect(() => {
    if (hasNextPage && !reaches && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, reaches, isFetching, isError, fetchNextPage])
  return useMemo(() => {
    const names = new Map(alerts?.map(({ id, name }) => [id, name]))
    const { text, format } = words
    return (data?.pages ?? [])
      .flatMap((page) => page.data)
      .map((incident) => ({
        id: incident.id,
        at: Date.parse(incident.opened_at),
        open: incident.state === 'open',
        size: incident.peak,
        label: text.incidents.mark(
          names.get(incident.alert_id ?? '') ?? text.incidents.removedRule,
          describeIncident(incident, words),
          format.time(incident.opened_at),
        ),
      }))
  }, [data, alerts, words])
}
