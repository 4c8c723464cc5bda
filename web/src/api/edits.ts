import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireDroppedMentions, WireEditedProject, WireProjectEdits } from '../../../src/api/wire/edit.ts'
import type { WireExpressionPreview } from '../../../src/api/wire/preview.ts'
import type { NewProject } from './projects.ts'
import { request } from './request.ts'

export interface PreviewInput {
  readonly keyword: string
  readonly exclude: string
  readonly startDate: string
  readonly endDate: string | null
  readonly id?: string
}

// Null: the expression is not valid yet. A request for an expression that has changed meanwhile is aborted.
export function usePreview(input: PreviewInput | null): UseQueryResult<WireExpressionPreview> {
  return useQuery({
    queryKey: ['preview', input],
    enabled: input !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }) =>
      request<WireExpressionPreview>('/api/project/preview', { method: 'POST', body: input, signal }),
  })
}

export interface ProjectEdit extends NewProject {
  readonly id: string
  readonly fromArchive: boolean
}

export function useEditProject(): UseMutationResult<WireEditedProject, Error, ProjectEdit> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }) =>
      request<WireEditedProject>('/api/project', { method: 'PATCH', query: { id }, body }),
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useEdits(id: string): UseQueryResult<WireProjectEdits> {
  return useQuery({
    queryKey: ['edits', id],
    queryFn: ({ signal }) => request<WireProjectEdits>('/api/project/edits', { query: { id }, signal }),
  })
}

export type DropAction = 'hide' | 'delete'

// All of them, however many requests that takes.
export function useDropUnmatched(id: string): UseMutationResult<number, Error, DropAction> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (action) => {
      for (let changed = 0; ; ) {
        const body = { id, action }
        const dropped = await request<WireDroppedMentions>('/api/project/unmatched', { method: 'POST', body })
        changed += dropped.changed
        if (dropped.left === 0 || dropped.changed === 0) return changed
      }
    },
    onSuccess: () => client.invalidateQueries(),
  })
}
