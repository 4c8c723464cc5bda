import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UnauthorizedError } from '../../../client/src/index.ts'
import type { WireSession } from '../../../src/api/wire/account.ts'
import { forgetAllSearches } from '../filter/recent-searches.ts'
import { pantau } from './pantau.ts'
import { endSession } from './session-end.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

// Undefined while loading, null without a logged-in user.
export function useSession(): { readonly session: WireSession | null | undefined; readonly error: Error | null } {
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ['session'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      try {
        return await pantau.get('/api/auth/session', { signal })
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error
        endSession(client, 'expired')
        return null
      }
    },
  })
  return { session: data, error }
}

export function useLogIn(): UseMutationResult<WireSession, Error, Credentials> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      // A wait would look like a slow log-in; the page shows how long it is instead.
      pantau.post('/api/session', { body: credentials, retries: 0 }),
    // Data of the previous user must not be shown to the next one.
    onSuccess: (session) => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
      client.setQueryData(['session'], session)
    },
  })
}

export function useLogOut(): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => pantau.logOut(),
    onSettled: () => {
      endSession(client, 'logged-out')
      forgetAllSearches()
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
    },
  })
}

export function isAdmin(session: WireSession): boolean {
  return session.roles.includes('admin')
}
