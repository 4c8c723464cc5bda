import { type PointerEvent, type ReactNode, useId } from 'react'
import type { NewProject } from '../../api/projects.ts'
import { usePhone } from '../../components/sheet.tsx'
import type { Text } from '../../text/id.ts'
import { useText } from '../../text/text.tsx'
import { type KeywordCheck, KeywordFields } from './keyword-fields.tsx'
import { PreviewPanel, useDraftPreview } from './preview-panel.tsx'
import { type Draft, ScheduleFields } from './schedule-fields.tsx'
import '../../style/create.css'

// A form may grow while a button is pressed, because what was typed is taken when its field is left. The button keeps the pointer, so
// that the click reaches it wherever it has moved.
export function keepClick(event: PointerEvent<HTMLButtonElement>): void {
  event.currentTarget.setPointerCapture(event.pointerId)
}

interface ProjectFieldsProps {
  readonly draft: Draft
  readonly check: KeywordCheck
  readonly projectId?: string
  readonly onChange: (fields: Partial<Draft>) => void
  readonly onCheck: (check: KeywordCheck) => void
}

// The fields of a project, to be created or edited, beside what they would bring.
export function ProjectFields({ draft, check, projectId, onChange, onCheck }: ProjectFieldsProps): ReactNode {
  const { text } = useText()
  const name = useId()
  const isPhone = usePhone()
  // What the page is opened for. Not on a phone, whose keyboard would cover the rest.
  const start = isPhone ? null : projectId === undefined ? 'name' : 'keyword'
  const preview = useDraftPreview(draft, check === 'valid', projectId)
  return (
    <>
      <Step number={1} title={text.start.one}>
        <div className="field">
          <label htmlFor={name}>{text.create.name}</label>
          <input
            id={name}
            maxLength={100}
            required
            // biome-ignore lint/a11y/noAutofocus: it is the first thing to write on this page.
            autoFocus={start === 'name'}
            placeholder={text.create.namePlaceholder}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </div>
        <KeywordFields
          keyword={draft.keyword}
          exclude={draft.exclude}
          focus={start === 'keyword'}
          examples={draft.keyword.trim() === '' ? [] : (preview.data?.examples.map((example) => example.text) ?? [])}
          onKeyword={(keyword) => onChange({ keyword })}
          onExclude={(exclude) => onChange({ exclude })}
          onCheck={onCheck}
        />
      </Step>
      <PreviewPanel draft={draft} preview={preview} onChange={onChange} />
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

// Keywords that were not checked yet are not missing: a click right after typing is sent, and the server checks them in any case.
export function findMissing(draft: Draft, check: KeywordCheck, text: Text): string[] {
  const missing: string[] = []
  if ([...draft.name.trim()].length < 2) missing.push(text.create.needName)
  if (check === 'wrong' || [...draft.keyword.trim()].length < 2) missing.push(text.create.needKeyword)
  if (draft.startDate === '' || (draft.endDate !== '' && draft.endDate < draft.startDate)) {
    missing.push(text.create.needDates)
  }
  return missing
}
