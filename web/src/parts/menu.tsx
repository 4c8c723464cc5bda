import * as Dropdown from 'radix-ui/dropdown-menu'
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface MenuProps {
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

// A list may hold hundreds of menus that nobody opens: until the first press there is only the button.
export function Menu({ trigger, children, align = 'end' }: MenuProps): ReactNode {
  const [used, setUsed] = useState(false)
  if (used) return <UsedMenu trigger={trigger} align={align} items={children} />
  return cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setUsed(true) })
}

interface UsedMenuProps {
  readonly trigger: ReactNode
  readonly items: ReactNode
  readonly align: 'start' | 'end'
}

// Not modal: a modal menu locks scrolling with a style element, which the Content-Security-Policy refuses.
function UsedMenu({ trigger, items, align }: UsedMenuProps): ReactNode {
  const [open, setOpen] = useState(true)
  return (
    <Dropdown.Root modal={false} open={open} onOpenChange={setOpen}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      {/* Inside the main landmark, so that a screen reader does not find it outside of the page; looked up when it
          opens, because the page may have changed since. */}
      <Dropdown.Portal container={open ? document.getElementById('main') : null}>
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

// Several may be chosen, so the menu stays open.
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
