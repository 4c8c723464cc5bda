import * as ToggleGroup from 'radix-ui/toggle-group'
import type { ReactNode } from 'react'

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T | null
  readonly choices: readonly (readonly [T, ReactNode])[]
  readonly onChoose: (value: T) => void
}

// A single choice among a few options, all of them visible.
export function Segments<T extends string>({ label, value, choices, onChoose }: SegmentsProps<T>): ReactNode {
  return (
    <ToggleGroup.Root
      type="single"
      className="segments"
      aria-label={label}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = choices.find(([name]) => name === next)
        if (chosen !== undefined) onChoose(chosen[0])
      }}
    >
      {choices.map(([name, shown]) => (
        <ToggleGroup.Item key={name} value={name} className="segment">
          {shown}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
