import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Input, Schemas } from '../../../client/src/index.ts'
import type { WireAccount, WireAccountPage } from '../../../src/api/wire/account.ts'
import type { WireFeed, WireFeeds, WireFeedTest, WireSources } from '../../../src/api/wire/source.ts'
import type { Platform } from '../platforms.ts'
import { pantau } from './pantau.ts'

export const ADMIN_PAGE = 50

export type NewAccount = Input<Schemas['AddUserBody']>

export interface AccountChange extends Input<Schemas['ChangeUserBody']> {
  readonly userId: string
}

export function useAccounts(page: number): UseQueryResult<WireAccountPage> {
  return useQuery({
    queryKey: ['admin', 'users', page],
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => pantau.get('/api/admin/users', { query: pageQuery(page), signal }),
  })
}

// Without a state, all feeds.
export function useFeeds(page: number, state: WireFeed['state'] | null): UseQueryResult<WireFeeds> {
  const query = { ...pageQuery(page), ...(state === null ? {} : { state }) }
  return useQuery({
    queryKey: ['admin', 'feeds', page, state],
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => pantau.get('/api/admin/feeds', { query, signal }),
  })
}

export interface FeedAddress {
  readonly url: string
  readonly platform: Platform
}

const TEST_POLL_MS = 700

// Reads an address once, without adding it. A worker does that, so the result is polled for.
export function useFeedTest(): {
  readonly start: UseMutationResult<WireFeedTest, Error, FeedAddress>
  readonly result: WireFeedTest | undefined
} {
  const start = useMutation({
    mutationFn: (body: FeedAddress) => pantau.post('/api/admin/feeds/test', { body }),
  })
  const id = start.data?.id
  const { data } = useQuery<WireFeedTest>({
    queryKey: ['admin', 'feed-test', id],
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : TEST_POLL_MS),
    queryFn: ({ signal }) => pantau.get('/api/admin/feeds/test', { query: { id: id ?? '' }, signal }),
  })
  return { start, result: data ?? start.data }
}

function isEnded(test: WireFeedTest | undefined): boolean {
  return test?.status === 'done' || test?.status === 'failed'
}

export function useAdminSources(): UseQueryResult<WireSources['data']> {
  return useQuery({
    queryKey: ['admin', 'sources'],
    queryFn: async ({ signal }) => (await pantau.get('/api/admin/sources', { signal })).data,
  })
}

function pageQuery(page: number): { page: number; limit: number } {
  return { page, limit: ADMIN_PAGE }
}

function useAdminChange<T, Input>(
  list: 'users' | 'feeds',
  change: (input: Input) => Promise<T>,
): UseMutationResult<T, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ['admin', list] }),
  })
}

export function useAddAccount(): UseMutationResult<WireAccount, Error, NewAccount> {
  return useAdminChange('users', (account) => pantau.post('/api/admin/users', { body: account }))
}

export function useChangeAccount(): UseMutationResult<WireAccount, Error, AccountChange> {
  return useAdminChange('users', ({ userId, ...body }) =>
    pantau.patch('/api/admin/users/{userId}', { path: { userId }, body }),
  )
}

export function useSetQuota(): UseMutationResult<WireAccount, Error, { userId: string; kuota: number }> {
  return useAdminChange('users', ({ userId, kuota }) =>
    pantau.put('/api/admin/users/{userId}/quota', { path: { userId }, body: { kuota } }),
  )
}

interface FeedChange {
  readonly url: string
  readonly platform?: Platform
  readonly name?: string
  readonly enabled?: boolean
}

export function useSaveFeed(): UseMutationResult<WireFeed, Error, FeedChange> {
  return useAdminChange('feeds', (feed) => pantau.post('/api/admin/feeds', { body: feed }))
}

export function useRetryFeeds(): UseMutationResult<unknown, Error, void> {
  return useAdminChange('feeds', () => pantau.post('/api/admin/feeds/retry', {}))
}

export function useDeleteFeed(): UseMutationResult<unknown, Error, string> {
  return useAdminChange('feeds', (id) => pantau.delete('/api/admin/feeds', { query: { id } }))
}
