import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { WireQuota, WireQuotaHistory } from '../../../src/api/wire/account.ts'
import { pantau } from './pantau.ts'

export function useQuota(): UseQueryResult<WireQuota> {
  return useQuery({
    queryKey: ['quota'],
    queryFn: ({ signal }) => pantau.get('/api/user-quota', { signal }),
  })
}

export function useQuotaHistory(from: string, to: string): UseQueryResult<WireQuotaHistory> {
  return useQuery({
    queryKey: ['quota', 'history', from, to],
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => pantau.get('/api/user-quota/history', { query: { from, to }, signal }),
  })
}
