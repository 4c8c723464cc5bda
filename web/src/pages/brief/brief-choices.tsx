import { type ReactNode, useId } from 'react'
import type { Brief } from '../../api/brief.ts'
import { useOverview } from '../../api/projects.ts'
import { useAllReports } from '../../api/reports.ts'
import { useText } from '../../text/text.tsx'
import { toggled } from '../channels/channel-choice.tsx'

type Day = Brief['days'][number]
const DAYS: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

interface DayChoiceProps {
  readonly days: readonly Day[]
  readonly onChange: (days: Day[]) => void
}

export function DayChoice({ days, onChange }: DayChoiceProps): ReactNode {
  const { text } = useText()
  const toggle = (day: Day, on: boolean): void =>
    onChange(DAYS.filter((other) => (other === day ? on : days.includes(other))))
  return (
    <fieldset className="field">
      <legend className="field-title">{text.brief.days}</legend>
      <div className="days">
        {DAYS.map((day) => (
          <label key={day} className="day" title={text.brief.fullDay[day]}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              aria-label={text.brief.fullDay[day]}
              onChange={(event) => toggle(day, event.target.checked)}
            />
            <span aria-hidden="true">{text.brief.day[day]}</span>
          </label>
        ))}
      </div>
      {days.length === 0 && <p className="help">{text.brief.daysOff}</p>}
    </fieldset>
  )
}

interface ProjectChoiceProps {
  readonly projects: Brief['projects']
  readonly error: string | undefined
  readonly onChange: (projects: Brief['projects']) => void
}

export function ProjectChoice({ projects, error, onChange }: ProjectChoiceProps): ReactNode {
  const { text } = useText()
  const { data: cards } = useOverview()
  const group = useId()
  const chosen = projects === 'all' ? [] : projects
  return (
    <fieldset className="field">
      <legend className="field-title">{text.brief.projects}</legend>
      <label className="check">
        <input type="radio" name={group} checked={projects === 'all'} onChange={() => onChange('all')} />
        {text.brief.allProjects}
      </label>
      <label className="check">
        <input type="radio" name={group} checked={projects !== 'all'} onChange={() => onChange([])} />
        {text.brief.someProjects}
      </label>
      {projects !== 'all' && (
        <div className="checks indented">
          {cards?.map(({ project }) => (
            <label key={project.id} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(project.id)}
                onChange={(event) => onChange(toggled(chosen, project.id, event.target.checked))}
              />
              <span className="foreign">{project.group}</span>
            </label>
          ))}
        </div>
      )}
      {error !== undefined && (
        <p className="help bad" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ReportChoiceProps {
  readonly report: string | null
  readonly onChange: (report: string | null) => void
}

// A report that every brief carries a new link to. Nothing to choose while there is none.
export function ReportChoice({ report, onChange }: ReportChoiceProps): ReactNode {
  const { text } = useText()
  const { data: reports = [] } = useAllReports()
  const id = useId()
  if (reports.length === 0) return null
  return (
    <div className="field">
      <label htmlFor={id}>{text.brief.report}</label>
      <select id={id} value={report ?? ''} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{text.brief.noReport}</option>
        {reports.map(({ id: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <p className="help">{text.brief.reportHelp}</p>
    </div>
  )
}
