import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { type LegendEntry, savePicture } from '../picture/picture.ts'
import { useText } from '../text/text.tsx'
import { dayOf } from '../text/zone.ts'
import { drawOnPaper } from './chart.tsx'

interface PngButtonProps {
  // Of the file.
  readonly name: string
  readonly title: string
  // Period and filter.
  readonly about: string
  readonly legend: readonly LegendEntry[]
}

// Saves the chart of the panel in which it is.
export function PngButton({ name, title, about, legend }: PngButtonProps): ReactNode {
  const { text, format } = useText()
  const save = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    const drawing = await drawOnPaper(currentTarget.closest('.panel')?.querySelector('.chart'))
    if (drawing === null) return
    const source = text.share.source(format.time(Date.now()))
    savePicture(drawing, { title, about, legend, source }, `pantau-${name}-${dayOf(Date.now())}`)
  }
  return (
    <button type="button" className="button quiet small" onClick={(event) => void save(event)}>
      <Icon name="download" />
      {text.share.png}
    </button>
  )
}
