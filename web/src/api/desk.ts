import {
  type InfiniteData,
  type QueryClient,
  skipToken,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { MentionBulkBody, WireBulkChange, WireDayNote, WireTags, WireView } from '../../../src/api/wire/desk.ts'
import type { WireEnrichedMention, WireHiddenMentions, WireMentionSearch } from '../../../src/api/wire/mention.ts'
import { pantau } from './pantau.ts'

// None where no project is chosen.
export function useTags(keywordId: string | null): UseQueryResult<WireTags['data']> {
  return useQuery({
    queryKey: ['tags', keywordId],
    queryFn:
      keywordId === null
        ? skipToken
        : async ({ signal }) => (await pantau.get('/api/tags', { query: { keywordId }, signal })).data,
  })
}

export type MentionEdit =
  | { readonly kind: 'tag' | 'untag'; readonly id: string; readonly tag: string }
  | { readonly kind: 'note'; readonly id: string; readonly note: string }

// Tags and the note of one mention. The card is replaced at once; lists that the tag filters are read again.
export function useEditMention(projectId: string): UseMutationResult<WireEnrichedMention, Error, MentionEdit> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (edit) => {
      const { id } = edit
      if (edit.kind === 'note') return pantau.patch('/api/mentions/{id}', { path: { id }, body: { note: edit.note } })
      const path = { id, tag: edit.tag }
      return edit.kind === 'tag'
        ? pantau.put('/api/mentions/{id}/tags/{tag}', { path })
        : pantau.delete('/api/mentions/{id}/tags/{tag}', { path })
    },
    onSuccess: async (mention, { kind }) => {
      client.setQueriesData<InfiniteData<WireMentionSearch>>({ queryKey: ['feed', projectId] }, (feed) =>
        feed === undefined ? undefined : { ...feed, pages: feed.pages.map((page) => withMention(page, mention)) },
      )
      if (kind !== 'note') await client.invalidateQueries({ queryKey: ['tags', projectId] })
    },
  })
}

function withMention(page: WireMentionSearch, mention: WireEnrichedMention): WireMentionSearch {
  return { ...page, data: page.data.map((item) => (item.id === mention.id ? { ...item, ...mention } : item)) }
}

export type BulkRequest =
  | { readonly kind: 'change'; readonly body: MentionBulkBody }
  | { readonly kind: 'undo'; readonly id: string }

const FOLLOW_MS = 700

// Resolves when the change is done, however long that takes; `onProgress` is called meanwhile.
export function useBulkChange(
  projectId: string,
  onProgress: (bulk: WireBulkChange | null) => void,
): UseMutationResult<WireBulkChange, Error, BulkRequest> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (request) => {
      let bulk =
        request.kind === 'change'
          ? await pantau.post('/api/mentions/bulk', { body: request.body })
          : await pantau.post('/api/bulk/{id}/undo', { path: { id: request.id } })
      while (bulk.state === 'running' || bulk.state === 'undoing') {
        onProgress(bulk)
        await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS))
        bulk = await pantau.get('/api/bulk/{id}', { path: { id: bulk.id } })
      }
      return bulk
    },
    onSettled: async () => {
      onProgress(null)
      await reload(client, projectId)
    },
  })
}

async function reload(client: QueryClient, projectId: string): Promise<void> {
  const keys = [
    ['feed', projectId],
    ['insights', projectId],
    ['tags', projectId],
    ['hidden', projectId],
    ['similar'],
    ['overview'],
  ]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

// What was hidden as irrelevant, the newest first.
export function useHiddenMentions(keywordId: string): UseInfiniteQueryResult<InfiniteData<WireHiddenMentions>> {
  return useInfiniteQuery({
    queryKey: ['hidden', keywordId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pantau.get('/api/mentions/hidden', {
        query: { keywordId, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
  })
}

// Of a project, or without one of all projects.
export function useViews(keywordId?: string): UseQueryResult<WireView[]> {
  return useQuery({
    queryKey: ['views', keywordId],
    queryFn: async ({ signal }) => {
      const query = keywordId === undefined ? {} : { keywordId }
      return (await pantau.get('/api/views', { query, signal })).data
    },
  })
}

export type ViewDraft = Pick<WireView, 'name' | 'filter' | 'range' | 'order' | 'shared'>
export type ViewEdit =
  | ({ readonly kind: 'add' } & ViewDraft)
  | { readonly kind: 'change'; readonly id: string; readonly name: string; readonly shared: boolean }
  | { readonly kind: 'remove'; readonly id: string }

export function useEditView(keywordId: string): UseMutationResult<unknown, Error, ViewEdit> {
  const client = useQueryClient()
  return useMutation<unknown, Error, ViewEdit>({
    mutationFn: async ({ kind, ...edit }) => {
      if (kind === 'add') return pantau.post('/api/views', { body: { keywordId, ...(edit as ViewDraft) } })
      const { id, ...body } = edit as { readonly id: string; readonly name: string; readonly shared: boolean }
      return kind === 'change'
        ? pantau.patch('/api/views/{id}', { path: { id }, body })
        : pantau.delete('/api/views/{id}', { path: { id } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['views'] }),
  })
}

export function useDayNotes(keywordId: string): UseQueryResult<WireDayNote[]> {
  return useQuery({
    queryKey: ['day-notes', keywordId],
    queryFn: async ({ signal }) => (await pantau.get('/api/notes', { query: { keywordId }, signal })).data,
  })
}

// Without an id it is a new one; without a text it is deleted.
export interface DayNoteEdit {
  readonly id: string | null
  readonly day: string
  readonly text: string | null
}

export function useEditDayNote(keywordId: string): UseMutationResult<unknown, Error, DayNoteEdit> {
  const client = useQueryClient()
  return useMutation<unknown, Error, DayNoteEdit>({
    mutationFn: async ({ id, day, text }) => {
      if (id === null) return pantau.post('/api/notes', { body: { keywordId, day, text: text ?? '' } })
      return text === null
        ? pantau.delete('/api/notes/{id}', { path: { id } })
        : pantau.patch('/api/notes/{id}', { path: { id }, body: { day, text } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['day-notes', keywordId] }),
  })
}
