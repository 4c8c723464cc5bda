import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useChannels } from '../../api/channels.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../text/text.tsx'
import { ChannelBadge } from './channel-state.tsx'
import { KIND_ICONS } from './kinds.ts'
import '../../style/choices.css'

interface ChannelChoiceProps {
  readonly label: string
  readonly channels: readonly string[]
  readonly error?: string | undefined
  readonly onChange: (channels: string[]) => void
}

// The inbox always gets a message; the chosen channels carry it, too.
export function ChannelChoice({ label, channels, error, onChange }: ChannelChoiceProps): ReactNode {
  const { text } = useText()
  const { data } = useChannels()
  return (
    <fieldset className="field">
      <legend className="field-title">{label}</legend>
      <div className="checks">
        <label className="check">
          <input type="checkbox" checked disabled />
          <Icon name="bell" />
          {text.messages.inbox} <span className="soft small">{text.channels.always}</span>
        </label>
        {data?.data.map((channel) => (
          <label key={channel.id} className="check">
            <input
              type="checkbox"
              checked={channels.includes(channel.id)}
              onChange={(event) => onChange(toggled(channels, channel.id, event.target.checked))}
            />
            <Icon name={KIND_ICONS[channel.kind]} />
            <span className="foreign">{channel.name}</span>
            {channel.state !== 'ready' && <ChannelBadge channel={channel} />}
          </label>
        ))}
      </div>
      <p className="help">
        <Link href="/channels">{text.channels.addOne}</Link>
      </p>
      {error !== undefined && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function toggled(ids: readonly string[], id: string, on: boolean): string[] {
  return on ? [...ids, id] : ids.filter((other) => other !== id)
}
