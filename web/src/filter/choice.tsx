import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuChoice } from '../components/menu.tsx'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly any: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, string])[]
  readonly onChoose: (value: T | null) => void
}

const ANY = ''

// One of several, or any: looks and works like the choice of sources, of which several can be chosen.
export function Choice<T extends string>({ label, any, value, choices, onChoose }: ChoiceProps<T>): ReactNode {
  const shown = choices.find(([name]) => name === value)?.[1] ?? any
  return (
    <Menu align="start" trigger={<ChoiceButton label={label} shown={shown} isChosen={value !== null} />}>
      <MenuChoice<T | typeof ANY>
        label={label}
        value={value ?? ANY}
        choices={[[ANY, any] as const, ...choices]}
        onChoose={(name) => onChoose(name === ANY ? null : name)}
      />
    </Menu>
  )
}

interface ChoiceButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string
  readonly shown: string
  readonly isChosen: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

// The name of the choice until something is chosen: in one row there is no room for both. The menu adds its own properties.
export function ChoiceButton({ label, shown, isChosen, ...menu }: ChoiceButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={isChosen ? 'button select chosen' : 'button select'}
      aria-label={`${label}: ${shown}`}
      {...menu}
    >
      {isChosen ? shown : label}
      <Icon name="chevron" />
    </button>
  )
}
