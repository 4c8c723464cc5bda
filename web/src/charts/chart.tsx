import { type ReactNode, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
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

// A custom property returns `light-dark(…)` unresolved; only a real colour property has a computed colour.
function readColour(element: HTMLElement, name: string): string {
  const previous = element.style.color
  element.style.color = `var(--${name})`
  const colour = getComputedStyle(element).color
  element.style.color = previous
  return colour
}
