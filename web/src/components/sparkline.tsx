import type { ReactNode } from 'react'

const WIDTH = 200
const HEIGHT = 44

// A small chart of a trend; the label gives the same information as text.
export function Sparkline({
  values,
  label,
}: {
  readonly values: readonly number[]
  readonly label: string
}): ReactNode {
  const top = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length)
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(2, (value / top) * HEIGHT)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no identity other than its position.
            key={index}
            className={value === 0 ? 'zero' : undefined}
            x={index * step + 1}
            y={HEIGHT - height}
            width={step - 2}
            height={height}
            rx={1}
          />
        )
      })}
    </svg>
  )
}
