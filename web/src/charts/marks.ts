import type { Gap } from './series.ts'

// An incident on the time axis of a chart.
export interface Mark {
  readonly id: string
  readonly at: number
  readonly open: boolean
  // How much it stands out: of marks that are drawn as one, the largest is opened.
  readonly size: number
  readonly label: string
}

export interface MarkGroup {
  // Its distance from the left of the chart, as a share of the width.
  readonly position: number
  // Largest first, open ones before all others.
  readonly marks: readonly [Mark, ...Mark[]]
}

// The width of a mark, which is also the smallest distance between two.
export const MARK_PX = 24

// The marks inside the range, oldest first. Those that would overlap are drawn as one.
export function groupMarks(marks: readonly Mark[], range: Gap, widthPx: number): MarkGroup[] {
  const length = range.to - range.from
  const inside = marks.filter(({ at }) => at >= range.from && at <= range.to).toSorted((a, b) => a.at - b.at)
  const groups: { position: number; marks: [Mark, ...Mark[]] }[] = []
  for (const mark of inside) {
    const position = (mark.at - range.from) / length
    const last = groups.at(-1)
    if (last !== undefined && (position - last.position) * widthPx < MARK_PX) last.marks.push(mark)
    else groups.push({ position, marks: [mark] })
  }
  for (const group of groups) group.marks.sort((a, b) => Number(b.open) - Number(a.open) || b.size - a.size)
  return groups
}
