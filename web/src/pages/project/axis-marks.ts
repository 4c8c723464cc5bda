import { useMemo } from 'react'
import type { AxisMark } from '../../charts/axis-marks.tsx'
import { expressionOf, useExpressionEdits } from '../../charts/edit-marks.tsx'
import { middleOf, useRangeNotes } from '../../charts/note-marks.tsx'
import type { Gap } from '../../charts/series.ts'

// What people changed and wrote, as marks of the axis of a chart.
export function useAxisMarks(projectId: string, range: Gap): readonly AxisMark[] {
  const edits = useExpressionEdits(projectId, range)
  const notes = useRangeNotes(projectId, range)
  return useMemo(
    () => [
      ...edits.map(({ at, after }) => ({ kind: 'edit' as const, at: Date.parse(at), label: expressionOf(after) })),
      ...notes.map(({ day, text }) => ({ kind: 'note' as const, at: middleOf(day, range), label: text })),
    ],
    [edits, notes, range],
  )
}
