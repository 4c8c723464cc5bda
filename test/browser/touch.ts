import type { Page } from 'playwright-core'

const TARGET_PX = 44

// What can be touched and is smaller than a finger, one line each. Links and buttons within a sentence, a list of texts or a table keep the height of
// their line, and the marks of a chart are in its table too. What reacts to a touch includes the label and an area that is not drawn.
export function findSmallTargets(page: Page, scope = 'html'): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const areaOf = (element) => {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      const { content, position, top, right, bottom, left } = getComputedStyle(element, '::after')
      if (content === 'none' || position !== 'absolute') return { width, height }
      return { width: width - parseFloat(left) - parseFloat(right), height: height - parseFloat(top) - parseFloat(bottom) }
    }
    return [...document.querySelector(${JSON.stringify(scope)}).querySelectorAll('button, a[href], select, input, textarea, summary')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      .filter((element) => element.closest('.hidden, .skip, .import-input, [aria-hidden=true]') === null)
      .filter((element) => !element.matches('.evidence-link, .more, .chart-mark, .compare-results a, :is(li, td, th, dd) a:not(.button, .chip)'))
      .map((element) => [element, areaOf(element)])
      .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < ${TARGET_PX} - 0.5)
      .map(([element, { width, height }]) =>
        'smaller than a finger: ' + Math.round(width) + ' × ' + Math.round(height) + ' ' + element.outerHTML.slice(0, 140))
  })()`)
}
