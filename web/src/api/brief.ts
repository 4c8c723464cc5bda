import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { NotFoundError } from '../../../client/src/index.ts'
import type { WireBrief, WireBriefPreview } from '../../../src/api/wire/brief.ts'
import { pantau } from './pantau.ts'

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
        return await pantau.get('/api/brief', { signal })
      } catch (error) {
        if (error instanceof NotFoundError) return null
        throw error
      }
    },
  })
}

export function useSaveBrief(): UseMutationResult<Brief, Error, BriefSettings> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: BriefSettings) => pantau.put('/api/brief', { body: settings }),
    onSuccess: async (brief) => {
      client.setQueryData(SETTINGS, brief)
      await client.invalidateQueries({ queryKey: PREVIEW })
    },
  })
}

export function useBriefPreview(): UseQueryResult<WireBriefPreview> {
  return useQuery({
    queryKey: PREVIEW,
    queryFn: ({ signal }) => pantau.get('/api/brief/preview', { signal }),
  })
}
