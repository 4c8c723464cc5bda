import { type ReactNode, useMemo } from 'react'
import type { WireProjectEdits } from '../../../src/api/wire/edit.ts'
import { useEdits } from '../api/edits.ts'
import { Icon } from '../components/icon.tsx'
import { useText } from '../text/text.tsx'
import type { Gap } from './series.ts'
import '../style/edit-marks.css'

interface EditMarksProps {
  readonly id: string
  readonly range: Gap
}

// The edits of the expression in a range, oldest first: numbers before and after one are of different things.
export function useExpressionEdits(id: string, range: Gap): readonly Edit[] {
  const { data } = useEdits(id)
  return useMemo(
    () => (data?.data ?? []).filter((edit) => isInside(edit, range) && isOfExpression(edit)).reverse(),
    [data, range],
  )
}

// Below a chart over time.
export function EditMarks({ id, range }: EditMarksProps): ReactNode {
  const { text, format } = useText()
  const edits = useExpressionEdits(id, range)
  if (edits.length === 0) return null
  return (
    <div className="edit-marks">
      <ul className="small">
        {edits.map(({ at, by, before, after }) => (
          <li key={at}>
            <Icon name="edit" size={14} /> {text.edit.editedAt(format.time(at), by)}{' '}
            <span className="code foreign struck">{expressionOf(before)}</span> →{' '}
            <span className="code foreign">{expressionOf(after)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export type Edit = WireProjectEdits['data'][number]

function isInside({ at }: Edit, { from, to }: Gap): boolean {
  const ms = Date.parse(at)
  return ms >= from && ms < to
}

function isOfExpression({ before, after }: Edit): boolean {
  return before.keyword !== after.keyword || before.exclude !== after.exclude
}

export function expressionOf({ keyword, exclude }: Edit['before']): string {
  return exclude === '' ? keyword : `${keyword} − ${exclude}`
}
