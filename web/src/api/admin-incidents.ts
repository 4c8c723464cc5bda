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

export type Incident = WireIncident

interface IncidentPage {
  readonly data: readonly Incident[]
  readonly next: string | null
}

const INCIDENTS = ['incidents', 'admin']
const SETTINGS = ['admin', 'incident-settings']

// Feeds and sources that broke. The list has the incidents of the administrator's own projects, too; those are left out.
export function useBroken(state: Incident['state']): UseInfiniteQueryResult<InfiniteData<IncidentPage>> {
  return useInfiniteQuery({
    queryKey: [...INCIDENTS, state],
    initialPageParam: null as string | null,
    getNextPageParam: (page: IncidentPage) => page.next,
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(pageParam === null ? {} : { cursor: pageParam }) }
      const { data, next } = await pantau.get('/api/incidents', { query, signal })
      return { data: data.filter(({ kind }) => kind === 'feed' || kind === 'source'), next }
    },
  })
}

export function useAcknowledge(): UseMutationResult<Incident, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => pantau.patch('/api/incidents/{id}', { path: { id }, body: { acknowledged: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: INCIDENTS }),
  })
}

export function useIncidentChannels(): UseQueryResult<readonly string[]> {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) => (await pantau.get('/api/admin/incidents/settings', { signal })).channels,
  })
}

export function useSetIncidentChannels(): UseMutationResult<{ channels: string[] }, Error, readonly string[]> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (channels: readonly string[]) => pantau.put('/api/admin/incidents/settings', { body: { channels } }),
    onSuccess: ({ channels }) => client.setQueryData(SETTINGS, channels),
  })
}
