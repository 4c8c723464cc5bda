import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { useText } from '../text/text.tsx'
import { groupMarks, type Mark, type MarkGroup } from './marks.ts'
import type { Gap } from './series.ts'

// Where the chart draws, in pixels from the left and top of its element.
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface ChartMarksProps {
  readonly marks: readonly Mark[]
  readonly range: Gap
  readonly area: PlotArea
  readonly selected?: string | null | undefined
  // Without it the marks only decorate: a list beside the chart has the same information.
  readonly onOpen?: ((id: string) => void) | undefined
}

// Elements above the canvas instead of a drawing, so that a mark can be reached and named by keyboard and screen reader.
export function ChartMarks({ marks, range, area, selected, onOpen }: ChartMarksProps): ReactNode {
  const { text } = useText()
  const groups = groupMarks(marks, range, area.width)
  if (groups.length === 0) return null
  return (
    <ul
      className="chart-marks"
      aria-label={text.incidents.marks}
      aria-hidden={onOpen === undefined}
      style={{ left: area.left, width: area.width, height: area.top + area.height }}
    >
      {groups.map((group) => (
        <li key={group.marks[0].id} style={{ left: `${group.position * 100}%` }}>
          <MarkButton group={group} isSelected={group.marks.some(({ id }) => id === selected)} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

interface MarkButtonProps {
  readonly group: MarkGroup
  readonly isSelected: boolean
  readonly onOpen: ChartMarksProps['onOpen']
}

function MarkButton({ group, isSelected, onOpen }: MarkButtonProps): ReactNode {
  const { text } = useText()
  const [first, ...others] = group.marks
  const label = others.length === 0 ? first.label : text.incidents.markOf(group.marks.length, first.label)
  const content = others.length === 0 ? <Icon name="flag" size={14} /> : group.marks.length
  const className = `chart-mark ${first.open ? 'open' : 'closed'}`
  if (onOpen === undefined) {
    return (
      <span className={className} title={label}>
        {content}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={() => onOpen(first.id)}
    >
      {content}
    </button>
  )
}
