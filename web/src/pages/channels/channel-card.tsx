import { type ReactNode, useState } from 'react'
import { type Channel, useChangeChannel, useTestChannel } from '../../api/channels.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, MenuItem, MenuRule } from '../../components/menu.tsx'
import { describeError } from '../../components/states.tsx'
import { Switch } from '../../components/switch.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { DeleteChannelDialog, EditChannelDialog, RotateDialog } from './change-dialogs.tsx'
import { ChannelAdvice, ChannelBadge, useConfirm } from './channel-state.tsx'
import { Deliveries, TestResult } from './deliveries.tsx'
import { KIND_ICONS, shownAddress } from './kinds.ts'
import type { Reveal } from './reveal-dialog.tsx'

interface ChannelCardProps {
  readonly channel: Channel
  readonly onReveal: (reveal: Reveal) => void
}

export function ChannelCard({ channel, onReveal }: ChannelCardProps): ReactNode {
  const { text } = useText()
  const [isLogShown, setLogShown] = useState(false)
  const address = shownAddress(channel)
  return (
    <li className={`card channel ${channel.state}`}>
      <div className="channel-head">
        <span className="channel-icon">
          <Icon name={KIND_ICONS[channel.kind]} size={20} />
        </span>
        <div className="channel-what">
          <h2 className="foreign">{channel.name}</h2>
          <p className="small soft foreign">
            {text.channels.kind[channel.kind]}
            {address !== '' && ` · ${address}`}
          </p>
        </div>
        <ChannelBadge channel={channel} />
      </div>
      <ChannelAdvice channel={channel} onReveal={onReveal} />
      <ChannelActions channel={channel} onReveal={onReveal}>
        <button
          type="button"
          className="button quiet"
          aria-expanded={isLogShown}
          aria-label={text.channels.logOf(channel.name)}
          onClick={() => setLogShown(!isLogShown)}
        >
          {text.channels.log}
          <Icon name="chevron" />
        </button>
      </ChannelActions>
      {isLogShown && <Deliveries channel={channel} />}
    </li>
  )
}

function ChannelActions({
  channel,
  onReveal,
  children,
}: ChannelCardProps & { readonly children: ReactNode }): ReactNode {
  const { text } = useText()
  const test = useTestChannel(channel.id)
  const showToast = useToast()
  const isReady = channel.state === 'ready'
  return (
    <>
      <div className="channel-actions">
        {channel.state !== 'unconfirmed' && <ActiveSwitch channel={channel} />}
        <span className="channel-tools">
          {children}
          <button
            type="button"
            className="button"
            disabled={!isReady || test.isPending}
            aria-label={text.channels.testOf(channel.name)}
            onClick={() => test.mutate(undefined, { onError: (error) => showToast(describeError(error, text), 'bad') })}
          >
            <Icon name="send" />
            {text.channels.test}
          </button>
          <ChannelMenu channel={channel} onReveal={onReveal} />
        </span>
      </div>
      {/* Always there, so that a screen reader announces what appears in it. */}
      <div role="status" className="test-result">
        {test.data !== undefined && <TestResult channelId={channel.id} started={test.data} />}
      </div>
    </>
  )
}

function ActiveSwitch({ channel }: { readonly channel: Channel }): ReactNode {
  const { text } = useText()
  const change = useChangeChannel()
  const showToast = useToast()
  return (
    <Switch
      label={text.channels.active}
      fullLabel={text.channels.activeOf(channel.name)}
      checked={change.isPending ? change.variables.enabled === true : channel.state === 'ready'}
      disabled={change.isPending}
      onChange={(enabled) =>
        change.mutate({ id: channel.id, enabled }, { onError: (error) => showToast(describeError(error, text), 'bad') })
      }
    />
  )
}

function ChannelMenu({ channel, onReveal }: ChannelCardProps): ReactNode {
  const { text } = useText()
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const { confirm } = useConfirm(channel, onReveal)
  const close = (): void => setDialog(null)
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="button quiet square" aria-label={text.channels.more(channel.name)}>
            <Icon name="more" />
          </button>
        }
      >
        <MenuItem onSelect={() => setDialog('edit')}>{text.channels.edit}</MenuItem>
        {channel.kind === 'webhook' && <MenuItem onSelect={() => setDialog('rotate')}>{text.channels.rotate}</MenuItem>}
        {channel.kind === 'telegram' && channel.state === 'ready' && (
          <MenuItem onSelect={confirm}>{text.channels.otherChat}</MenuItem>
        )}
        <MenuRule />
        <MenuItem danger onSelect={() => setDialog('delete')}>
          {text.channels.delete}
        </MenuItem>
      </Menu>
      {dialog === 'edit' && <EditChannelDialog channel={channel} onClose={close} />}
      {dialog === 'rotate' && <RotateDialog channel={channel} onReveal={onReveal} onClose={close} />}
      {dialog === 'delete' && <DeleteChannelDialog channel={channel} onClose={close} />}
    </>
  )
}
