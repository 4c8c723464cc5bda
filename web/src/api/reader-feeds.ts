import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { NewReaderFeedBody, WireNewReaderFeed, WireReaderFeed } from '../../../src/api/wire/reader-feed.ts'
import { pantau } from './pantau.ts'

const keyOf = (projectId: string) => ['reader-feeds', projectId]

export function useReaderFeeds(projectId: string): UseQueryResult<readonly WireReaderFeed[]> {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: async ({ signal }) => (await pantau.get('/api/feeds', { query: { keywordId: projectId }, signal })).data,
  })
}

export function useAddReaderFeed(): UseMutationResult<WireNewReaderFeed, Error, NewReaderFeedBody> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body) => pantau.post('/api/feeds', { body }),
    onSuccess: ({ keywordId }) => client.invalidateQueries({ queryKey: keyOf(keywordId) }),
  })
}

export function useRevokeReaderFeed(projectId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id) => pantau.delete('/api/feeds/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}
