import { type ReactNode, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { addPaper, readColour } from '../picture/paper.ts'
import type { Drawing } from '../picture/picture.ts'
import { useShownTheme } from '../theme.ts'

export type Colour = (name: string) => string
export type Options = Omit<uPlot.Options, 'width' | 'height'>

interface ChartProps {
  readonly label: string
  readonly height: number
  readonly data: uPlot.AlignedData
  // Rebuilt whenever data, theme or language change; a chart is cheap to draw and hard to update in place.
  readonly options: (colour: Colour) => Options
}

// A canvas is opaque to a screen reader: the label summarises it, and the volume chart also has a table view.
export function Chart({ label, height, data, options }: ChartProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const shown = useRef<uPlot | null>(null)
  const theme = useShownTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours that the options read depend on the theme.
  useEffect(() => {
    const element = host.current
    if (element === null) return
    // Each chart is drawn in its own task, because drawing several in one would block the page; the old one stays until then.
    const timer = setTimeout(() => {
      const size = { width: element.clientWidth, height }
      shown.current?.destroy()
      shown.current = new uPlot({ ...options((name) => readColour(element, name)), ...size }, data, element)
    })
    drawn.set(element, { height, data, options })
    return () => clearTimeout(timer)
  }, [theme, data, options, height])
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) shown.current?.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [height])
  useEffect(
    () => () => {
      shown.current?.destroy()
      shown.current = null
    },
    [],
  )
  return <div ref={host} className="chart" role="img" aria-label={label} style={{ minHeight: height }} />
}

// What each chart shows, so that it can be drawn again elsewhere.
const drawn = new WeakMap<Element, Omit<ChartProps, 'label'>>()
const PAPER_WIDTH = 720
const PAPER_SCALE = 2

// The chart of an element as it looks on white, whatever the theme and the width of the screen.
export async function drawOnPaper(element: Element | null | undefined): Promise<Drawing | null> {
  const chart = element == null ? undefined : drawn.get(element)
  if (chart === undefined) return null
  const paper = addPaper()
  // The canvas has one pixel for each of the screen.
  const scale = PAPER_SCALE / devicePixelRatio
  const { hooks, ...options } = enlarge(
    chart.options((name) => readColour(paper, name)),
    scale,
  )
  const size = { width: PAPER_WIDTH * scale, height: chart.height * scale }
  const plot = await new Promise<uPlot>((resolve) => {
    // What the page does with the chart does not concern the copy; only its drawing does.
    const own = { ...(hooks?.drawClear === undefined ? {} : { drawClear: hooks.drawClear }), ready: [resolve] }
    new uPlot({ ...options, ...size, hooks: own }, chart.data, paper)
  })
  const image = plot.ctx.canvas
  plot.destroy()
  paper.remove()
  return { image, width: PAPER_WIDTH, height: chart.height }
}

function enlarge(options: Options, scale: number): Options {
  const times = (value: unknown): number | undefined => (typeof value === 'number' ? value * scale : undefined)
  return {
    ...options,
    axes: (options.axes ?? []).map((axis) => ({
      ...axis,
      font: String(axis.font).replace(/\d+px/, (size) => `${Number.parseInt(size, 10) * scale}px`),
      size: times(axis.size) ?? 50,
      space: times(axis.space) ?? 50,
      gap: times(axis.gap) ?? 5,
    })),
    series: options.series.map(({ points, ...series }) => ({
      ...series,
      width: times(series.width) ?? 0,
      dash: (series.dash ?? []).map((length) => length * scale),
      points: { ...points, size: times(points?.size) ?? 0 },
    })),
  }
}
