import type { ReactNode } from 'react'
import { type Channel, type Delivery, useDeliveries, useSendAgain } from '../../api/channels.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { Time, useNow } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { describeFault } from '../../text/faults.ts'
import { useText } from '../../text/text.tsx'

// The log of a channel, newest first.
export function Deliveries({ channel }: { readonly channel: Channel }): ReactNode {
  const { text } = useText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useDeliveries(channel.id, true)
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Failure error={error} onRetry={() => void refetch()} />
  const deliveries = data.pages.flatMap((page) => page.data)
  if (deliveries.length === 0) return <p className="soft small deliveries">{text.channels.logNone}</p>
  return (
    <div className="deliveries">
      <ol aria-label={text.channels.logOf(channel.name)}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isReady={channel.state === 'ready'} />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className="button small"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {text.common.more}
        </button>
      )}
    </div>
  )
}

function DeliveryRow({ delivery, isReady }: { readonly delivery: Delivery; readonly isReady: boolean }): ReactNode {
  const { text } = useText()
  const again = useSendAgain()
  const showToast = useToast()
  const canRepeat = delivery.state !== 'sending' && (delivery.state !== 'waiting' || delivery.attempts > 0)
  const repeat = (): void =>
    again.mutate(delivery.id, {
      onSuccess: () => showToast(text.channels.againDone),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  return (
    <li className="delivery">
      <span className={`badge delivery-${delivery.state}`}>{text.channels.delivery[delivery.state]}</span>
      <div className="delivery-what">
        <p className="foreign">{delivery.title}</p>
        <DeliveryFacts delivery={delivery} />
      </div>
      {canRepeat && (
        <button
          type="button"
          className="button quiet small"
          disabled={!isReady || again.isPending}
          aria-label={text.channels.againOf(delivery.title)}
          onClick={repeat}
        >
          <Icon name="refresh" size={14} />
          {text.channels.again}
        </button>
      )}
    </li>
  )
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { text } = useText()
  const nowMs = useNow()
  const response = useResponse(delivery)
  return (
    <p className="small soft delivery-facts">
      <span>
        <Time value={delivery.delivered_at ?? delivery.created_at} short />
      </span>
      {delivery.attempts > 0 && <span>{text.channels.attempts(delivery.attempts)}</span>}
      {delivery.state === 'grouped' && <span>{text.channels.groupedHelp}</span>}
      {response !== '' && <span className="foreign">{response}</span>}
      {delivery.next_at !== null && (delivery.attempts > 0 || isHeld(delivery, nowMs)) && (
        <span>
          {text.channels.nextAttempt} <Time value={delivery.next_at} short />
        </span>
      )}
    </p>
  )
}

// The result of the last test, followed until there is one.
export function TestResult({
  channelId,
  started,
}: {
  readonly channelId: string
  readonly started: Delivery
}): ReactNode {
  const { text } = useText()
  const nowMs = useNow()
  const { data } = useDeliveries(channelId, true)
  const delivery = data?.pages.flatMap((page) => page.data).find(({ id }) => id === started.id) ?? started
  const response = useResponse(delivery)
  if (delivery.state === 'delivered')
    return (
      <p className="test-line good">
        <Icon name="check" />
        <span className="foreign">
          {text.channels.testDone} {response}
        </span>
      </p>
    )
  if (delivery.state === 'failed' || (delivery.state === 'waiting' && delivery.attempts > 0))
    return (
      <p className="test-line bad">
        <Icon name="warning" />
        <span className="foreign">
          {text.channels.testFailed} {response}
          {delivery.next_at !== null && (
            <>
              {' · '}
              {text.channels.nextAttempt} <Time value={delivery.next_at} short />
            </>
          )}
        </span>
      </p>
    )
  return (
    <p className="test-line">
      <span className="spinner" aria-hidden="true" />
      {delivery.next_at !== null && isHeld(delivery, nowMs) ? (
        <span>
          {text.channels.testHeld} <Time value={delivery.next_at} short />
        </span>
      ) : (
        text.channels.testing
      )}
    </p>
  )
}

const HELD_MS = 60_000

// A receiver that requested a pause holds what has not been tried yet, too.
function isHeld({ next_at, attempts }: Delivery, nowMs: number): boolean {
  return attempts === 0 && next_at !== null && Date.parse(next_at) > nowMs + HELD_MS
}

// What the receiver responded, or why there was no response.
function useResponse({ status, detail }: Delivery): string {
  const { text, format } = useText()
  const words = detail ?? ''
  if (status === null) return words === '' ? '' : describeFault(words, text, format)
  // A redirect is not followed: the words about it are ours.
  const said = status >= 300 && status < 400 ? describeFault(words, text, format) : isPage(words) ? '' : words
  return `${text.channels.response}: ${[String(status), ...(said === '' ? [] : [said])].join(' · ')}`
}

// A page says nothing that its status does not.
function isPage(words: string): boolean {
  return /^\s*</.test(words)
}
