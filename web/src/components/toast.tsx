import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { useText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

type Tone = 'good' | 'bad'
interface Toast {
  readonly key: number
  readonly tone: Tone
  readonly message: string
}

const SHOWN_MS = 6_000
const TOASTS_MAX = 3
const ToastContext = createContext<(message: string, tone?: Tone) => void>(() => {})

// Returns a function that shows a short notification, also announced by screen readers.
export function useToast(): (message: string, tone?: Tone) => void {
  return use(ToastContext)
}

export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { text } = useText()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const last = useRef(0)
  const dismiss = useCallback((key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)), [])
  const showToast = useCallback(
    (message: string, tone: Tone = 'good') => {
      last.current += 1
      const key = last.current
      setToasts((shown) => [...shown, { key, tone, message }].slice(-TOASTS_MAX))
      setTimeout(() => dismiss(key), SHOWN_MS)
    },
    [dismiss],
  )
  const shown = useMemo(
    () =>
      toasts.map((toast) => (
        <p key={toast.key} className={`toast ${toast.tone}`}>
          <Icon name={toast.tone === 'good' ? 'check' : 'warning'} />
          <span>{toast.message}</span>
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
