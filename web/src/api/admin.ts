import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireAccount, WireAccountPage } from '../../../src/api/wire/account.ts'
import type { WireFeed, WireFeeds, WireSources } from '../../../src/api/wire/source.ts'
import { request } from './request.ts'

export const ADMIN_PAGE = 50

export interface NewAccount {
  readonly username: string
  readonly password: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly kuota?: number
}

export interface AccountChange {
  readonly userId: string
  readonly name?: string
  readonly email?: string
  readonly password?: string
  readonly roles?: readonly string[]
  readonly disabled?: boolean
}

export function useAccounts(page: number): UseQueryResult<WireAccountPage> {
  return useQuery({
    queryKey: ['admin', 'users', page],
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => request<WireAccountPage>('/api/admin/users', { query: pageQuery(page), signal }),
  })
}

export function useFeeds(page: number): UseQueryResult<WireFeeds> {
  return useQuery({
    queryKey: ['admin', 'feeds', page],
    placeholderData: (previous) => previous,
    queryFn: ({ signal }) => request<WireFeeds>('/api/admin/feeds', { query: pageQuery(page), signal }),
  })
}

export function useAdminSources(): UseQueryResult<WireSources['data']> {
  return useQuery({
    queryKey: ['admin', 'sources'],
    queryFn: async ({ signal }) => (await request<WireSources>('/api/admin/sources', { signal })).data,
  })
}

function pageQuery(page: number): Record<string, string> {
  return { page: String(page), limit: String(ADMIN_PAGE) }
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
  return useAdminChange('users', (account) =>
    request<WireAccount>('/api/admin/users', { method: 'POST', body: account }),
  )
}

export function useChangeAccount(): UseMutationResult<WireAccount, Error, AccountChange> {
  return useAdminChange('users', ({ userId, ...body }) =>
    request<WireAccount>(`/api/admin/users/${encodeURIComponent(userId)}`, { method: 'PATCH', body }),
  )
}

export function useSetQuota(): UseMutationResult<WireAccount, Error, { userId: string; kuota: number }> {
  return useAdminChange('users', ({ userId, kuota }) =>
    request<WireAccount>(`/api/admin/users/${encodeURIComponent(userId)}/quota`, { method: 'PUT', body: { kuota } }),
  )
}

export function useSaveFeed(): UseMutationResult<WireFeed, Error, { url: string; name?: string; enabled?: boolean }> {
  return useAdminChange('feeds', (feed) => request<WireFeed>('/api/admin/feeds', { method: 'POST', body: feed }))
}

export function useDeleteFeed(): UseMutationResult<unknown, Error, string> {
  return useAdminChange('feeds', (id) => request('/api/admin/feeds', { method: 'DELETE', query: { id } }))
}
