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
import type { WireFeed, WireFeeds } from '../../../src/api/wire/source.ts'
import { request } from './request.ts'

export type Incident = WireIncident

interface IncidentPage {
  readonly data: readonly Incident[]
  readonly next: string | null
}

const INCIDENTS = ['incidents', 'admin']
const SETTINGS = ['admin', 'incident-settings']
const FEEDS_PAGE = '100'

// Feeds and sources that broke. The list has the incidents of the administrator's own projects, too; those are left out.
export function useBroken(state: Incident['state']): UseInfiniteQueryResult<InfiniteData<IncidentPage>> {
  return useInfiniteQuery({
    queryKey: [...INCIDENTS, state],
    initialPageParam: null as string | null,
    getNextPageParam: (page: IncidentPage) => page.next,
    queryFn: async ({ pageParam, signal }) => {
      const query = { state, ...(pageParam === null ? {} : { cursor: pageParam }) }
      const { data, next } = await request<IncidentPage>('/api/incidents', { query, signal })
      return { data: data.filter(({ kind }) => kind === 'feed' || kind === 'source'), next }
    },
  })
}

export function useAcknowledge(): UseMutationResult<Incident, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      request<Incident>(`/api/incidents/${encodeURIComponent(id)}`, { method: 'PATCH', body: { acknowledged: true } }),
    onSuccess: () => client.invalidateQueries({ queryKey: INCIDENTS }),
  })
}

// The feeds with these ids. One that was deleted is missing.
export function useFeedsById(ids: readonly string[]): UseQueryResult<ReadonlyMap<string, WireFeed>> {
  return useQuery({
    queryKey: ['admin', 'feeds', 'by-id', ids],
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const found = new Map<string, WireFeed>()
      for (let page = 1, pages = 1; page <= pages && found.size < ids.length; page++) {
        const query = { page: String(page), limit: FEEDS_PAGE }
        const { data, totalPages } = await request<WireFeeds>('/api/admin/feeds', { query, signal })
        for (const feed of data) if (ids.includes(feed.id)) found.set(feed.id, feed)
        pages = totalPages
      }
      return found
    },
  })
}

export function useIncidentChannels(): UseQueryResult<readonly string[]> {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) =>
      (await request<{ channels: string[] }>('/api/admin/incidents/settings', { signal })).channels,
  })
}

export function useSetIncidentChannels(): UseMutationResult<{ channels: string[] }, Error, readonly string[]> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (channels: readonly string[]) =>
      request<{ channels: string[] }>('/api/admin/incidents/settings', { method: 'PUT', body: { channels } }),
    onSuccess: ({ channels }) => client.setQueryData(SETTINGS, channels),
  })
}
