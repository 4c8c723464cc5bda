import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { type Order, type Query, useFeed, useLastLook } from '../../api/readings.ts'
import { Segments } from '../../components/segments.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { SelectBar, SelectButton } from '../../desk/select-bar.tsx'
import { SelectionProvider } from '../../desk/selection.tsx'
import { useText } from '../../text/text.tsx'
import { AsOf } from './as-of.tsx'
import { useFeedKeys } from './feed-keys.ts'
import { foldCopies } from './fold-copies.ts'
import { MentionCard } from './mention.tsx'
import { firstSeen } from './seen.ts'

const ROW_PX = 168
const OVERSCAN = 4
const PREFETCH_ROWS = 6
const IDLE_PAGES_MAX = 3

interface FeedProps {
  readonly id: string
  readonly order: Order
  readonly query: Query
  readonly total: number | null
  // Whether the total is still that of another filter.
  readonly stale: boolean
  // How many are not in the list yet.
  readonly fresh: number
  // The terms of the search.
  readonly searched: readonly string[]
  readonly onOrder: (order: Order) => void
  // Called to show new mentions: relative periods then count back from now.
  readonly onRefresh: () => void
}

export function Feed(props: FeedProps): ReactNode {
  return (
    <SelectionProvider>
      <FeedCard {...props} />
    </SelectionProvider>
  )
}

function FeedCard({ total, stale, onOrder, ...rows }: FeedProps): ReactNode {
  const { text, format } = useText()
  const { id, order, query, fresh, onRefresh } = rows
  const feed = useFeed(id, order, query)
  const showFresh = useShowFresh(id, onRefresh)
  return (
    <section className="feed card" aria-labelledby="feed-title">
      <div className="panel-head">
        <h2 id="feed-title">
          {text.mention.feed}
          {total !== null && order === 'newest' && (
            <span className="soft tabular" aria-busy={stale}>
              {format.number(total)}
            </span>
          )}
        </h2>
        <AsOf at={feed.dataUpdatedAt} />
        <span role="status">
          {fresh > 0 && (
            <button type="button" className="pill" aria-label={text.mention.freshHelp(fresh)} onClick={showFresh}>
              {text.mention.fresh(fresh)}
            </button>
          )}
        </span>
        <SelectButton />
        <Segments
          label={text.mention.order}
          value={order}
          choices={[
            ['newest', text.mention.newest],
            [
              'ranked',
              <span key="ranked" title={text.mention.rankedHelp}>
                {text.mention.ranked}
              </span>,
            ],
          ]}
          onChoose={onOrder}
        />
      </div>
      <SelectBar projectId={id} query={query} total={stale ? null : total} />
      <Rows {...rows} />
    </section>
  )
}

type RowsProps = Omit<FeedProps, 'total' | 'stale' | 'onOrder'>

function Rows({ id, order, query, fresh, searched, onRefresh }: RowsProps): ReactNode {
  const { text } = useText()
  const feed = useFeed(id, order, query)
  const drawn = useDeferredValue(feed.data)
  const { mentions, idlePages } = useMemo(() => foldCopies(drawn?.pages ?? [], query.story), [drawn, query.story])
  const lastLook = useLastLook(id).data?.previous ?? null
  const seenFrom = order === 'newest' ? firstSeen(mentions, lastLook) : null
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: mentions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => mentions[index]?.id ?? index,
    overscan: OVERSCAN,
  })
  useFeedKeys(scroller, mentions.length, (index) => rows.scrollToIndex(index))
  const items = rows.getVirtualItems()
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = feed
  const lastShown = items.at(-1)?.index
  // Not before the first page is drawn, and not on and on through the copies of one story.
  const nearEnd = lastShown !== undefined && lastShown >= mentions.length - PREFETCH_ROWS && idlePages < IDLE_PAGES_MAX
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const isEmpty = drawn !== undefined && !feed.isFetching && mentions.length === 0
  const showFresh = useShowFresh(id, onRefresh)
  // An empty list fills at once.
  useEffect(() => {
    if (isEmpty && fresh > 0) showFresh()
  }, [isEmpty, fresh, showFresh])
  if (feed.data === undefined && feed.error !== null) {
    return <Failure error={feed.error} onRetry={() => void feed.refetch()} />
  }
  return (
    <div className="feed-scroll" ref={scroller}>
      {drawn === undefined && <Skeleton lines={8} tall />}
      {drawn !== undefined && mentions.length === 0 && !hasNextPage && (
        <Empty title={text.project.nothing} detail={text.project.nothingText} />
      )}
      <div
        role="feed"
        hidden={mentions.length === 0}
        aria-busy={feed.isFetching}
        aria-label={text.mention.feed}
        style={{ height: rows.getTotalSize() }}
        className="feed-rows"
      >
        {items.map((item) => {
          const mention = mentions[item.index]
          if (mention === undefined) return null
          return (
            <div
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              className="feed-row"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {item.index === seenFrom && <p className="feed-seen small soft">{text.mention.newSince}</p>}
              <MentionCard
                mention={mention}
                projectId={id}
                searched={searched}
                copiesListed={query.story !== undefined && order === 'newest'}
                rank={order === 'ranked' ? item.index + 1 : null}
                position={item.index + 1}
              />
            </div>
          )
        })}
      </div>
      {drawn !== undefined && (mentions.length > 0 || hasNextPage) && (
        <Tail feed={feed} isIdle={idlePages >= IDLE_PAGES_MAX} />
      )}
    </div>
  )
}

interface TailProps {
  readonly feed: ReturnType<typeof useFeed>
  // Whether the latest pages had only copies of what is shown.
  readonly isIdle: boolean
}

function Tail({ feed, isIdle }: TailProps): ReactNode {
  const { text } = useText()
  return (
    <div className="feed-tail">
      {feed.isFetchingNextPage && <p className="soft">{text.common.loading}</p>}
      {!feed.hasNextPage && <p className="small soft">{text.mention.end}</p>}
      {feed.hasNextPage && !feed.isFetchingNextPage && (feed.isError || isIdle) && (
        <button type="button" className="button" onClick={() => void feed.fetchNextPage()}>
          {feed.isError ? text.common.retry : text.common.more}
        </button>
      )}
    </div>
  )
}

// New mentions are shown only on request, so that the list never moves while it is read.
function useShowFresh(id: string, onRefresh: () => void): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    onRefresh()
    void client.resetQueries({ queryKey: ['feed', id] })
    void client.invalidateQueries({ queryKey: ['insights', id] })
  }, [client, id, onRefresh])
}
