import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireAudit, WireAuditCards } from '../../../src/api/wire/audit.ts'
import { pantau } from './pantau.ts'
import type { Sentiment } from './readings.ts'

export type AuditCard = WireAuditCards['cards'][number]

export function useAudits(projectId: string): UseQueryResult<readonly WireAudit[]> {
  return useQuery({
    queryKey: ['audits', projectId],
    queryFn: async ({ signal }) => (await pantau.get('/api/audits', { query: { keywordId: projectId }, signal })).data,
  })
}

export function useAudit(id: string): UseQueryResult<WireAuditCards> {
  return useQuery({
    queryKey: ['audit', id],
    queryFn: ({ signal }) => pantau.get('/api/audits/{id}', { path: { id }, signal }),
  })
}

export interface NewAudit {
  readonly size: number
  readonly filter: Readonly<Record<string, unknown>>
}

export function useDrawAudit(projectId: string): UseMutationResult<WireAuditCards, Error, NewAudit> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (audit) => pantau.post('/api/audits', { body: { keywordId: projectId, ...audit } }),
    onSuccess: (audit) => {
      client.setQueryData(['audit', audit.id], audit)
      return client.invalidateQueries({ queryKey: ['audits', projectId] })
    },
  })
}

export function useExtendAudit(id: string): UseMutationResult<WireAuditCards, Error, number> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (size) => pantau.post('/api/audits/{id}/extend', { path: { id }, body: { size } }),
    onSuccess: (audit) => client.setQueryData(['audit', audit.id], audit),
  })
}

export interface Label {
  readonly mentionId: string
  // Null takes the label back.
  readonly sentiment: Sentiment | null
}

// The card changes at once; counts and estimate follow with the response. A label that is not stored is taken back on the card.
export function useLabel(audit: Pick<WireAudit, 'id' | 'keyword_id'>): UseMutationResult<WireAudit, Error, Label> {
  const client = useQueryClient()
  const key = ['audit', audit.id]
  return useMutation({
    // One at a time and in order, so that an undo cannot overtake its label.
    scope: { id: `audit ${audit.id}` },
    mutationFn: ({ mentionId, sentiment }) =>
      sentiment === null
        ? pantau.delete('/api/audits/{id}/labels/{mentionId}', { path: { id: audit.id, mentionId } })
        : pantau.put('/api/audits/{id}/labels', { path: { id: audit.id }, body: { mentionId, sentimen: sentiment } }),
    onMutate: ({ mentionId, sentiment }) =>
      client.setQueryData<WireAuditCards>(key, (current) => withLabel(current, mentionId, sentiment)),
    onSuccess: (stored) => {
      client.setQueryData<WireAuditCards>(key, (current) => current && { ...current, ...stored })
      void client.invalidateQueries({ queryKey: ['audits', audit.keyword_id] })
      void client.invalidateQueries({ queryKey: ['insights', audit.keyword_id] })
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

function withLabel(audit: WireAuditCards | undefined, mentionId: string, label: Sentiment | null) {
  if (audit === undefined) return undefined
  return { ...audit, cards: audit.cards.map((card) => (card.id === mentionId ? { ...card, label } : card)) }
}
