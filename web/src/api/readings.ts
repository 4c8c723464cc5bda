import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { NotFoundError } from '../../../client/src/index.ts'
import type { WireSeenProject } from '../../../src/api/wire/brief.ts'
import type { WireCoverage, WireFigures, WireInsights } from '../../../src/api/wire/insights.ts'
import type { WireChangedMention, WireEnrichedMention, WireMentionSearch } from '../../../src/api/wire/mention.ts'
import type { WireSummary, WireWrittenSummary } from '../../../src/api/wire/summary.ts'
import type { Language } from '../text/language.ts'
import { pantau } from './pantau.ts'

// The filter as query parameters: built once, in src/filter/filter.ts, and passed to every query.
export type Query = Readonly<Record<string, string>>
export type Order = 'newest' | 'ranked'
export type Sentiment = WireEnrichedMention['sentimen']
export type Relevance = WireEnrichedMention['relevance']
type Feed = InfiniteData<WireMentionSearch, string | null>

// More than a screen shows; the next page is requested while scrolling.
const FEED_PAGE = 20
const SIMILAR_PAGE = 50

// The numbers that are there long before the lists of a large project.
export function useFigures(id: string, query: Query): UseQueryResult<WireFigures> {
  return useQuery<WireFigures>({
    queryKey: ['figures', id, query],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => pantau.get('/api/project/figures', { query: { id, ...query }, signal }),
  })
}

export function useInsights(id: string, query: Query, enabled = true): UseQueryResult<WireInsights> {
  return useQuery<WireInsights>({
    queryKey: ['insights', id, query],
    enabled,
    placeholderData: (previous) => (previous?.keyword_id === id ? previous : undefined),
    queryFn: ({ signal }) => pantau.get('/api/project/insights', { query: { id, ...query }, signal }),
  })
}

export function useCoverage(id: string, query: Query): UseQueryResult<WireCoverage> {
  const range: Query = Object.fromEntries(Object.entries(query).filter(([name]) => name === 'from' || name === 'to'))
  return useQuery<WireCoverage>({
    queryKey: ['coverage', id, range],
    placeholderData: (previous) => (previous?.keyword_id === id ? previous : undefined),
    queryFn: ({ signal }) => pantau.get('/api/project/coverage', { query: { id, ...range }, signal }),
  })
}

export function useFeed(id: string, order: Order, query: Query): UseInfiniteQueryResult<Feed> {
  return useInfiniteQuery<WireMentionSearch, Error, Feed, readonly unknown[], string | null>({
    queryKey: ['feed', id, order, query],
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ pageParam, signal }) =>
      pantau.get('/api/mentions/search', {
        query: {
          keywordId: id,
          order,
          ...query,
          limit: FEED_PAGE,
          explain: 1,
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
  })
}

// How many mentions, or stories in ranked order, pass the filter and are not in the list yet: those that came after it was loaded.
export function countUnlisted(feed: Feed | undefined, order: Order, insights: UseQueryResult<WireInsights>): number {
  const listed = feed?.pages[0]?.total
  if (listed === undefined || insights.data === undefined || insights.isPlaceholderData) return 0
  return Math.max(0, (order === 'ranked' ? insights.data.unique : insights.data.total) - listed)
}

// When this person last looked at the project. Looking is reported once, when the page opens.
export function useLastLook(id: string): UseQueryResult<WireSeenProject> {
  return useQuery({
    queryKey: ['seen', id],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => pantau.post('/api/project/seen', { body: { id }, signal }),
  })
}

export function useMention(id: string): UseQueryResult<WireEnrichedMention> {
  return useQuery({
    queryKey: ['mention', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => pantau.get('/api/mentions/{id}', { path: { id }, signal }),
  })
}

export function useSimilar(id: string, enabled: boolean): UseQueryResult<WireMentionSearch> {
  return useQuery({
    queryKey: ['similar', id],
    enabled,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      pantau.get('/api/mentions/{id}/similar', { path: { id }, query: { limit: SIMILAR_PAGE }, signal }),
  })
}

export interface Correction {
  readonly id: string
  readonly sentiment: Sentiment
}

export function useCorrectSentiment(projectId: string): UseMutationResult<WireEnrichedMention, Error, Correction> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, sentiment }) =>
      pantau.patch('/api/mentions/{id}', { path: { id }, body: { sentimen: sentiment } }),
    onSuccess: async (mention) => {
      client.setQueriesData<Feed>({ queryKey: ['feed', projectId] }, (feed) => replaceMention(feed, mention))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['insights', projectId] }),
        client.invalidateQueries({ queryKey: ['overview'] }),
      ])
    },
  })
}

export interface Hiding {
  readonly id: string
  readonly hidden: boolean
}

// A hidden mention leaves the feed at once; where a shown one belongs, the server knows.
export function useHideMention(projectId: string): UseMutationResult<WireChangedMention, Error, Hiding> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, hidden }) => pantau.patch('/api/mentions/{id}', { path: { id }, body: { hidden } }),
    onSuccess: async ({ id, hidden }) => {
      if (hidden) client.setQueriesData<Feed>({ queryKey: ['feed', projectId] }, (feed) => withoutMention(feed, id))
      await Promise.all([
        hidden ? undefined : client.invalidateQueries({ queryKey: ['feed', projectId] }),
        client.invalidateQueries({ queryKey: ['insights', projectId] }),
        client.invalidateQueries({ queryKey: ['hidden', projectId] }),
        client.invalidateQueries({ queryKey: ['similar'] }),
        client.invalidateQueries({ queryKey: ['overview'] }),
      ])
    },
  })
}

function withoutMention(feed: Feed | undefined, id: string): Feed | undefined {
  if (feed === undefined) return undefined
  const isListed = feed.pages.some((page) => page.data.some((item) => item.id === id))
  const pages = feed.pages.map((page) => ({
    ...page,
    data: page.data.filter((item) => item.id !== id),
    total: page.total - (isListed ? 1 : 0),
  }))
  return { ...feed, pages }
}

function replaceMention(feed: Feed | undefined, mention: WireEnrichedMention): Feed | undefined {
  if (feed === undefined) return undefined
  const pages = feed.pages.map((page) => ({
    ...page,
    data: page.data.map((item) => (item.id === mention.id ? { ...item, ...mention } : item)),
  }))
  return { ...feed, pages }
}

// Null if no summary has been generated yet.
export function useSummary(id: string): UseQueryResult<WireSummary | null> {
  return useQuery({
    queryKey: ['summary', id],
    queryFn: async ({ signal }) => {
      try {
        return await pantau.get('/api/project/summary/{keywordID}', { path: { keywordID: id }, signal })
      } catch (error) {
        if (error instanceof NotFoundError) return null
        throw error
      }
    },
  })
}

// In the language of the dashboard.
export function useGenerateSummary(id: string, lang: Language): UseMutationResult<WireWrittenSummary, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      pantau.post('/api/project/generate-summary/{keywordID}', { path: { keywordID: id }, query: { lang } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['summary', id] }),
  })
}
