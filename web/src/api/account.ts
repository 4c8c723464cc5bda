import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WireChangedOwnUser, WireOwnSessions, WireOwnUser } from '../../../src/api/wire/account.ts'
import { useFirstText } from '../text/text.tsx'
import { ZONE } from '../text/zone.ts'
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
type Preferences = Partial<Pick<WireOwnUser, 'language' | 'timeZone'>>

// With the language of messages, which need not be that of the dashboard, and the time zone.
export function useOwnUser(): UseQueryResult<WireOwnUser> {
  return useQuery({ queryKey: OWN_USER, queryFn: ({ signal }) => pantau.get('/api/auth/me', { signal }) })
}

export function useSetPreferences(): UseMutationResult<WireChangedOwnUser, Error, Preferences> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (preferences: Preferences) => pantau.patch('/api/auth/me', { body: preferences }),
    onSuccess: ({ language, timeZone }) =>
      client.setQueryData<WireOwnUser>(OWN_USER, (user) => user && { ...user, language, timeZone }),
  })
}

// Writes times in the zone of the account.
export function useOwnZone(): void {
  const { setZone } = useFirstText()
  const { data } = useOwnUser()
  useEffect(() => {
    if (data !== undefined) setZone(data.timeZone ?? ZONE)
  }, [data, setZone])
}
