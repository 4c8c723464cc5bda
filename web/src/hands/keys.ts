import { useEffect, useRef, useSyncExternalStore } from 'react'

// Keys without a modifier, such as `j`. They can be switched off: speech input and a stray touch of the keyboard press them too.

const KEY = 'pantau.keys'
const listeners = new Set<() => void>()
let isOn = readStored()

export type KeyActions = Readonly<Record<string, () => void>>

export function useSingleKeys(): { readonly on: boolean; readonly setOn: (on: boolean) => void } {
  return { on: useSyncExternalStore(subscribe, () => isOn), setOn }
}

// Calls the action of a pressed key, unless the key belongs to a field, a menu or a dialog.
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const action = current.current[event.key]
      if (action === undefined || !isForPage(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isForPage(event: KeyboardEvent): boolean {
  if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  const { target } = event
  if (document.querySelector('dialog[open]') !== null || !(target instanceof HTMLElement)) return false
  return !target.isContentEditable && target.closest('input, textarea, select, [role="menu"]') === null
}

function setOn(on: boolean): void {
  isOn = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function readStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
