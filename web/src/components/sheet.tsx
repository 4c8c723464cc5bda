import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useFirstText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

const phone = matchMedia('(max-width: 720px)')

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )
}

interface SheetProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

// On a phone a panel that rises from below; on a wide screen nothing but its content. It stays mounted while it is closed, so that
// what was typed in it is kept.
export function PhoneSheet({ children, ...sheet }: SheetProps): ReactNode {
  return usePhone() ? <Sheet {...sheet}>{children}</Sheet> : children
}

export function Sheet({ title, open, onClose, children }: SheetProps): ReactNode {
  const { text } = useFirstText()
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    if (!open || dialog === null) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape, which the dialog handles.
    <dialog
      ref={element}
      className="dialog bottom-sheet"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog itself; the content is inside.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="sheet-inside">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="button quiet square" onClick={onClose} aria-label={text.common.close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
