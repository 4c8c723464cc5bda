import { useSyncExternalStore } from 'react'
import type { Message } from './api/inbox.ts'

// The browser's own notifications about new messages. They need no service worker and no push service, and therefore a tab in
// which the dashboard is open.

// `missing`: this browser shows none, or not from this page.
export type NotifyState = 'on' | 'off' | 'denied' | 'missing'

const KEY = 'pantau.notify'
const listeners = new Set<() => void>()
// Some browsers have notifications but let only a service worker show them, which is known once one is shown.
let refused = false

export function useNotifyState(): NotifyState {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, notifyState)
}

export function notifyState(): NotifyState {
  if (refused || !('Notification' in window) || !window.isSecureContext) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && isWanted() ? 'on' : 'off'
}

// Requests the permission of the person; browsers accept that only from a click. The first notification proves that they work.
export async function switchNotifications(on: boolean, proof: string): Promise<void> {
  if (on && 'Notification' in window) await Notification.requestPermission()
  remember(on)
  if (notifyState() === 'on') show(proof, { tag: KEY })
  for (const listener of listeners) listener()
}

// The same message in several tabs has one tag, so it is shown once.
export function notify(message: Message, open: (path: string) => void): void {
  if (notifyState() !== 'on' || document.hasFocus()) return
  const first = message.blocks.find((block) => block.kind === 'text')
  const shown = show(message.title, { tag: message.id, body: first?.text ?? '' })
  if (shown === null) return
  shown.onclick = () => {
    window.focus()
    open(`/inbox?message=${message.id}`)
    shown.close()
  }
}

function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { icon: '/favicon.svg', lang: document.documentElement.lang, ...options })
  } catch {
    refused = true
    for (const listener of listeners) listener()
    return null
  }
}

function isWanted(): boolean {
  try {
    return localStorage.getItem(KEY) === '1'
  } catch {
    return false
  }
}

function remember(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to remember it in, and notifications stay off.
  }
}
