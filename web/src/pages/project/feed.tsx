import { useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { clearFresh, useFresh } from '../../api/live.ts'
import { type Order, type Query, useFeed, useLastLook } from '../../api/readings.ts'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { MentionCard } from './mention.tsx'
import { firstSeen } from './seen.ts'

const ROW_PX = 168
const OVERSCAN = 4
const PREFETCH_ROWS = 8

interface FeedProps {
  readonly id: string
  readonly order: Order
  readonly query: Query
  readonly total: string | null
  // Whether the project has any mentions, regardless of the filter.
  readonly collected: boolean
  readonly onOrder: (order: Order) => void
  // Called to show new mentions: relative periods then count back from now.
  readonly onRefresh: () => void
}

export function Feed({ id, order, query, total, collected, onOrder, onRefresh }: FeedProps): ReactNode {
  const { text } = useText()
  return (
    <section className="feed card" aria-labelledby="feed-title">
      <div className="panel-head">
        <h2 id="feed-title">
          {text.mention.feed}
          {total !== null && order === 'newest' && <span className="soft tabular">{total}</span>}
        </h2>
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
      <Rows id={id} order={order} query={query} collected={collected} onRefresh={onRefresh} />
    </section>
  )
}

type RowsProps = Omit<FeedProps, 'total' | 'onOrder'>

function Rows({ id, order, query, collected, onRefresh }: RowsProps): ReactNode {
  const { text } = useText()
  const feed = useFeed(id, order, query)
  const drawn = useDeferredValue(feed.data)
  const mentions = useMemo(() => drawn?.pages.flatMap((page) => page.data) ?? [], [drawn])
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
  const items = rows.getVirtualItems()
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = feed
  const nearEnd = (items.at(-1)?.index ?? 0) >= mentions.length - PREFETCH_ROWS
  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [nearEnd, hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  if (feed.data === undefined && feed.error !== null) {
    return <Failure error={feed.error} onRetry={() => void feed.refetch()} />
  }
  return (
    <div className="feed-scroll" ref={scroller}>
      <FreshPill
        id={id}
        empty={drawn !== undefined && !feed.isFetching && mentions.length === 0}
        onShow={() => {
          scroller.current?.scrollTo(0, 0)
          onRefresh()
        }}
      />
      {drawn === undefined && <Skeleton lines={8} tall />}
      {drawn !== undefined && mentions.length === 0 && !hasNextPage && <EmptyFeed collected={collected} />}
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
                rank={order === 'ranked' ? item.index + 1 : null}
                position={item.index + 1}
              />
            </div>
          )
        })}
      </div>
      {drawn !== undefined && (mentions.length > 0 || hasNextPage) && <Tail feed={feed} />}
    </div>
  )
}

function EmptyFeed({ collected }: { readonly collected: boolean }): ReactNode {
  const { text } = useText()
  return collected ? (
    <Empty title={text.project.nothing} detail={text.project.nothingText} />
  ) : (
    <Empty icon="comment" title={text.project.empty} detail={text.firstDay.fill} />
  )
}

function Tail({ feed }: { readonly feed: ReturnType<typeof useFeed> }): ReactNode {
  const { text } = useText()
  return (
    <div className="feed-tail">
      {feed.isFetchingNextPage && <p className="soft">{text.common.loading}</p>}
      {!feed.hasNextPage && <p className="small soft">{text.mention.end}</p>}
      {feed.hasNextPage && !feed.isFetchingNextPage && feed.isError && (
        <button type="button" className="button" onClick={() => void feed.fetchNextPage()}>
          {text.common.retry}
        </button>
      )}
    </div>
  )
}

interface FreshPillProps {
  readonly id: string
  readonly empty: boolean
  readonly onShow: () => void
}

// New mentions are shown only when the pill is clicked, so that the list never moves while it is read. An empty list fills at once.
function FreshPill({ id, empty, onShow }: FreshPillProps): ReactNode {
  const { text } = useText()
  const client = useQueryClient()
  const fresh = useFresh(id)
  const show = useCallback((): void => {
    clearFresh(id)
    void client.resetQueries({ queryKey: ['feed', id] })
    void client.invalidateQueries({ queryKey: ['insights', id] })
  }, [client, id])
  useEffect(() => {
    if (empty && fresh > 0) show()
  }, [empty, fresh, show])
  return (
    <div className="pill-slot" role="status">
      {fresh > 0 && !empty && (
        <button
          type="button"
          className="pill"
          aria-label={text.mention.freshHelp(fresh)}
          onClick={() => {
            onShow()
            show()
          }}
        >
          <Icon name="refresh" size={14} />
          {text.mention.fresh(fresh)}
        </button>
      )}
    </div>
  )
}
