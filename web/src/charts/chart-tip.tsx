import type { ReactNode } from 'react'
import type { Hover } from './pointer.ts'

interface ChartTipProps {
  readonly hover: Hover
  readonly title: string
  readonly children: ReactNode
}

// What is at the cursor. On the side of it that has more room; the table and the label have the same numbers for a screen reader.
export function ChartTip({ hover, title, children }: ChartTipProps): ReactNode {
  return (
    <div
      className={hover.isRight ? 'chart-tip left' : 'chart-tip'}
      aria-hidden="true"
      style={{ left: `${hover.left}px` }}
    >
      <div className="chart-tip-box">
        <strong>{title}</strong>
        {children}
      </div>
    </div>
  )
}
