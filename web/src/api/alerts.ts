import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireAlert, WireBacktest, WireRangeExplanation } from '../../../src/api/wire/alert.ts'
import type { WireChannel } from '../../../src/api/wire/channel.ts'
import { pantau } from './pantau.ts'
import type { Query } from './readings.ts'

export type AlertFields = Omit<WireAlert, 'id' | 'created_at'>
export type AlertChange = Partial<Omit<AlertFields, 'keywordId'>> & { readonly id: string }
export type BacktestInput = Pick<AlertFields, 'keywordId' | 'rule' | 'filter' | 'cooldownMinutes'>

export function useAlerts(projectId: string): UseQueryResult<readonly WireAlert[]> {
  return useQuery({
    queryKey: ['alerts', projectId],
    queryFn: async ({ signal }) => (await pantau.get('/api/alerts', { query: { keywordId: projectId }, signal })).data,
  })
}

export function useAddAlert(): UseMutationResult<WireAlert, Error, AlertFields> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (alert) => pantau.post('/api/alerts', { body: alert }),
    onSuccess: ({ keywordId }) => client.invalidateQueries({ queryKey: ['alerts', keywordId] }),
  })
}

export function useChangeAlert(): UseMutationResult<WireAlert, Error, AlertChange> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }) => pantau.patch('/api/alerts/{id}', { path: { id }, body }),
    onSuccess: (alert) =>
      client.setQueryData<readonly WireAlert[]>(['alerts', alert.keywordId], (alerts) =>
        alerts?.map((other) => (other.id === alert.id ? alert : other)),
      ),
  })
}

// The incidents of a rule are removed with it.
export function useDeleteAlert(projectId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id) => pantau.delete('/api/alerts/{id}', { path: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['alerts', projectId] }),
        client.invalidateQueries({ queryKey: ['incidents', projectId] }),
      ]),
  })
}

// A new input aborts the request for the one before; its result stays until the new one is there.
export function useBacktest(input: BacktestInput): UseQueryResult<WireBacktest> {
  return useQuery({
    queryKey: ['backtest', input],
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    queryFn: ({ signal }) => pantau.post('/api/alerts/backtest', { body: input, signal }),
  })
}

// What explains a range of time. The query has the range and the filter.
export function useMoment(
  projectId: string,
  query: Query,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<WireRangeExplanation> {
  return useQuery({
    queryKey: ['moment', projectId, query],
    enabled,
    staleTime: 60_000,
    queryFn: ({ signal }) => pantau.get('/api/project/moments', { query: { id: projectId, ...query }, signal }),
  })
}

export function useChannelChoices(): UseQueryResult<readonly WireChannel[]> {
  return useQuery({
    queryKey: ['channels', 'choices'],
    queryFn: async ({ signal }) => (await pantau.get('/api/channels', { signal })).data,
  })
}
