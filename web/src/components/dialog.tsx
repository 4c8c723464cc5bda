import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useFirstText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

// The native modal dialog: it traps the focus, closes on Escape and needs no library that injects a style element, which
// the Content-Security-Policy would block. It is open as long as it is mounted.
export function Dialog({ title, onClose, wide = false, children }: DialogProps): ReactNode {
  const { text } = useFirstText()
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    const previous = document.activeElement
    dialog?.showModal()
    // The browser would choose the button that closes it. A field that is to be filled is what the dialog was opened for.
    dialog?.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus()
    return () => {
      dialog?.close()
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="button quiet square" onClick={onClose} aria-label={text.common.close}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  )
}
