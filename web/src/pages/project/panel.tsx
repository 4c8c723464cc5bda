import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  readonly help?: string | undefined
  readonly className?: string
  readonly actions?: ReactNode
  // Whether what it shows is being replaced.
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Panel({ title, help, className = '', actions, busy = false, children }: PanelProps): ReactNode {
  const heading = useId()
  return (
    <section className={`card panel ${className}`} aria-labelledby={heading} aria-busy={busy}>
      <div className="panel-head">
        <h2 id={heading}>
          {title}
          {help !== undefined && <span className="soft">{help}</span>}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
