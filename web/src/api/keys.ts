import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { KeyBody, WireKeyCreated, WireKeys } from '../../../src/api/wire/key.ts'
import { pantau } from './pantau.ts'

export type Key = WireKeys['data'][number]
export type NewKey = KeyBody
export type CreatedKey = WireKeyCreated
export type Scope = Key['scopes'][number]

const KEYS = ['keys']

export function useKeys(): UseQueryResult<readonly Key[]> {
  return useQuery({
    queryKey: KEYS,
    queryFn: async ({ signal }) => (await pantau.get('/api/keys', { signal })).data,
  })
}

export function useAddKey(): UseMutationResult<CreatedKey, Error, NewKey> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: NewKey) => pantau.post('/api/keys', { body: key }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
  })
}

export function useRevokeKey(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => pantau.delete('/api/keys/{id}', { path: { id } }),
    // Also after a failure: a key that was not found is revoked already.
    onSettled: () => client.invalidateQueries({ queryKey: KEYS }),
  })
}
