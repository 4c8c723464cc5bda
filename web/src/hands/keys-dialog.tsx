import type { ReactNode } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Switch } from '../components/switch.tsx'
import { useText } from '../text/text.tsx'
import { useSingleKeys } from './keys.ts'
import '../style/hands.css'

const FEED_KEYS = ['j', 'k', 'o', 'e', 't'] as const
const PAGE_KEYS = ['/', '?'] as const

// Lists the keys.
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const { on, setOn } = useSingleKeys()
  return (
    <Dialog title={text.hands.keys} onClose={onClose}>
      <div className="stack">
        <Keys title={text.hands.everywhere} keys={PAGE_KEYS} first={['Ctrl K', text.hands.palette]} />
        <Keys title={text.hands.inFeed} keys={FEED_KEYS} />
        <Switch label={text.hands.singleKeys} checked={on} onChange={setOn} />
        <p className="help">{text.hands.singleKeysHelp}</p>
      </div>
    </Dialog>
  )
}

interface KeysProps {
  readonly title: string
  readonly keys: readonly (keyof ReturnType<typeof useText>['text']['hands']['key'])[]
  readonly first?: readonly [string, string]
}

function Keys({ title, keys, first }: KeysProps): ReactNode {
  const { text } = useText()
  const rows = [...(first === undefined ? [] : [first]), ...keys.map((key) => [key, text.hands.key[key]] as const)]
  return (
    <section>
      <h3 className="keys-title">{title}</h3>
      <dl className="keys">
        {rows.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
