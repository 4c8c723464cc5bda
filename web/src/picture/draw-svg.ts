import type { Drawing } from './picture.ts'

const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight']
const SCALE = 2

// An SVG as it looks on white, whatever the theme of the page.
export async function drawSvg(svg: SVGSVGElement): Promise<Drawing> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image(width * SCALE, height * SCALE)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standAlone(svg, width, height))}`
  await image.decode()
  return { image, width, height }
}

// The style sheets of the page do not apply inside an image, so each element carries its own.
function standAlone(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  const scheme = svg.style.colorScheme
  svg.style.colorScheme = 'light'
  for (const [index, original] of originals.entries()) {
    const computed = getComputedStyle(original)
    for (const property of STYLES) copies[index]?.setAttribute(property, computed.getPropertyValue(property))
  }
  svg.style.colorScheme = scheme
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  // Twice the size, so that it is drawn sharply and not enlarged.
  copy.setAttribute('width', String(width * SCALE))
  copy.setAttribute('height', String(height * SCALE))
  return new XMLSerializer().serializeToString(copy)
}
