import { addPaper, readColour } from './paper.ts'

// A drawing and its size in units of the page.
export interface Drawing {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
}

// What an image says about its chart: it is looked at far from the page that would explain it.
export interface Caption {
  readonly title: string
  // Period and filter.
  readonly about: string
  readonly legend: readonly LegendEntry[]
  readonly notes?: readonly string[]
  readonly source: string
}

export interface LegendEntry {
  readonly label: string
  // A colour of the theme.
  readonly colour: string
}

interface Style {
  readonly size: number
  readonly weight: number
  readonly colour: string
}

const SCALE = 2
const EDGE = 20
const SPACE = 10
const LINE = 1.4
const SWATCH = 10
const FAMILY = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", system-ui, sans-serif'
const TITLE: Style = { size: 17, weight: 650, colour: 'ink' }
const TEXT: Style = { size: 13, weight: 400, colour: 'ink-2' }
const SMALL: Style = { size: 12, weight: 400, colour: 'ink-3' }

// Saves a drawing with its caption as an image on white, twice as large as on the page.
export function savePicture({ image, width, height }: Drawing, caption: Caption, name: string): void {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const paper = addPaper()
  const page = { pen, width, colour: (colour: string) => readColour(paper, colour) }
  const parts = [
    textPart(page, caption.title, TITLE),
    textPart(page, caption.about, TEXT),
    { height: height + SPACE, draw: (y: number) => pen.drawImage(image, EDGE, y + SPACE, width, height) },
    legendPart(page, caption.legend),
    ...(caption.notes ?? []).map((note) => textPart(page, note, TEXT)),
    { height: SPACE, draw: () => {} },
    textPart(page, caption.source, SMALL),
  ]
  canvas.width = (width + 2 * EDGE) * SCALE
  canvas.height = (parts.reduce((sum, part) => sum + part.height, 0) + 2 * EDGE) * SCALE
  pen.scale(SCALE, SCALE)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  let y = EDGE
  for (const part of parts) {
    part.draw(y)
    y += part.height
  }
  paper.remove()
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(blob, `${name}.png`)
  })
}

interface Page {
  readonly pen: CanvasRenderingContext2D
  readonly width: number
  readonly colour: (name: string) => string
}

interface Part {
  readonly height: number
  readonly draw: (y: number) => void
}

function textPart({ pen, width, colour }: Page, text: string, style: Style): Part {
  pen.font = fontOf(style)
  const lines = wrap(text, (line) => pen.measureText(line).width <= width)
  const lineHeight = style.size * LINE
  return {
    height: lines.length * lineHeight,
    draw: (y) => {
      pen.font = fontOf(style)
      pen.fillStyle = colour(style.colour)
      for (const [at, line] of lines.entries()) pen.fillText(line, EDGE, y + at * lineHeight + style.size)
    },
  }
}

// Entries side by side, in as many rows as they need.
function legendPart({ pen, width, colour }: Page, legend: readonly LegendEntry[]): Part {
  pen.font = fontOf(TEXT)
  let [x, row] = [0, 0]
  const placed = legend.map((entry) => {
    const size = SWATCH + 6 + pen.measureText(entry.label).width + 18
    if (x > 0 && x + size > width) [x, row] = [0, row + 1]
    const place = { ...entry, x, row }
    x += size
    return place
  })
  const lineHeight = TEXT.size * LINE
  return {
    height: legend.length === 0 ? 0 : (row + 1) * lineHeight + SPACE,
    draw: (y) => {
      pen.font = fontOf(TEXT)
      for (const entry of placed) {
        const [left, top] = [EDGE + entry.x, y + entry.row * lineHeight]
        pen.fillStyle = colour(entry.colour)
        pen.fillRect(left, top + TEXT.size - SWATCH, SWATCH, SWATCH)
        pen.fillStyle = colour(TEXT.colour)
        pen.fillText(entry.label, left + SWATCH + 6, top + TEXT.size)
      }
    },
  }
}

function fontOf({ size, weight }: Style): string {
  return `${weight} ${size}px ${FAMILY}`
}

// Lines that fit, broken between words.
function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return text === '' ? [] : lines
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Revoked later: some browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
