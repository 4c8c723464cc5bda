import type { ReactNode } from 'react'
import { UnreachableError } from '../../../client/src/index.ts'
import { describeError } from '../text/describe-error.ts'
import { useFirstText } from '../text/text.tsx'
import { Icon, type IconName } from './icon.tsx'

export { describeError }

export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }): ReactNode {
  const { text } = useFirstText()
  return (
    <div className="state" role="alert">
      <Icon name={error instanceof UnreachableError ? 'offline' : 'warning'} size={28} />
      <p className="state-title">{text.failure.title}</p>
      <p>{describeError(error, text)}</p>
      <button type="button" className="button" onClick={onRetry}>
        <Icon name="refresh" />
        {text.common.retry}
      </button>
    </div>
  )
}

interface EmptyProps {
  readonly icon?: IconName
  readonly title: string
  readonly detail?: string
  readonly children?: ReactNode
}

export function Empty({ icon = 'search', title, detail, children }: EmptyProps): ReactNode {
  return (
    <div className="state">
      <Icon name={icon} size={28} />
      <p className="state-title">{title}</p>
      {detail !== undefined && <p>{detail}</p>}
      {children}
    </div>
  )
}

// Reserves space for content that is loading, so that nothing shifts when it arrives.
export function Skeleton({ lines = 3, tall = false }: { readonly lines?: number; readonly tall?: boolean }): ReactNode {
  const { text } = useFirstText()
  return (
    <div className={tall ? 'skeleton tall' : 'skeleton'} role="status">
      <span className="hidden">{text.common.loading}</span>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <span key={key} className="skeleton-line" />
      ))}
    </div>
  )
}

export function Note({
  tone,
  children,
}: {
  readonly tone: 'info' | 'warn' | 'bad'
  readonly children: ReactNode
}): ReactNode {
  return (
    <p className={`note ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'info' ? 'comment' : 'warning'} />
      <span>{children}</span>
    </p>
  )
}
