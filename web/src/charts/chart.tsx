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
  // Made anew whenever data, theme or language change; a chart is cheap to draw and hard to patch.
  readonly options: (colour: Colour) => Options
}

// A canvas says nothing to a screen reader: the label sums it up, and every chart can be read as a table instead.
export function Chart({ label, height, data, options }: ChartProps): ReactNode {
  const host = useRef<HTMLDivElement>(null)
  const theme = useShownTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours that the options read depend on the theme.
  useEffect(() => {
    const element = host.current
    if (element === null) return
    let plot: uPlot | null = null
    // Each chart in a task of its own: several drawn in one would hold up the page.
    const timer = setTimeout(() => {
      const size = { width: element.clientWidth, height }
      plot = new uPlot({ ...options((name) => readColour(element, name)), ...size }, data, element)
    })
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot?.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      plot?.destroy()
    }
  }, [theme, data, options, height])
  return <div ref={host} className="chart" role="img" aria-label={label} style={{ minHeight: height }} />
}

// A custom property holds `light-dark(…)` as it was written; only a real colour property is resolved.
function readColour(element: HTMLElement, name: string): string {
  const before = element.style.color
  element.style.color = `var(--${name})`
  const colour = getComputedStyle(element).color
  element.style.color = before
  return colour
}
