// Colours of the light theme, for what leaves the page: an image is pasted into documents, which are white.

// An element of the light theme beside the screen. The caller removes it.
export function addPaper(): HTMLElement {
  const paper = document.createElement('div')
  paper.style.colorScheme = 'light'
  paper.style.position = 'fixed'
  paper.style.insetInlineStart = '-10000px'
  document.body.append(paper)
  return paper
}

// A custom property returns `light-dark(…)` unresolved; only a real colour property has a computed colour.
export function readColour(element: HTMLElement, name: string): string {
  const previous = element.style.color
  element.style.color = `var(--${name})`
  const colour = getComputedStyle(element).color
  element.style.color = previous
  return colour
}
