import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { WireSession } from '../../../src/api/wire/account.ts'
import { Icon } from '../components/icon.tsx'
import { loadAllText, useFirstText } from '../text/text.tsx'
import { useKeys } from './keys.ts'

const Palette = lazy(async () => {
  const [{ Palette: loaded }] = await Promise.all([import('./palette.tsx'), loadAllText()])
  return { default: loaded }
})
const KeysDialog = lazy(async () => {
  const [{ KeysDialog: loaded }] = await Promise.all([import('./keys-dialog.tsx'), loadAllText()])
  return { default: loaded }
})

// The keys that every page has, and the button of the command palette. Both dialogs are loaded when they are first opened.
export function Hands({ session }: { readonly session: WireSession }): ReactNode {
  const { text } = useFirstText()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const close = useCallback(() => setOpen(null), [])
  useKeys({ '?': () => setOpen('keys'), '/': focusSearch })
  useEffect(() => listenForPalette(() => setOpen('palette')), [])
  return (
    <>
      <button
        type="button"
        className="button quiet square palette-open"
        aria-label={text.shell.palette}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${text.shell.palette} (Ctrl K)`}
        onClick={() => setOpen('palette')}
      >
        <Icon name="command" size={18} />
      </button>
      <Suspense>
        {open === 'palette' && <Palette session={session} onKeys={() => setOpen('keys')} onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  )
}

// Also while typing: the keys are no text. Not over another dialog, whose input would be lost from sight.
function listenForPalette(onOpen: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (document.querySelector('dialog[open]') === null) onOpen()
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

// The first search field of the page that can be seen.
function focusSearch(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#main input[type=search]')
  const field = [...fields].find((one) => one.checkVisibility())
  field?.focus()
  field?.select()
}
