import { type RefObject, useEffect, useRef } from 'react'
import { useKeys } from '../../hands/keys.ts'

// `j` and `k` move the focus from mention to mention, `o` opens the original, `e` expands. What the other keys of a card do is
// found by the attribute `aria-keyshortcuts` of its buttons.
export function useFeedKeys(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  // The mention to focus as soon as it is rendered: the list has elements only for what is near the screen.
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const card = scroller.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] .mention`)
    if (card == null) return
    wanted.current = null
    card.focus({ preventScroll: true })
  })
  const move = (step: 1 | -1): void => {
    if (scroller.current === null || !scroller.current.checkVisibility() || count === 0) return
    const from = indexOf(currentCard()) ?? (step === 1 ? indexAtTop(scroller.current) - 1 : 1)
    const index = Math.min(Math.max(from + step, 0), count - 1)
    scrollTo(index)
    const card = scroller.current.querySelector<HTMLElement>(`[data-index="${index}"] .mention`)
    if (card === null) wanted.current = index
    else card.focus({ preventScroll: true })
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    o: () => currentCard()?.querySelector<HTMLElement>('a.out')?.click(),
    e: () => toggle(currentCard()),
  })
}

function currentCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('.feed .mention') ?? null
}

function indexOf(card: HTMLElement | null): number | null {
  const index = card?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? null : Number(index)
}

// The first mention that begins below the upper edge of the list.
function indexAtTop(scroller: HTMLElement): number {
  const top = scroller.getBoundingClientRect().top
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-index]')]
  const row = rows.find((one) => one.getBoundingClientRect().top >= top - 1)
  return Number(row?.dataset.index ?? 0)
}

// All of a card at once: its parts open together and close together.
function toggle(card: HTMLElement | null): void {
  const buttons = [...(card?.querySelectorAll<HTMLElement>('[aria-keyshortcuts="e"]') ?? [])]
  const isOpen = buttons.some((button) => button.getAttribute('aria-expanded') === 'true')
  for (const button of buttons) if ((button.getAttribute('aria-expanded') === 'true') === isOpen) button.click()
}
