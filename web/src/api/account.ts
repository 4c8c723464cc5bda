import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireOwnChange, WireOwnSessions } from '../../../src/api/wire/account.ts'
import { request } from './request.ts'

export type OwnSession = WireOwnSessions['data'][number]

const SESSIONS = ['own-sessions']

export function useOwnSessions(): UseQueryResult<readonly OwnSession[]> {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await request<WireOwnSessions>('/api/auth/sessions', { signal })).data,
  })
}

export function useEndSession(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    // Also after a failure: a session that was not found has ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}

export interface PasswordChange {
  readonly old: string
  readonly new: string
}

export function useChangePassword(): UseMutationResult<WireOwnChange, Error, PasswordChange> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: PasswordChange) =>
      request<WireOwnChange>('/api/auth/me', { method: 'PATCH', body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}
