import { type ReactNode, useId } from 'react'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { DateField } from '../../components/date-field.tsx'
import { CATEGORIES } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'

export interface Draft {
  readonly name: string
  readonly keyword: string
  readonly exclude: string
  readonly category: WireProject['categoryid']
  readonly kind: WireProject['type']
  readonly startDate: string
  readonly endDate: string
}

interface ScheduleFieldsProps {
  readonly draft: Draft
  readonly onChange: (fields: Partial<Draft>) => void
}

export function ScheduleFields({ draft, onChange }: ScheduleFieldsProps): ReactNode {
  const { text } = useText()
  const ids = { category: useId(), start: useId(), end: useId(), endHelp: useId(), kind: useId() }
  const endsBeforeStart = draft.endDate !== '' && draft.endDate < draft.startDate
  return (
    <>
      <fieldset className="choices">
        <legend>{text.create.kind}</legend>
        {(['auto', 'manual'] as const).map((kind) => (
          <label key={kind} className="choice">
            <input type="radio" name={ids.kind} checked={draft.kind === kind} onChange={() => onChange({ kind })} />
            <span>
              <strong>{text.create[kind]}</strong>
              <span className="soft small">{kind === 'auto' ? text.create.autoHelp : text.create.manualHelp}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="fields-row">
        <div className="field">
          <label htmlFor={ids.start}>{text.create.startDate}</label>
          <DateField
            id={ids.start}
            label={text.create.startDate}
            required
            value={draft.startDate}
            onChange={(startDate) => onChange({ startDate })}
          />
        </div>
        <div className="field">
          <label htmlFor={ids.end}>
            {text.create.endDate} <span className="soft">({text.common.optional})</span>
          </label>
          <DateField
            id={ids.end}
            label={text.create.endDate}
            min={draft.startDate}
            value={draft.endDate}
            invalid={endsBeforeStart}
            describedBy={ids.endHelp}
            onChange={(endDate) => onChange({ endDate })}
          />
          <p className={endsBeforeStart ? 'help bad' : 'help'} id={ids.endHelp}>
            {endsBeforeStart ? text.create.endBeforeStart : text.create.endHelp}
          </p>
        </div>
        <div className="field">
          <label htmlFor={ids.category}>{text.create.category}</label>
          <select
            id={ids.category}
            value={draft.category}
            onChange={(event) => {
              const category = CATEGORIES.find((name) => name === event.target.value)
              if (category !== undefined) onChange({ category })
            }}
          >
            {CATEGORIES.map((name) => (
              <option key={name} value={name}>
                {text.category[name]}
              </option>
            ))}
          </select>
        </div>
      </div>
    </>
  )
}
