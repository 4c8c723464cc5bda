import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { WireComparison } from '../../../src/api/wire/compare.ts'
import { pantau } from './pantau.ts'
import type { Query } from './readings.ts'

// Null: fewer than two sides are chosen. The previous numbers stay, marked as old, while others are on their way.
export function useComparison(query: Query | null): UseQueryResult<WireComparison> {
  return useQuery<WireComparison>({
    queryKey: ['compare', query],
    enabled: query !== null,
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => pantau.get('/api/compare', { query: query ?? {}, signal }),
  })
}
