import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireIncident } from '../../../src/api/wire/alert.ts'
import { pantau } from './pantau.ts'

interface IncidentPage {
  readonly data: readonly WireIncident[]
  readonly next: string | null
}
type Incidents = InfiniteData<IncidentPage, string | null>

// An incident that grows without a message sends no live event, so the lists are also read again now and then.
const POLL = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const

// Newest first.
export function useIncidents(projectId: string): UseInfiniteQueryResult<Incidents> {
  return useInfiniteQuery<IncidentPage, Error, Incidents, readonly unknown[], string | null>({
    queryKey: ['incidents', projectId],
    ...POLL,
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    queryFn: ({ pageParam, signal }) =>
      pantau.get('/api/incidents', {
        query: { keywordId: projectId, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
  })
}

export function useIncident(id: string, enabled = true): UseQueryResult<WireIncident> {
  return useQuery({
    queryKey: ['incident', id],
    enabled,
    ...POLL,
    queryFn: ({ signal }) => pantau.get('/api/incidents/{id}', { path: { id }, signal }),
  })
}

export interface Handling {
  readonly acknowledged?: boolean
  readonly snoozedUntil?: string | null
}

export function useHandleIncident(incident: WireIncident): UseMutationResult<WireIncident, Error, Handling> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body) => pantau.patch('/api/incidents/{id}', { path: { id: incident.id }, body }),
    onSuccess: (changed) => {
      client.setQueryData(['incident', changed.id], changed)
      client.setQueryData<Incidents>(['incidents', changed.keyword_id], (list) => withIncident(list, changed))
    },
  })
}

function withIncident(list: Incidents | undefined, changed: WireIncident): Incidents | undefined {
  if (list === undefined) return undefined
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data.map((incident) => (incident.id === changed.id ? changed : incident)),
  }))
  return { ...list, pages }
}
