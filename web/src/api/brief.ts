import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireBrief, WireBriefPreview } from '../../../src/api/wire/brief.ts'
import { ApiError, request } from './request.ts'

export type Brief = WireBrief
export type BriefSettings = Omit<WireBrief, 'next_at'>

const SETTINGS = ['brief', 'settings']
const PREVIEW = ['brief', 'preview']

// Null if it has not been set up yet.
export function useBrief(): UseQueryResult<Brief | null> {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) => {
      try {
        return await request<Brief>('/api/brief', { signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}

export function useSaveBrief(): UseMutationResult<Brief, Error, BriefSettings> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: BriefSettings) => request<Brief>('/api/brief', { method: 'PUT', body: settings }),
    onSuccess: async (brief) => {
      client.setQueryData(SETTINGS, brief)
      await client.invalidateQueries({ queryKey: PREVIEW })
    },
  })
}

export function useBriefPreview(): UseQueryResult<WireBriefPreview> {
  return useQuery({
    queryKey: PREVIEW,
    queryFn: ({ signal }) => request<WireBriefPreview>('/api/brief/preview', { signal }),
  })
}
