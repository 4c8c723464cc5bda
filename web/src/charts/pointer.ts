import type uPlot from 'uplot'

// A shorter movement of the pointer is a click.
export const DRAG_PX = 8

// Where the pointer is on a chart.
export interface Hover {
  readonly index: number
  // Pixels from the left of the plotting area.
  readonly left: number
  // Whether that is in the right half, where there is more room to the left.
  readonly isRight: boolean
}

// Reports clicks, but not the end of a drag.
export function reportPicks(plot: uPlot, onPick: ((index: number) => void) | undefined): void {
  if (onPick === undefined) return
  let pressed = 0
  plot.over.addEventListener('pointerdown', (event) => {
    pressed = event.clientX
  })
  plot.over.addEventListener('click', (event) => {
    const left = event.clientX - plot.over.getBoundingClientRect().left
    if (Math.abs(event.clientX - pressed) < DRAG_PX) onPick(plot.posToIdx(left))
  })
}

export function hoverOf({ cursor, over }: uPlot): Hover | null {
  const { idx, left } = cursor
  if (idx === null || idx === undefined || left === undefined || left < 0) return null
  return { index: idx, left: over.offsetLeft + left, isRight: left > over.clientWidth / 2 }
}
