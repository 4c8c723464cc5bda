import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import type { WireEnrichedMention } from '../../../src/api/wire/mention.ts'
import { useKeys } from '../hands/keys.ts'
import { useText } from '../text/text.tsx'

interface Selection {
  // Whether the cards can be chosen.
  readonly isOn: boolean
  readonly chosen: ReadonlySet<string>
  readonly setOn: (on: boolean) => void
  readonly toggle: (id: string) => void
}

const NOTHING: ReadonlySet<string> = new Set()
const SelectionContext = createContext<Selection>({ isOn: false, chosen: NOTHING, setOn: () => {}, toggle: () => {} })

export function useSelection(): Selection {
  return use(SelectionContext)
}

// The chosen mentions of a feed. It begins anew with every filter, because the feed does.
export function SelectionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [isOn, setIsOn] = useState(false)
  const [chosen, setChosen] = useState(NOTHING)
  const setOn = useCallback((on: boolean) => {
    setIsOn(on)
    setChosen(NOTHING)
  }, [])
  const toggle = useCallback((id: string) => setChosen((before) => before.symmetricDifference(new Set([id]))), [])
  useKeys({ t: openTagForm })
  const selection = useMemo(() => ({ isOn, chosen, setOn, toggle }), [isOn, chosen, setOn, toggle])
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

// Beside the head of a card, while mentions are chosen.
export function ChooseMention({ mention }: { readonly mention: WireEnrichedMention }): ReactNode {
  const { text } = useText()
  const { isOn, chosen, toggle } = useSelection()
  if (!isOn) return null
  const { username, display_name } = mention.targeted_account
  return (
    <input
      type="checkbox"
      className="choose"
      aria-label={text.desk.choose(display_name || username)}
      checked={chosen.has(mention.id)}
      onChange={() => toggle(mention.id)}
    />
  )
}

const CARD = ['.mention:focus-within', '.mention:hover', '.feed .mention']

// The key `t` tags the mention that has the focus, or that the pointer is on, or the first one.
function openTagForm(): void {
  const bar = document.querySelector<HTMLElement>('.select-bar .bulk-tag:not(:disabled)')
  const card = CARD.map((name) => document.querySelector(name)).find((found) => found !== null)
  const button = bar ?? card?.querySelector<HTMLElement>('.tag-add[aria-expanded="false"]')
  button?.click()
}
