import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireChangedOwnUser, WireOwnSessions, WireOwnUser } from '../../../src/api/wire/account.ts'
import { pantau } from './pantau.ts'

export type OwnSession = WireOwnSessions['data'][number]

const SESSIONS = ['own-sessions']

export function useOwnSessions(): UseQueryResult<readonly OwnSession[]> {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await pantau.get('/api/auth/sessions', { signal })).data,
  })
}

export function useEndSession(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => pantau.delete('/api/auth/sessions/{id}', { path: { id } }),
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
    mutationFn: (password: PasswordChange) => pantau.patch('/api/auth/me', { body: { password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}

const OWN_USER = ['own-user']
type MessageLanguage = WireOwnUser['language']

// The language of messages, which need not be that of the dashboard.
export function useMessageLanguage(): UseQueryResult<MessageLanguage> {
  return useQuery({
    queryKey: OWN_USER,
    queryFn: async ({ signal }) => (await pantau.get('/api/auth/me', { signal })).language,
  })
}

export function useSetMessageLanguage(): UseMutationResult<WireChangedOwnUser, Error, MessageLanguage> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: MessageLanguage) => pantau.patch('/api/auth/me', { body: { language } }),
    onSuccess: ({ language }) => client.setQueryData(OWN_USER, language),
  })
}
