import {
  type InfiniteData,
  type QueryClient,
  skipToken,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { WireInbox, WireInboxMessage } from '../../../src/api/wire/channel.ts'
import { pantau } from './pantau.ts'

export type Message = WireInboxMessage
type Messages = InfiniteData<WireInbox, string | null>

const MESSAGES = ['inbox', 'messages']
const UNREAD = ['inbox', 'unread']
const PAGE = 20

// The number of unread messages; undefined until it is known.
export function useUnread(): number | undefined {
  return useQuery({
    queryKey: UNREAD,
    queryFn: async ({ signal }) => (await pantau.get('/api/inbox', { query: { limit: 1 }, signal })).unread,
  }).data
}

// The same number for pages that are also shown without a session: it is not requested.
export function useKnownUnread(): number {
  return useQuery<number>({ queryKey: UNREAD, queryFn: skipToken }).data ?? 0
}

export function useInbox(): UseInfiniteQueryResult<Messages> {
  const client = useQueryClient()
  return useInfiniteQuery({
    queryKey: MESSAGES,
    initialPageParam: null as string | null,
    getNextPageParam: (page: WireInbox) => page.next,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
      const page = await pantau.get('/api/inbox', { query, signal })
      client.setQueryData(UNREAD, page.unread)
      return page
    },
  })
}

// Marks everything until the time of a message as read, so that one which arrives meanwhile stays unread.
export function useMarkRead(): UseMutationResult<{ read: number; unread: number }, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (until: string) => pantau.post('/api/inbox/read', { body: { until } }),
    onSuccess: async ({ unread }) => {
      client.setQueryData(UNREAD, unread)
      await client.invalidateQueries({ queryKey: MESSAGES })
    },
  })
}

// A message that arrived while the page is open.
export function addToInbox(client: QueryClient, { unread, ...message }: Message & { readonly unread: number }): void {
  client.setQueryData(UNREAD, unread)
  client.setQueryData<Messages>(MESSAGES, (messages) => {
    const [first, ...rest] = messages?.pages ?? []
    if (messages === undefined || first === undefined) return messages
    const others = first.data.filter(({ id }) => id !== message.id)
    return { ...messages, pages: [{ ...first, data: [message, ...others] }, ...rest] }
  })
}
