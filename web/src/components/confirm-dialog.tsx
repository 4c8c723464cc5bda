import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import { Dialog } from './dialog.tsx'
import { Icon, type IconName } from './icon.tsx'
import { describeError, Note } from './states.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly question: string
  // The button that does it.
  readonly label: string
  readonly icon: IconName
  readonly tone: 'danger' | 'primary'
  readonly action: { readonly isPending: boolean; readonly error: Error | null }
  readonly onConfirm: () => void
  readonly onClose: () => void
}

// States what will happen, and does it or not.
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, question, label, icon, tone, action, onConfirm, onClose } = props
  const { text } = useText()
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p className="foreign">{question}</p>
        {action.error !== null && <Note tone="bad">{describeError(action.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="button" className={`button ${tone}`} disabled={action.isPending} onClick={onConfirm}>
            <Icon name={icon} />
            {label}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
