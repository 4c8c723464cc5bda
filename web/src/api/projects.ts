import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireProjectOverview } from '../../../src/api/wire/insights.ts'
import type { WireDispatch, WireJobs } from '../../../src/api/wire/job.ts'
import type { WireExpressionCheck, WireProject } from '../../../src/api/wire/project.ts'
import type { WireSources } from '../../../src/api/wire/source.ts'
import { pantau } from './pantau.ts'

export type Card = WireProjectOverview['data'][number]
export type Category = WireProject['categoryid']

export interface NewProject {
  readonly group: string
  readonly keyword: string
  readonly exclude: string
  readonly categoryId: Category
  readonly startDate: string
  readonly endDate: string | null
  readonly type: WireProject['type']
}

export function useOverview(): UseQueryResult<readonly Card[]> {
  return useQuery({
    queryKey: ['overview'],
    queryFn: async ({ signal }) => (await pantau.get('/api/project/overview', { signal })).data,
  })
}

export function useSources(): UseQueryResult<WireSources['data']> {
  return useQuery({
    queryKey: ['sources'],
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await pantau.get('/api/project/sources', { signal })).data,
  })
}

export interface CheckInput {
  readonly keyword: string
  readonly exclude: string
  readonly text: string
}

export function useKeywordCheck(input: CheckInput): UseQueryResult<WireExpressionCheck> {
  return useQuery({
    queryKey: ['check', input],
    enabled: input.keyword.trim() !== '',
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    queryFn: ({ signal }) => pantau.post('/api/project/check', { body: input, signal }),
  })
}

export function useCreateProject(): UseMutationResult<WireProject, Error, NewProject> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (project: NewProject) => (await pantau.post('/api/project', { body: project })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: ['overview'] }),
  })
}

export function useListen(): UseMutationResult<WireProject, Error, { id: string; listen: boolean }> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, listen }) =>
      pantau.patch('/api/project/listen-status', { body: { id, islisten: listen ? 1 : 0 } }),
    onSuccess: (project) =>
      client.setQueryData<readonly Card[]>(['overview'], (cards) =>
        cards?.map((card) => (card.project.id === project.id ? { ...card, project } : card)),
      ),
  })
}

export function useDispatch(): UseMutationResult<WireDispatch, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => pantau.post('/api/ai-service/scrap-project-keywords', { body: { keyword_id: id } }),
    onSuccess: async (_, id) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['jobs', id] }),
        client.invalidateQueries({ queryKey: ['overview'] }),
      ])
    },
  })
}

export function useDeleteProject(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => pantau.delete('/api/project', { query: { id } }),
    onSuccess: (_, id) =>
      client.setQueryData<readonly Card[]>(['overview'], (cards) => cards?.filter((card) => card.project.id !== id)),
  })
}

export function useJobs(id: string): UseQueryResult<WireJobs['data']> {
  return useQuery({
    queryKey: ['jobs', id],
    queryFn: async ({ signal }) =>
      (await pantau.get('/api/ai-service/jobs', { query: { keywordId: id }, signal })).data,
  })
}
