import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireChangedOwnUser, WireOwnSessions, WireOwnUser } from '../../../src/api/wire/account.ts'
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

export function useChangePassword(): UseMutationResult<WireChangedOwnUser, Error, PasswordChange> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: PasswordChange) =>
      request<WireChangedOwnUser>('/api/auth/me', { method: 'PATCH', body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}

const OWN_USER = ['own-user']
type MessageLanguage = WireOwnUser['language']

// The language of messages, which need not be that of the dashboard.
export function useMessageLanguage(): UseQueryResult<MessageLanguage> {
  return useQuery({
    queryKey: OWN_USER,
    queryFn: async ({ signal }) => (await request<WireOwnUser>('/api/auth/me', { signal })).language,
  })
}

export function useSetMessageLanguage(): UseMutationResult<WireChangedOwnUser, Error, MessageLanguage> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: MessageLanguage) =>
      request<WireChangedOwnUser>('/api/auth/me', { method: 'PATCH', body: { language } }),
    onSuccess: ({ language }) => client.setQueryData(OWN_USER, language),
  })
}
