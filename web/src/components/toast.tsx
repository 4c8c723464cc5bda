import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { useFirstText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

type Tone = 'good' | 'bad'
interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}
type ShowToast = (message: string, tone?: Tone, action?: ToastAction) => void
interface Toast {
  readonly key: number
  readonly tone: Tone
  readonly message: string
  readonly action: ToastAction | undefined
}

const SHOWN_MS = 6_000
const TOASTS_MAX = 3
// Long enough to read, decide and reach the button.
const ACTION_MS = 12_000
const ToastContext = createContext<ShowToast>(() => {})

// Returns a function that shows a short notification, also announced by screen readers, with a button if it has an action.
export function useToast(): ShowToast {
  return use(ToastContext)
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { text } = useFirstText()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const last = useRef(0)
  const dismiss = useCallback((key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)), [])
  const showToast = useCallback<ShowToast>(
    (message, tone = 'good', action = undefined) => {
      last.current += 1
      const key = last.current
      setToasts((shown) => [...shown, { key, tone, message, action }].slice(-TOASTS_MAX))
      setTimeout(() => dismiss(key), action === undefined ? SHOWN_MS : ACTION_MS)
    },
    [dismiss],
  )
  const shown = useMemo(
    () =>
      toasts.map((toast) => (
        <p key={toast.key} className={`toast ${toast.tone}`}>
          <Icon name={toast.tone === 'good' ? 'check' : 'warning'} />
          <span>{toast.message}</span>
          {toast.action !== undefined && (
            <button
              type="button"
              className="button small"
              onClick={() => {
                dismiss(toast.key)
                toast.action?.onSelect()
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className="button quiet square"
            aria-label={text.common.dismiss}
            onClick={() => dismiss(toast.key)}
          >
            <Icon name="close" size={14} />
          </button>
        </p>
      )),
    [toasts, text, dismiss],
  )
  return (
    <ToastContext value={showToast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown}
      </div>
    </ToastContext>
  )
}
