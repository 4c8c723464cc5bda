import uPlot from 'uplot'
import type { Format } from '../text/format.ts'
import { DAY_MS, ZONE, ZONE_OFFSET_MS } from '../text/zone.ts'
import type { Colour } from './chart.tsx'
import type { Gap } from './series.ts'

const FONT = '11px -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", system-ui, sans-serif'

export const tzDate = (seconds: number): Date => uPlot.tzDate(new Date(seconds * 1_000), ZONE)

export function timeAxis(colour: Colour, format: Format): uPlot.Axis {
  return {
    ...axisStyle(colour),
    grid: { show: false },
    space: 64,
    size: 28,
    // The end is excluded: its label would be the day after the last bar.
    values: (plot, splits, __, ___, increment) =>
      splits.map((seconds) =>
        seconds >= (plot.scales.x?.max ?? Number.POSITIVE_INFINITY)
          ? ''
          : formatTick(seconds * 1_000, increment * 1_000, format),
      ),
  }
}

export function valueAxis(colour: Colour, format: (value: number) => string): uPlot.Axis {
  return { ...axisStyle(colour), size: 44, space: 36, values: (_, splits) => splits.map((value) => format(value)) }
}

function axisStyle(colour: Colour): uPlot.Axis {
  const line = colour('line')
  return { stroke: colour('ink-3'), font: FONT, gap: 6, grid: { stroke: line, width: 1 }, ticks: { show: false } }
}

function formatTick(ms: number, incrementMs: number, format: Format): string {
  const midnight = (ms + ZONE_OFFSET_MS) % DAY_MS === 0
  return incrementMs >= DAY_MS || midnight ? format.shortDay(ms) : format.hour(ms)
}

// Hatches the periods without any collection, below all other drawing.
export function drawGaps(gaps: readonly Gap[], colour: Colour): (plot: uPlot) => void {
  const line = colour('hatch')
  const wash = colour('hatch-wash')
  return (plot) => {
    const { ctx, bbox } = plot
    const pattern = makeHatch(ctx, line, wash)
    ctx.save()
    ctx.beginPath()
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
    ctx.clip()
    for (const gap of gaps) {
      const left = plot.valToPos(gap.from / 1_000, 'x', true)
      const right = plot.valToPos(gap.to / 1_000, 'x', true)
      ctx.fillStyle = pattern ?? wash
      ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height)
    }
    ctx.restore()
  }
}

// Tints the range that is explained beside the chart.
export function drawSelection(range: Gap | null, colour: Colour): (plot: uPlot) => void {
  const wash = colour('accent-wash')
  const edge = colour('accent-fill')
  return (plot) => {
    if (range === null) return
    const { ctx, bbox } = plot
    const first = Math.max(bbox.left, plot.valToPos(range.from / 1_000, 'x', true))
    const last = Math.min(bbox.left + bbox.width, plot.valToPos(range.to / 1_000, 'x', true))
    if (last < bbox.left || first > bbox.left + bbox.width) return
    const width = Math.max(2 * devicePixelRatio, last - first)
    ctx.fillStyle = wash
    ctx.fillRect(first, bbox.top, width, bbox.height)
    ctx.fillStyle = edge
    ctx.fillRect(first, bbox.top + bbox.height, width, 2 * devicePixelRatio)
  }
}

function makeHatch(ctx: CanvasRenderingContext2D, line: string, wash: string): CanvasPattern | null {
  const size = Math.round(8 * devicePixelRatio)
  const tile = document.createElement('canvas')
  tile.width = size
  tile.height = size
  const pen = tile.getContext('2d')
  if (pen === null) return null
  pen.fillStyle = wash
  pen.fillRect(0, 0, size, size)
  pen.strokeStyle = line
  pen.lineWidth = devicePixelRatio
  for (const shift of [-size, 0, size]) {
    pen.moveTo(shift, size)
    pen.lineTo(shift + size, 0)
  }
  pen.stroke()
  return ctx.createPattern(tile, 'repeat')
}
