import type { Page } from 'playwright-core'

// More than there are elements: the list of mentions grows while it is walked through.
const BEYOND = 15
const TABS_MAX = 250

// Presses Tab through a whole page. Returns what cannot be reached, and what does not show that it has the focus, one line each.
export async function walkByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate<number>(BEGIN)
  for (let tabs = 0; tabs < Math.min(count + BEYOND, TABS_MAX); tabs++) await page.keyboard.press('Tab')
  return page.evaluate<string[]>(count > TABS_MAX ? 'window.tabWalk.faults' : END)
}

const BEGIN = `(() => {
  const reached = new Set()
  const faults = []
  const wanted = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter(
    // A group of segments or tabs gives the focus to the chosen one.
    (element) => !element.matches('[role="radiogroup"], [role="tablist"]') && element.checkVisibility({ visibilityProperty: true }) && !element.disabled && element.tabIndex >= 0,
  )
  // Tab goes on from here; without it, from where the last click was.
  wanted[0]?.focus()
  reached.add(wanted[0])
  document.addEventListener('focusin', ({ target }) => {
    if (target.matches('[role="radiogroup"], [role="tablist"]')) return
    reached.add(target)
    // A group of radio buttons is one stop.
    if (target.type === 'radio') for (const one of document.getElementsByName(target.name)) reached.add(one)
    const { outlineStyle, boxShadow } = getComputedStyle(target)
    if (outlineStyle === 'none' && boxShadow === 'none') faults.push('shows no focus: ' + target.outerHTML.slice(0, 140))
  })
  window.tabWalk = { reached, faults, wanted }
  return wanted.length
})()`

const END = `(() => {
  const { reached, faults, wanted } = window.tabWalk
  const missed = wanted.filter((element) => element.isConnected && element.tabIndex >= 0 && element.checkVisibility() && !reached.has(element))
  return [...new Set([...faults, ...missed.map((element) => 'not reached by Tab: ' + element.outerHTML.slice(0, 140))])]
})()`
