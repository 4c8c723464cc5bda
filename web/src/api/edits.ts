import {
  keepPreviousData,
  skipToken,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireEditedProject, WireProjectEdits } from '../../../src/api/wire/edit.ts'
import type { WireExpressionPreview } from '../../../src/api/wire/preview.ts'
import { pantau } from './pantau.ts'
import type { NewProject } from './projects.ts'

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
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    queryFn: input === null ? skipToken : ({ signal }) => pantau.post('/api/project/preview', { body: input, signal }),
  })
}

export interface ProjectEdit extends NewProject {
  readonly id: string
  readonly fromArchive: boolean
}

export function useEditProject(): UseMutationResult<WireEditedProject, Error, ProjectEdit> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }) => pantau.patch('/api/project', { query: { id }, body }),
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useEdits(id: string): UseQueryResult<WireProjectEdits> {
  return useQuery({
    queryKey: ['edits', id],
    queryFn: ({ signal }) => pantau.get('/api/project/edits', { query: { id }, signal }),
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
        const dropped = await pantau.post('/api/project/unmatched', { body })
        changed += dropped.changed
        if (dropped.left === 0 || dropped.changed === 0) return changed
      }
    },
    onSuccess: () => client.invalidateQueries(),
  })
}
