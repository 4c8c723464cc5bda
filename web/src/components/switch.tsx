import * as RadixSwitch from 'radix-ui/switch'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  readonly label: string
  // For screen readers, which do not convey which card the switch is on.
  readonly fullLabel?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}

export function Switch({ label, fullLabel, checked, disabled = false, onChange }: SwitchProps): ReactNode {
  const id = useId()
  return (
    <span className="switch-row">
      <RadixSwitch.Root
        id={id}
        className="switch"
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        aria-label={fullLabel ?? label}
      >
        <RadixSwitch.Thumb className="switch-thumb" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
