import { type ReactNode, useState } from 'react'
import type { NewReaderFeedBody, WireNewReaderFeed, WireReaderFeed } from '../../../../src/api/wire/reader-feed.ts'
import { useAddReaderFeed, useReaderFeeds, useRevokeReaderFeed } from '../../api/reader-feeds.ts'
import type { Query, Relevance } from '../../api/readings.ts'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { describeFilter } from '../alerts/describe.ts'
import '../../style/reader-feeds.css'

interface ReaderFeedsProps {
  readonly id: string
  readonly query: Query
  readonly onClose: () => void
}

// Addresses for feed readers: a new one with the current filter, and those that there are.
export function ReaderFeedsDialog({ id, query, onClose }: ReaderFeedsProps): ReactNode {
  const { text } = useText()
  return (
    <Dialog title={text.readerFeeds.title} onClose={onClose} wide>
      <div className="stack reader-feeds">
        <p className="soft">{text.readerFeeds.explain}</p>
        <NewFeed id={id} filter={filterOf(query)} />
        <FeedList id={id} />
      </div>
    </Dialog>
  )
}

// Without the period: a feed always shows what is newest.
function filterOf(query: Query): NonNullable<NewReaderFeedBody['filter']> {
  const { sentimen, sosmedId, language, relevance, entity, author, tag, q } = query
  return {
    ...(sentimen === undefined ? {} : { sentimen: Number(sentimen) as -1 | 0 | 1 }),
    ...(sosmedId === undefined ? {} : { sosmedId }),
    ...(language === undefined ? {} : { language }),
    ...(relevance === undefined ? {} : { relevance: relevance as Relevance }),
    ...(entity === undefined ? {} : { entity }),
    ...(author === undefined ? {} : { author }),
    ...(tag === undefined ? {} : { tag }),
    ...(q === undefined ? {} : { q }),
  }
}

function NewFeed({ id, filter }: { readonly id: string; readonly filter: WireReaderFeed['filter'] }): ReactNode {
  const { text } = useText()
  const [list, setList] = useState<WireReaderFeed['list']>('mentions')
  const add = useAddReaderFeed()
  return (
    <section className="stack" aria-label={text.readerFeeds.create}>
      <div className="row">
        <Segments
          label={text.readerFeeds.list}
          value={list}
          choices={[
            ['mentions', text.readerFeeds.lists.mentions],
            ['stories', text.readerFeeds.lists.stories],
          ]}
          onChoose={setList}
        />
        <button
          type="button"
          className="button primary"
          disabled={add.isPending}
          onClick={() => add.mutate({ keywordId: id, list, filter })}
        >
          <Icon name="plus" />
          {text.readerFeeds.create}
        </button>
      </div>
      <p className="small soft">
        <FilterWords filter={filter} />
      </p>
      {add.error !== null && (
        <p className="error" role="alert">
          {describeError(add.error, text)}
        </p>
      )}
      {add.data !== undefined && <Addresses key={add.data.id} feed={add.data} />}
    </section>
  )
}

// The server sends paths when it does not know its public address.
function Addresses({ feed }: { readonly feed: WireNewReaderFeed }): ReactNode {
  const { text } = useText()
  const full = (address: string): string => new URL(address, window.location.origin).href
  return (
    <div className="card stack reader-feed-new" role="status">
      <p>
        <strong>{text.readerFeeds.created}</strong> {text.readerFeeds.once}
      </p>
      <CopyField label="Atom" value={full(feed.atom)} />
      <CopyField label="JSON Feed" value={full(feed.json)} />
    </div>
  )
}

function FeedList({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useReaderFeeds(id)
  if (data === undefined)
    return error === null ? <Skeleton lines={2} /> : <Failure error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <p className="soft">{text.readerFeeds.none}</p>
  return (
    <ul aria-label={text.readerFeeds.title}>
      {data.map((feed) => (
        <FeedRow key={feed.id} feed={feed} />
      ))}
    </ul>
  )
}

function FeedRow({ feed }: { readonly feed: WireReaderFeed }): ReactNode {
  const { text } = useText()
  const revoke = useRevokeReaderFeed(feed.keywordId)
  const showToast = useToast()
  const revokeIt = (): void =>
    revoke.mutate(feed.id, {
      onSuccess: () => showToast(text.readerFeeds.revoked),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  return (
    <li className="reader-feed">
      <div className="reader-feed-what">
        <p>
          <strong>{text.readerFeeds.lists[feed.list]}</strong> · <FilterWords filter={feed.filter} />
        </p>
        <p className="small soft">
          {text.readerFeeds.since} <Time value={feed.created_at} short /> ·{' '}
          {feed.last_read_at === null ? (
            text.readerFeeds.neverRead
          ) : (
            <>
              {text.readerFeeds.lastRead} <Time value={feed.last_read_at} relative />
            </>
          )}
        </p>
      </div>
      <button type="button" className="button small" disabled={revoke.isPending} onClick={revokeIt}>
        {text.readerFeeds.revoke}
      </button>
    </li>
  )
}

function FilterWords({ filter }: { readonly filter: WireReaderFeed['filter'] }): ReactNode {
  const words = useText()
  const chosen = describeFilter(filter, words)
  const { readerFeeds } = words.text
  if (chosen.length === 0) return readerFeeds.everything
  return (
    <>
      {readerFeeds.filter} <span className="foreign">{chosen.join(', ')}</span>
    </>
  )
}
