const SCALE = 2
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight']

// Saves a drawing as an image at twice its size, with the background on which it is shown.
export async function saveSvgAsPng(svg: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image(width * SCALE, height * SCALE)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standAlone(svg, width, height))}`
  await image.decode()
  saveOnBackground(image, { width: width * SCALE, height: height * SCALE, background: backgroundOf(svg) }, name)
}

// A canvas already has its pixels.
export function saveCanvasAsPng(canvas: HTMLCanvasElement, name: string): void {
  const { width, height } = canvas
  saveOnBackground(canvas, { width, height, background: backgroundOf(canvas) }, name)
}

interface Frame {
  readonly width: number
  readonly height: number
  readonly background: string
}

function saveOnBackground(drawing: CanvasImageSource, { width, height, background }: Frame, name: string): void {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = background
  context.fillRect(0, 0, width, height)
  context.drawImage(drawing, 0, 0, width, height)
  canvas.toBlob((blob) => {
    if (blob !== null) saveBlob(blob, `${name}.png`)
  })
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Revoked later: some browsers read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

// The style sheets of the page do not apply inside an image, so each element carries its own.
function standAlone(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [index, original] of originals.entries()) {
    const computed = getComputedStyle(original)
    for (const property of STYLES) copies[index]?.setAttribute(property, computed.getPropertyValue(property))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

function backgroundOf(element: Element | null): string {
  if (element === null) return '#fff'
  const { backgroundColor } = getComputedStyle(element)
  return /rgba\(.*, 0\)|transparent/.test(backgroundColor) ? backgroundOf(element.parentElement) : backgroundColor
}
