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
import type {
  WireChannel,
  WireChannelSecret,
  WireChannels,
  WireDeliveries,
  WireDelivery,
  WireNewChannel,
} from '../../../src/api/wire/channel.ts'
import { pantau } from './pantau.ts'

export type Channel = WireChannel
export type ChannelKind = WireChannel['kind']
export type Delivery = WireDelivery

const CHANNELS = ['channels']
// A chat or an address is confirmed elsewhere.
const CONFIRM_POLL_MS = 4_000
const SENDING_POLL_MS = 1_000
const WAITING_POLL_MS = 15_000
const FAST_POLLS_MAX = 120
const LOG_PAGE = 10

export function useChannels(): UseQueryResult<WireChannels> {
  return useQuery({
    queryKey: CHANNELS,
    queryFn: ({ signal }) => pantau.get('/api/channels', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((channel) => channel.state === 'unconfirmed') ? CONFIRM_POLL_MS : false,
  })
}

export interface NewChannel {
  readonly kind: ChannelKind
  readonly name: string
  readonly url?: string
  readonly topic?: string
  readonly address?: string
}

export interface ChannelChange extends Partial<Omit<NewChannel, 'kind'>> {
  readonly id: string
  readonly enabled?: boolean
  readonly confirm?: true
}

export function useAddChannel(): UseMutationResult<WireNewChannel, Error, NewChannel> {
  return useChannelMutation((channel) => pantau.post('/api/channels', { body: channel }))
}

export function useChangeChannel(): UseMutationResult<WireNewChannel, Error, ChannelChange> {
  return useChannelMutation(({ id, ...body }) => pantau.patch('/api/channels/{id}', { path: { id }, body }))
}

export function useRotateSecret(): UseMutationResult<WireChannelSecret, Error, string> {
  return useChannelMutation((id) => pantau.post('/api/channels/{id}/secret', { path: { id } }))
}

export function useDeleteChannel(): UseMutationResult<unknown, Error, string> {
  return useChannelMutation((id) => pantau.delete('/api/channels/{id}', { path: { id } }))
}

// Also after a failure: a channel that is not found was deleted meanwhile.
function useChannelMutation<T, Input>(change: (input: Input) => Promise<T>): UseMutationResult<T, Error, Input> {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: CHANNELS }) })
}

type Log = InfiniteData<WireDeliveries, string | null>

// Followed while something is about to be sent.
export function useDeliveries(channelId: string, enabled: boolean): UseInfiniteQueryResult<Log> {
  return useInfiniteQuery({
    queryKey: ['deliveries', channelId],
    enabled,
    initialPageParam: null as string | null,
    getNextPageParam: (page: WireDeliveries) => page.next,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: LOG_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return pantau.get('/api/channels/{id}/deliveries', { path: { id: channelId }, query, signal })
    },
    refetchInterval: ({ state }) => {
      const deliveries = state.data?.pages.flatMap(({ data }) => data) ?? []
      return pollMs(deliveries, Date.now(), state.dataUpdateCount)
    },
  })
}

// A receiver may have requested a pause of hours, so that what is due waits: then it is followed more slowly.
function pollMs(deliveries: readonly Delivery[], nowMs: number, polls: number): number | false {
  const isSoon = ({ state, next_at }: Delivery): boolean =>
    state === 'sending' || (next_at !== null && Date.parse(next_at) < nowMs + WAITING_POLL_MS)
  if (deliveries.some(isSoon) && polls < FAST_POLLS_MAX) return SENDING_POLL_MS
  return deliveries.some(({ state }) => state === 'waiting' || state === 'sending') ? WAITING_POLL_MS : false
}

export function useTestChannel(channelId: string): UseMutationResult<Delivery, Error, void> {
  return useSending(() => pantau.post('/api/channels/{id}/test', { path: { id: channelId } }))
}

export function useSendAgain(): UseMutationResult<Delivery, Error, string> {
  return useSending((id) => pantau.post('/api/deliveries/{id}/again', { path: { id } }))
}

function useSending<Input>(send: (input: Input) => Promise<Delivery>): UseMutationResult<Delivery, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ channel_id }) => client.invalidateQueries({ queryKey: ['deliveries', channel_id] }),
  })
}
