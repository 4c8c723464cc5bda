import type { ReactNode } from 'react'
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

// Below a chart over time: when the expression of the project changed, because numbers before and after are of different things.
export function EditMarks({ id, range }: EditMarksProps): ReactNode {
  const { text, format } = useText()
  const { data } = useEdits(id)
  const edits = (data?.data ?? []).filter((edit) => isInside(edit, range) && isOfExpression(edit)).reverse()
  if (edits.length === 0) return null
  return (
    <div className="edit-marks">
      <div className="edit-track" aria-hidden="true">
        {edits.map(({ at }) => (
          <span key={at} className="edit-mark" style={{ left: `${shareOf(Date.parse(at), range)}%` }} />
        ))}
      </div>
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

type Edit = WireProjectEdits['data'][number]

function isInside({ at }: Edit, { from, to }: Gap): boolean {
  const ms = Date.parse(at)
  return ms >= from && ms < to
}

function isOfExpression({ before, after }: Edit): boolean {
  return before.keyword !== after.keyword || before.exclude !== after.exclude
}

function expressionOf({ keyword, exclude }: Edit['before']): string {
  return exclude === '' ? keyword : `${keyword} − ${exclude}`
}

export function shareOf(atMs: number, { from, to }: Gap): number {
  return ((atMs - from) / (to - from)) * 100
}
