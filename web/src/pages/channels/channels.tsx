import { type ReactNode, useState } from 'react'
import { useChannels } from '../../api/channels.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { MessagesNav } from '../messages/messages-nav.tsx'
import { AddChannelDialog } from './add-channel-dialog.tsx'
import { ChannelCard } from './channel-card.tsx'
import { type Reveal, RevealDialog } from './reveal-dialog.tsx'
import '../../style/channels.css'

const CHANNELS_MAX = 20

export function ChannelsPage(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useChannels()
  const [adding, setAdding] = useState(false)
  const [reveal, setReveal] = useState<Reveal | null>(null)
  const isFull = data !== undefined && data.data.length >= CHANNELS_MAX
  return (
    <Page title={text.channels.title} className="medium">
      <MessagesNav />
      <div className="page-head">
        <div className="page-intro">
          <h1 className="page-title">{text.channels.title}</h1>
          <p className="soft">{isFull ? text.channels.max(CHANNELS_MAX) : text.channels.explain}</p>
        </div>
        <button
          type="button"
          className="button primary"
          disabled={data === undefined || isFull}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" />
          {text.channels.add}
        </button>
      </div>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={6} tall />}
      {data?.data.length === 0 && (
        <section className="card">
          <Empty icon="send" title={text.channels.none} detail={text.channels.noneText} />
        </section>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul className="channels" aria-label={text.channels.title}>
          {data.data.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} onReveal={setReveal} />
          ))}
        </ul>
      )}
      {adding && data !== undefined && (
        <AddChannelDialog available={data.kinds} onReveal={setReveal} onClose={() => setAdding(false)} />
      )}
      {reveal !== null && <RevealDialog reveal={reveal} onClose={() => setReveal(null)} />}
    </Page>
  )
}
