import { type ReactNode, useId } from 'react'
import type { NewProject } from '../../api/projects.ts'
import type { Text } from '../../text/id.ts'
import { useText } from '../../text/text.tsx'
import { KeywordFields } from './keyword-fields.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { type Draft, ScheduleFields } from './schedule-fields.tsx'
import '../../style/create.css'

interface ProjectFieldsProps {
  readonly draft: Draft
  readonly valid: boolean
  readonly projectId?: string
  readonly onChange: (fields: Partial<Draft>) => void
  readonly onValid: (valid: boolean) => void
}

// The fields of a project, to be created or edited, beside what they would bring.
export function ProjectFields({ draft, valid, projectId, onChange, onValid }: ProjectFieldsProps): ReactNode {
  const { text } = useText()
  const name = useId()
  return (
    <>
      <Step number={1} title={text.start.one}>
        <div className="field">
          <label htmlFor={name}>{text.create.name}</label>
          <input
            id={name}
            maxLength={100}
            required
            placeholder={text.create.namePlaceholder}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
        <KeywordFields
          keyword={draft.keyword}
          exclude={draft.exclude}
          onKeyword={(keyword) => onChange({ keyword })}
          onExclude={(exclude) => onChange({ exclude })}
          onValid={onValid}
        />
      </Step>
      <PreviewPanel draft={draft} valid={valid} projectId={projectId} onChange={onChange} />
      <Step number={2} title={text.start.two}>
        <ScheduleFields draft={draft} onChange={onChange} />
      </Step>
    </>
  )
}

export function Step(props: {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}): ReactNode {
  const { text } = useText()
  const heading = useId()
  return (
    <section className="card step" aria-labelledby={heading}>
      <p className="step-number" aria-hidden="true">
        {props.number}
      </p>
      <div className="stack">
        <h2 id={heading}>
          <span className="hidden">{`${text.create.step(props.number)}: `}</span>
          {props.title}
        </h2>
        {props.children}
      </div>
    </section>
  )
}

export function toNewProject(draft: Draft): NewProject {
  return {
    group: draft.name.trim(),
    keyword: draft.keyword.trim(),
    exclude: draft.exclude.trim(),
    categoryId: draft.category,
    startDate: draft.startDate,
    endDate: draft.endDate === '' ? null : draft.endDate,
    type: draft.kind,
  }
}

export function findMissing(draft: Draft, validKeyword: boolean, text: Text): string[] {
  const missing: string[] = []
  if ([...draft.name.trim()].length < 2) missing.push(text.create.needName)
  if (!validKeyword || [...draft.keyword.trim()].length < 2) missing.push(text.create.needKeyword)
  if (draft.startDate === '' || (draft.endDate !== '' && draft.endDate < draft.startDate)) {
    missing.push(text.create.needDates)
  }
  return missing
}
