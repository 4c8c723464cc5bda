import type { ReactNode } from 'react'
import { Switch } from '../../components/switch.tsx'
import { switchNotifications, useNotifyState } from '../../notifications.ts'
import { useText } from '../../text/text.tsx'

export function NotifySwitch(): ReactNode {
  const { text } = useText()
  const state = useNotifyState()
  const help = {
    on: text.inbox.notifyHelp,
    off: text.inbox.notifyHelp,
    denied: text.inbox.notifyDenied,
    missing: text.inbox.notifyMissing,
  }[state]
  return (
    <aside className="notify" aria-label={text.inbox.notify}>
      <Switch
        label={text.inbox.notify}
        checked={state === 'on'}
        disabled={state === 'denied' || state === 'missing'}
        onChange={(on) => void switchNotifications(on, text.inbox.notifyOn)}
      />
      <p className="soft small">{help}</p>
    </aside>
  )
}
