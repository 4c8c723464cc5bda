import { type ReactNode, useMemo } from 'react'
import { useSearch } from 'wouter'
import { useInbox, useMarkRead, useUnread } from '../../api/inbox.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { describeError, Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { InboxMessage } from './inbox-message.tsx'
import { MessagesNav } from './messages-nav.tsx'
import { NotifySwitch } from './notify-switch.tsx'
import '../../style/messages.css'

export function InboxPage(): ReactNode {
  const { text } = useText()
  return (
    <Page title={text.inbox.title} className="medium">
      <MessagesNav />
      <Head />
      <div className="inbox">
        <div>
          <Messages />
        </div>
        <NotifySwitch />
      </div>
    </Page>
  )
}

function Head(): ReactNode {
  const { text } = useText()
  const unread = useUnread() ?? 0
  const newest = useInbox().data?.pages[0]?.data[0]
  const mark = useMarkRead()
  const showToast = useToast()
  const markAll = (until: string): void =>
    mark.mutate(until, {
      onSuccess: ({ read }) => showToast(text.inbox.marked(read)),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  return (
    <div className="page-head">
      <h1 className="page-title">
        {text.inbox.title}
        {unread > 0 && <span className="soft tabular">{text.inbox.unread(unread)}</span>}
      </h1>
      <button
        type="button"
        className="button"
        disabled={unread === 0 || newest === undefined || mark.isPending}
        onClick={() => newest !== undefined && markAll(newest.created_at)}
      >
        <Icon name="check" />
        {text.inbox.markRead}
      </button>
    </div>
  )
}

function Messages(): ReactNode {
  const { text } = useText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInbox()
  const messages = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const opened = new URLSearchParams(useSearch()).get('message')
  if (data === undefined)
    return error === null ? <Skeleton lines={6} tall /> : <Failure error={error} onRetry={() => void refetch()} />
  if (messages.length === 0)
    return (
      <section className="card">
        <Empty icon="bell" title={text.inbox.none} detail={text.inbox.noneText} />
      </section>
    )
  return (
    <>
      <ol className="card messages" aria-label={text.inbox.title}>
        {messages.map((message) => (
          <InboxMessage key={message.id} message={message} isOpened={message.id === opened} />
        ))}
      </ol>
      {hasNextPage ? (
        <p className="older">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage && <span className="spinner" aria-hidden="true" />}
            {text.inbox.older}
          </button>
        </p>
      ) : (
        <p className="older soft small">{text.inbox.explain}</p>
      )}
    </>
  )
}
