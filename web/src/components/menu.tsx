import * as Dropdown from 'radix-ui/dropdown-menu'
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface MenuProps {
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

// A list may have hundreds of menus that are never opened, so only the button is rendered until the first click.
export function Menu({ trigger, children, align = 'end' }: MenuProps): ReactNode {
  const [opened, setOpened] = useState<{ readonly dialog: HTMLElement | null } | null>(null)
  if (opened !== null) return <OpenedMenu trigger={trigger} align={align} items={children} dialog={opened.dialog} />
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: ({ currentTarget }) => setOpened({ dialog: currentTarget.closest('dialog') }),
  })
}

interface OpenedMenuProps {
  readonly trigger: ReactNode
  readonly items: ReactNode
  readonly align: 'start' | 'end'
  readonly dialog: HTMLElement | null
}

// Not modal: a modal menu locks scrolling with a style element, which the Content-Security-Policy blocks.
function OpenedMenu({ trigger, items, align, dialog }: OpenedMenuProps): ReactNode {
  const [open, setOpen] = useState(true)
  return (
    <Dropdown.Root modal={false} open={open} onOpenChange={setOpen}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      {/* Inside its dialog, which covers everything else, or the main landmark, so that a screen reader finds it within the page;
          the latter is looked up on opening, because navigation may have replaced that element. */}
      <Dropdown.Portal container={open ? (dialog ?? document.getElementById('main')) : null}>
        <Dropdown.Content className="menu" align={align} sideOffset={4} collisionPadding={8}>
          {items}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

export function MenuItem(props: {
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly children: ReactNode
}): ReactNode {
  return (
    <Dropdown.Item className={props.danger ? 'menu-item danger' : 'menu-item'} onSelect={props.onSelect}>
      {props.children}
    </Dropdown.Item>
  )
}

export function MenuLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <Dropdown.Item className="menu-item" asChild>
      <a href={href}>{children}</a>
    </Dropdown.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  readonly label: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, ReactNode])[]
  readonly onChoose: (value: T) => void
}

export function MenuChoice<T extends string>({ label, value, choices, onChoose }: MenuChoiceProps<T>): ReactNode {
  return (
    <Dropdown.RadioGroup
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = choices.find(([name]) => name === next)
        if (chosen !== undefined) onChoose(chosen[0])
      }}
    >
      <Dropdown.Label className="menu-label">{label}</Dropdown.Label>
      {choices.map(([name, shown]) => (
        <Dropdown.RadioItem key={name} value={name} className="menu-item">
          {shown}
          <Dropdown.ItemIndicator className="menu-check">
            <Icon name="check" size={14} />
          </Dropdown.ItemIndicator>
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  )
}

interface MenuChecksProps<T extends string> {
  readonly label: string
  readonly values: readonly T[]
  readonly choices: readonly (readonly [T, ReactNode])[]
  readonly onChange: (values: readonly T[]) => void
}

// Allows several choices, so the menu stays open.
export function MenuChecks<T extends string>({ label, values, choices, onChange }: MenuChecksProps<T>): ReactNode {
  return (
    <Dropdown.Group>
      <Dropdown.Label className="menu-label">{label}</Dropdown.Label>
      {choices.map(([name, shown]) => (
        <Dropdown.CheckboxItem
          key={name}
          className="menu-item"
          checked={values.includes(name)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={(on) => onChange(on ? [...values, name] : values.filter((other) => other !== name))}
        >
          {shown}
          <Dropdown.ItemIndicator className="menu-check">
            <Icon name="check" size={14} />
          </Dropdown.ItemIndicator>
        </Dropdown.CheckboxItem>
      ))}
    </Dropdown.Group>
  )
}

export function MenuRule(): ReactNode {
  return <Dropdown.Separator className="menu-rule" />
}
