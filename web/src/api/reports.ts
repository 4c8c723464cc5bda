import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { errorOf } from '../../../client/src/index.ts'
import type {
  ReportBody,
  WireNewReportLink,
  WireReport,
  WireReportContent,
  WireReportLink,
} from '../../../src/api/wire/report.ts'
import { pantau } from './pantau.ts'

const listKey = (projectId: string) => ['reports', projectId]
const linksKey = (reportId: string) => ['report-links', reportId]

export function useReports(projectId: string): UseQueryResult<readonly WireReport[]> {
  return useQuery({
    queryKey: listKey(projectId),
    queryFn: async ({ signal }) => (await pantau.get('/api/reports', { query: { keywordId: projectId }, signal })).data,
  })
}

// Those of all projects.
export function useAllReports(): UseQueryResult<readonly WireReport[]> {
  return useQuery({
    queryKey: ['reports'],
    queryFn: async ({ signal }) => (await pantau.get('/api/reports', { signal })).data,
  })
}

// What a report would show now.
export function useReportContent(body: ReportBody): UseQueryResult<WireReportContent> {
  return useQuery({
    queryKey: ['report-content', body],
    queryFn: ({ signal }) => pantau.post('/api/reports/preview', { body, signal }),
    placeholderData: keepPreviousData,
  })
}

interface Saving {
  // Null stores a new report.
  readonly id: string | null
  readonly body: ReportBody
}

export function useSaveReport(): UseMutationResult<WireReport, Error, Saving> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }) => saveReport(id, body),
    onSuccess: ({ keywordId }) => client.invalidateQueries({ queryKey: listKey(keywordId) }),
  })
}

function saveReport(id: string | null, { keywordId, ...fields }: ReportBody): Promise<WireReport> {
  if (id === null) return pantau.post('/api/reports', { body: { keywordId, ...fields } })
  return pantau.patch('/api/reports/{id}', { path: { id }, body: fields })
}

export function useDeleteReport(projectId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id) => pantau.delete('/api/reports/{id}', { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey(projectId) }),
  })
}

export function useReportLinks(reportId: string): UseQueryResult<readonly WireReportLink[]> {
  return useQuery({
    queryKey: linksKey(reportId),
    queryFn: async ({ signal }) =>
      (await pantau.get('/api/reports/{id}/links', { path: { id: reportId }, signal })).data,
  })
}

interface Sharing {
  readonly id: string
  readonly expiresAt: string
  readonly password: string
}

export function useShareReport(): UseMutationResult<WireNewReportLink, Error, Sharing> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, expiresAt, password }) =>
      pantau.post('/api/reports/{id}/links', {
        path: { id },
        body: { expiresAt, ...(password === '' ? {} : { password }) },
      }),
    onSuccess: (_link, { id }) => client.invalidateQueries({ queryKey: linksKey(id) }),
  })
}

export function useRevokeLink(reportId: string): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (link) => pantau.delete('/api/reports/{id}/links/{link}', { path: { id: reportId, link } }),
    onSettled: () => client.invalidateQueries({ queryKey: linksKey(reportId) }),
  })
}

const NO_BROWSER = 501

// The file, or null when this server cannot print: the browser's own dialogue can.
export async function downloadPdf(reportId: string): Promise<{ readonly blob: Blob; readonly name: string } | null> {
  const response = await fetch(`/api/reports/${reportId}/pdf`)
  if (response.status === NO_BROWSER) return null
  if (!response.ok) throw errorOf(response.status, await response.text(), response.headers)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: name ?? 'pantau.pdf' }
}
