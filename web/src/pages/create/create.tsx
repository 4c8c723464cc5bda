import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCreateProject, useDispatch, useListen, useSources } from '../../api/projects.ts'
import { useQuota } from '../../api/quota.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { dayOf } from '../../text/zone.ts'
import type { KeywordCheck } from './keyword-fields.tsx'
import { findMissing, keepClick, ProjectFields, Step, toNewProject } from './project-form.tsx'
import type { Draft } from './schedule-fields.tsx'

export function CreatePage(): ReactNode {
  const { text } = useText()
  return (
    <Page title={text.create.title} className="create-page">
      <Link href="/" className="back">
        <Icon name="back" />
        {text.project.back}
      </Link>
      <h1 className="page-title">{text.create.title}</h1>
      <CreateForm />
    </Page>
  )
}

const emptyDraft = (): Draft => ({
  name: '',
  keyword: '',
  exclude: '',
  category: 'umum',
  kind: 'auto',
  startDate: dayOf(Date.now()),
  endDate: '',
})

function CreateForm(): ReactNode {
  const { text } = useText()
  const [draft, setDraft] = useState(emptyDraft)
  const [check, setCheck] = useState<KeywordCheck>('pending')
  const [start, setStart] = useState(true)
  const [submitted, setSubmitted] = useState(false)
  const { create, busy, error } = useCreation()
  const change = (fields: Partial<Draft>): void => setDraft((current) => ({ ...current, ...fields }))
  const missing = findMissing(draft, check, text)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (missing.length === 0 && !busy) void create(draft, start)
  }
  return (
    <form className="create" onSubmit={submit} noValidate>
      <ProjectFields draft={draft} check={check} onChange={change} onCheck={setCheck} />
      <Step number={3} title={text.start.three}>
        <Review />
        <label className="check">
          <input type="checkbox" checked={start} onChange={(event) => setStart(event.target.checked)} />
          {text.create.begin}
        </label>
        {submitted && missing.length > 0 && <Note tone="bad">{`${text.create.need} ${missing.join('; ')}.`}</Note>}
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        <div className="row">
          <button type="submit" className="button primary big" disabled={busy} onPointerDown={keepClick}>
            {busy ? text.create.busy : text.create.submit}
          </button>
          <Link href="/" className="button big">
            {text.common.cancel}
          </Link>
        </div>
      </Step>
    </form>
  )
}

function Review(): ReactNode {
  const { text } = useText()
  const { data: sources } = useSources()
  const { data: quota } = useQuota()
  const ready = sources?.filter((source) => source.status === 'ready')
  return (
    <>
      <p>
        {text.create.reviewText} {quota !== undefined && <strong>{text.create.remaining(quota.kuota)}</strong>}
      </p>
      {ready !== undefined && (
        <div>
          <p className="small soft">{ready.length === 0 ? text.create.noSources : text.create.sources}</p>
          <p className="row tight">
            {ready.map(({ source }) => (
              <span key={source} className="chip">
                <PlatformMark platform={source} />
              </span>
            ))}
          </p>
        </div>
      )}
    </>
  )
}

// Creates the project and optionally starts it: an automatic project also begins listening, both kinds run once.
function useCreation(): {
  create: (draft: Draft, start: boolean) => Promise<void>
  busy: boolean
  error: Error | null
} {
  const { text } = useText()
  const [, navigate] = useLocation()
  const showToast = useToast()
  const creation = useCreateProject()
  const listen = useListen()
  const dispatch = useDispatch()
  const create = async (draft: Draft, start: boolean): Promise<void> => {
    const project = await creation.mutateAsync(toNewProject(draft)).catch(() => null)
    if (project === null) return
    showToast(text.create.created(project.group))
    if (start && draft.kind === 'auto') await listen.mutateAsync({ id: project.id, listen: true }).catch(() => null)
    if (start) {
      const dispatched = await dispatch.mutateAsync(project.id).catch(() => null)
      if (dispatched?.success === false) showToast(text.job.refused[dispatched.result.reason ?? 'no_source'], 'bad')
    }
    navigate(`/projects/${project.id}`)
  }
  return { create, busy: creation.isPending || listen.isPending || dispatch.isPending, error: creation.error }
}
