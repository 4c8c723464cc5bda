import { type FormEvent, type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useEditProject, useEdits } from '../../api/edits.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import type { KeywordCheck } from '../create/keyword-fields.tsx'
import { useDraftPreview } from '../create/preview-panel.tsx'
import { findMissing, keepClick, ProjectFields, Step, toNewProject } from '../create/project-form.tsx'
import type { Draft } from '../create/schedule-fields.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { Unmatched } from './unmatched.tsx'

export function EditPage({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  if (cards !== undefined && card === undefined) return <NotFoundPage />
  return (
    <Page title={text.edit.title} className="create-page">
      <Link href={`/projects/${id}`} className="back">
        <Icon name="back" />
        {card?.project.group ?? text.project.back}
      </Link>
      <h1 className="page-title">{text.edit.title}</h1>
      {card === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {card === undefined && error === null && <Skeleton lines={6} tall />}
      {card !== undefined && (
        <>
          <Unmatched id={id} />
          <EditForm project={card.project} />
        </>
      )}
    </Page>
  )
}

type Project = Card['project']

function toDraft(project: Project): Draft {
  return {
    name: project.group,
    keyword: project.keyword,
    exclude: project.exclude,
    category: project.categoryid,
    kind: project.type,
    startDate: project.start_date,
    endDate: project.end_date ?? '',
  }
}

function EditForm({ project }: { readonly project: Project }): ReactNode {
  const { text } = useText()
  const [draft, setDraft] = useState(() => toDraft(project))
  const [check, setCheck] = useState<KeywordCheck>('pending')
  const [fromArchive, setFromArchive] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const { data: preview } = useDraftPreview(draft, check === 'valid', project.id)
  const { save, busy, error } = useSaving(project)
  const missing = findMissing(draft, check, text)
  const isChanged = JSON.stringify(toDraft(project)) !== JSON.stringify(draft)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (missing.length === 0 && !busy) void save(draft, fromArchive)
  }
  const fresh = preview?.archive.new ?? 0
  return (
    <form className="create" onSubmit={submit} noValidate>
      <ProjectFields
        draft={draft}
        check={check}
        projectId={project.id}
        onChange={(fields) => setDraft((current) => ({ ...current, ...fields }))}
        onCheck={setCheck}
      />
      <Step number={3} title={text.edit.saving}>
        <p>{text.edit.mentionsStay}</p>
        {fresh > 0 && (
          <label className="check">
            <input type="checkbox" checked={fromArchive} onChange={(event) => setFromArchive(event.target.checked)} />
            {text.edit.fromArchive(fresh)}
          </label>
        )}
        {submitted && missing.length > 0 && <Note tone="bad">{`${text.create.need} ${missing.join('; ')}.`}</Note>}
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        <div className="row">
          <button
            type="submit"
            className="button primary big"
            disabled={busy || (!isChanged && !fromArchive)}
            onPointerDown={keepClick}
          >
            {busy ? text.edit.busy : text.edit.save}
          </button>
          <Link href={`/projects/${project.id}`} className="button big">
            {text.common.cancel}
          </Link>
        </div>
        <History id={project.id} />
      </Step>
    </form>
  )
}

// Mentions that no longer match are offered on this page; without any, the project is shown again.
function useSaving(project: Project): {
  save: (draft: Draft, fromArchive: boolean) => Promise<void>
  busy: boolean
  error: Error | null
} {
  const { text } = useText()
  const [, navigate] = useLocation()
  const showToast = useToast()
  const edit = useEditProject()
  const save = async (draft: Draft, fromArchive: boolean): Promise<void> => {
    const edited = await edit.mutateAsync({ id: project.id, ...toNewProject(draft), fromArchive }).catch(() => null)
    if (edited === null) return
    showToast(text.edit.saved)
    if (edited.no_longer_matching === 0 && !edited.checking) navigate(`/projects/${project.id}`)
    else window.scrollTo(0, 0)
  }
  return { save, busy: edit.isPending, error: edit.error }
}

function History({ id }: { readonly id: string }): ReactNode {
  const { text, format } = useText()
  const { data } = useEdits(id)
  if (data === undefined || data.data.length === 0) return null
  return (
    <section>
      <h3>{text.edit.history}</h3>
      <ul className="edit-history small">
        {data.data.map(({ at, by, before }) => (
          <li key={at}>
            <span className="soft">{text.edit.until(format.time(at), by)}</span>{' '}
            <span className="code foreign">{before.keyword}</span>
            {before.exclude !== '' && <span className="code foreign soft"> − {before.exclude}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
