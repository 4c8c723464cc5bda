import type { ReactNode } from 'react'
import type { PlotArea } from './chart-marks.tsx'
import type { Gap } from './series.ts'
import '../style/edit-marks.css'

// An edit of the expression or a note, on the axis of a chart.
export interface AxisMark {
  readonly kind: 'edit' | 'note'
  readonly at: number
  readonly label: string
}

interface AxisMarksProps {
  readonly marks: readonly AxisMark[]
  readonly range: Gap
  readonly area: PlotArea
}

// Decoration: the lists below the chart have the same information.
export function AxisMarks({ marks, range, area }: AxisMarksProps): ReactNode {
  if (marks.length === 0) return null
  return (
    <div className="axis-marks" aria-hidden="true" style={{ marginInlineStart: area.left, width: area.width }}>
      {marks.map(({ kind, at, label }) => (
        <span
          key={`${kind} ${at}`}
          className={`${kind}-mark`}
          title={label}
          style={{ left: `${((at - range.from) / (range.to - range.from)) * 100}%` }}
        />
      ))}
    </div>
  )
}
