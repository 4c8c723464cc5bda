import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { WireSession } from '../../../src/api/wire/account.ts'
import { Dialog } from '../components/dialog.tsx'
import { useText } from '../text/text.tsx'
import { type Command, useCommands } from './commands.ts'
import { findCommands } from './find-commands.ts'
import '../style/hands.css'

interface PaletteProps {
  readonly session: WireSession
  readonly onKeys: () => void
  readonly onClose: () => void
}

// Finds a project, a page or an action by a few letters. The focus stays in the field; the arrow keys move the choice.
export function Palette({ session, onKeys, onClose }: PaletteProps): ReactNode {
  const { text } = useText()
  const commands = useCommands(session, onKeys)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const found = findCommands(commands, typed)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    // Before the command: it may open another dialog.
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1
    const next = { ArrowDown: chosen >= last ? 0 : chosen + 1, ArrowUp: chosen <= 0 ? last : chosen - 1 }[event.key]
    if (event.key === 'Enter') run(found[chosen])
    else if (next !== undefined) setChosen(next)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={text.hands.palette} onClose={onClose}>
      <div className="palette">
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={text.hands.find}
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={found.length === 0 ? undefined : `${list}-${chosen}`}
          placeholder={text.hands.find}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <CommandList id={list} commands={found} chosen={chosen} onRun={run} />
        <p className="hidden" role="status">
          {text.hands.found(found.length)}
        </p>
      </div>
    </Dialog>
  )
}

interface CommandListProps {
  readonly id: string
  readonly commands: readonly Command[]
  readonly chosen: number
  readonly onRun: (command: Command) => void
}

function CommandList({ id, commands, chosen, onRun }: CommandListProps): ReactNode {
  const { text } = useText()
  const groups = [...Map.groupBy(commands, ({ group }) => group)]
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  return (
    <div id={id} role="listbox" aria-label={text.hands.palette} className="palette-list">
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed inside a list box.
        <div key={group} role="group" aria-label={text.hands.groups[group]}>
          <p className="menu-label" aria-hidden="true">
            {text.hands.groups[group]}
          </p>
          {members.map((command) => {
            const index = commands.indexOf(command)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, the focus never is here.
              <div
                key={command.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                className="menu-item"
                onClick={() => onRun(command)}
              >
                <span className="foreign">{command.label}</span>
                {command.detail !== undefined && <span className="soft small code foreign">{command.detail}</span>}
              </div>
            )
          })}
        </div>
      ))}
      {commands.length === 0 && <p className="soft palette-none">{text.hands.none}</p>}
    </div>
  )
}
