import type { ReactNode } from 'react'
import { type Channel, useChangeChannel } from '../../api/channels.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import type { Reveal } from './reveal-dialog.tsx'

export function ChannelBadge({ channel }: { readonly channel: Channel }): ReactNode {
  const { text } = useText()
  const isFailing = channel.state === 'ready' && channel.failing_since !== null
  const tone = isFailing ? 'paused' : { ready: 'listening', unconfirmed: 'paused', off: '' }[channel.state]
  return (
    <span className={`badge ${tone}`}>
      {(isFailing || channel.state === 'unconfirmed') && <Icon name="warning" size={12} />}
      {isFailing ? text.channels.failing : text.channels.state[channel.state]}
    </span>
  )
}

interface ChannelAdviceProps {
  readonly channel: Channel
  readonly onReveal: (reveal: Reveal) => void
}

// What keeps a channel from delivering, and what to do about it.
export function ChannelAdvice({ channel, onReveal }: ChannelAdviceProps): ReactNode {
  const { text } = useText()
  if (channel.state === 'unconfirmed') return <Unconfirmed channel={channel} onReveal={onReveal} />
  if (channel.state === 'off') {
    const reason = channel.off_reason ?? 'owner'
    return <p className={reason === 'owner' ? 'channel-advice calm' : 'channel-advice'}>{text.channels.off[reason]}</p>
  }
  if (channel.failing_since === null) return null
  return (
    <p className="channel-advice">
      {text.channels.failingSince} <Time value={channel.failing_since} short />. {text.channels.failingHelp}
    </p>
  )
}

function Unconfirmed({ channel, onReveal }: ChannelAdviceProps): ReactNode {
  const { text } = useText()
  const { confirm, isPending } = useConfirm(channel, onReveal)
  const isEmail = channel.kind === 'email'
  return (
    <div className="channel-advice row spread">
      <span className="foreign">
        {isEmail ? text.channels.unconfirmedEmail(channel.address ?? '') : text.channels.unconfirmedTelegram}
      </span>
      <button type="button" className="button small" disabled={isPending} onClick={confirm}>
        {isEmail ? text.channels.resend : text.channels.newCode}
      </button>
    </div>
  )
}

// Begins the confirmation again: another e-mail, or a new code for a chat.
export function useConfirm(
  channel: Channel,
  onReveal: (reveal: Reveal) => void,
): { readonly confirm: () => void; readonly isPending: boolean } {
  const { text } = useText()
  const change = useChangeChannel()
  const showToast = useToast()
  const confirm = (): void =>
    change.mutate(
      { id: channel.id, confirm: true },
      {
        onSuccess: ({ code, bot }) => {
          if (code === undefined) showToast(text.channels.resent)
          else onReveal({ kind: 'code', channelId: channel.id, code, bot: bot ?? null })
        },
        onError: (error) => showToast(describeError(error, text), 'bad'),
      },
    )
  return { confirm, isPending: change.isPending }
}
