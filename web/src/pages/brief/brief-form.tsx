import { type FormEvent, type ReactNode, useState } from 'react'
import { type Brief, type BriefSettings, useSaveBrief } from '../../api/brief.ts'
import { refusedField } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { TimeSelect } from '../../components/time-select.tsx'
import { useToast } from '../../components/toast.tsx'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { LANGUAGES, type Language } from '../../text/language.ts'
import { useText } from '../../text/text.tsx'
import { Field } from '../alerts/field.tsx'
import { ChannelChoice } from '../channels/channel-choice.tsx'
import { Panel } from '../project/panel.tsx'
import { DayChoice, ProjectChoice, ReportChoice } from './brief-choices.tsx'

const FIELDS = ['days', 'timeZone', 'time', 'projects', 'channels'] as const

interface BriefFormProps {
  readonly saved: Brief | null
  // Of a new brief.
  readonly zone: string
}

export function BriefForm({ saved, zone }: BriefFormProps): ReactNode {
  const { text, language } = useText()
  const [form, setForm] = useState<BriefSettings>(() => formOf(saved, language, zone))
  const save = useSaveBrief()
  const showToast = useToast()
  const change = (fields: Partial<BriefSettings>): void => setForm((current) => ({ ...current, ...fields }))
  const isProjectMissing = form.projects !== 'all' && form.projects.length === 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (save.isPending || isProjectMissing) return
    save.mutate(form, { onSuccess: () => showToast(text.brief.saved) })
  }
  const refused = refusedField(save.error, FIELDS)
  const errorOf = (name: (typeof FIELDS)[number]): string | undefined =>
    refused === name && save.error !== null ? describeError(save.error, text) : undefined
  return (
    <Panel title={text.brief.settings}>
      <form className="stack" onSubmit={submit}>
        <NextTime saved={saved} />
        <DayChoice days={form.days} onChange={(days) => change({ days })} />
        <div className="brief-time">
          <Field label={text.brief.time} error={errorOf('time') ?? null}>
            {(attributes) => <TimeSelect {...attributes} value={form.time} onChange={(time) => change({ time })} />}
          </Field>
          <Field label={text.brief.zone} error={errorOf('timeZone') ?? null}>
            {(attributes) => (
              <ZoneSelect {...attributes} value={form.timeZone} onChange={(timeZone) => change({ timeZone })} />
            )}
          </Field>
        </div>
        <ProjectChoice
          projects={form.projects}
          error={isProjectMissing ? text.brief.noProjects : errorOf('projects')}
          onChange={(projects) => change({ projects })}
        />
        <ChannelChoice
          label={text.channels.sentTo}
          channels={form.channels}
          error={errorOf('channels')}
          onChange={(channels) => change({ channels })}
        />
        <div className="field">
          <span className="field-title">{text.brief.language}</span>
          <Segments
            label={text.brief.language}
            value={form.language}
            choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
            onChoose={(chosen) => change({ language: chosen })}
          />
        </div>
        <ReportChoice report={form.report ?? null} onChange={(report) => change({ report })} />
        {save.error !== null && refused === null && <Note tone="bad">{describeError(save.error, text)}</Note>}
        <div className="row end">
          <button type="submit" className="button primary" disabled={save.isPending || isProjectMissing}>
            {text.brief.save}
          </button>
        </div>
      </form>
    </Panel>
  )
}

function NextTime({ saved }: { readonly saved: Brief | null }): ReactNode {
  const { text, format } = useText()
  const isOn = saved !== null && saved.next_at !== null
  return (
    <p className={isOn ? 'brief-next on' : 'brief-next'} role="status">
      <Icon name="time" size={18} />
      {saved !== null && saved.next_at !== null ? (
        <span>
          {text.brief.next}: <strong>{format.timeIn(saved.next_at, saved.timeZone)}</strong>
        </span>
      ) : (
        <span>{saved === null ? text.brief.notSet : text.brief.isOff}</span>
      )}
    </p>
  )
}

function formOf(saved: Brief | null, language: Language, timeZone: string): BriefSettings {
  if (saved !== null) {
    const { next_at: _, ...settings } = saved
    return settings
  }
  return {
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    time: '07:00',
    timeZone,
    projects: 'all',
    channels: [],
    language,
  }
}
