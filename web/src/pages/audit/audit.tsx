import { type ReactNode, useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { WireAudit } from '../../../../src/api/wire/audit.ts'
import { useAudits, useDrawAudit } from '../../api/audits.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { EstimateBars } from '../../components/estimate.tsx'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { readFilter, toQuery } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { describeFilter, type Words } from '../alerts/describe.ts'
import { NotFoundPage } from '../not-found.tsx'
import { Panel } from '../project/panel.tsx'
import { Labelling } from './labelling.tsx'
import '../../style/panels.css'
import '../../style/mentions.css'
import '../../style/project.css'
import '../../style/audit.css'

// The half-width of an interval by number of labels, as measured by `bench audits`.
const SIZES = [
  [50, 9.5],
  [100, 6.5],
  [200, 4.5],
] as const
// Two minutes with the keyboard.
const USUAL_SIZE = 50

export function AuditPage({ id, auditId }: { readonly id: string; readonly auditId: string | undefined }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  if (cards !== undefined && card === undefined) return <NotFoundPage />
  return (
    <Page title={text.audit.title} className="audit-page">
      <div className="audit">
        <Link href={`/projects/${id}`} className="back">
          <Icon name="back" />
          {card?.project.group ?? text.project.back}
        </Link>
        <h1 className="page-title">{text.audit.title}</h1>
        {card === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {card === undefined && error === null && <Skeleton lines={6} tall />}
        {card !== undefined && auditId !== undefined && <Labelling key={auditId} id={auditId} />}
        {card !== undefined && auditId === undefined && <Start card={card} />}
      </div>
    </Page>
  )
}

function Start({ card }: { readonly card: Card }): ReactNode {
  const words = useText()
  const { text, format } = words
  const { project } = card
  const search = useSearch()
  const filter = useMemo(() => auditFilter(search, project.start_date), [search, project.start_date])
  const [, navigate] = useLocation()
  const draw = useDrawAudit(project.id)
  const start = (size: number): void =>
    draw.mutate({ size, filter }, { onSuccess: (audit) => navigate(`/projects/${project.id}/audit/${audit.id}`) })
  return (
    <>
      <Panel title={text.audit.start} help={scopeOf(filter, words)}>
        <p>{text.audit.explain}</p>
        <p className="small soft">{text.audit.trend}</p>
        {draw.error !== null && <Note tone="bad">{describeError(draw.error, text)}</Note>}
        <div className="audit-sizes">
          {SIZES.map(([size, points]) => (
            <button
              key={size}
              type="button"
              className={size === USUAL_SIZE ? 'button primary' : 'button'}
              disabled={draw.isPending}
              onClick={() => start(size)}
            >
              {text.audit.cards(size)} <span className="small">{text.audit.width(format.number(points))}</span>
            </button>
          ))}
        </div>
      </Panel>
      <Earlier projectId={project.id} />
    </>
  )
}

function Earlier({ projectId }: { readonly projectId: string }): ReactNode {
  const { text } = useText()
  const { data: audits, error, refetch } = useAudits(projectId)
  return (
    <Panel title={text.audit.earlier}>
      {audits === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {audits === undefined && error === null && <Skeleton lines={3} />}
      {audits?.length === 0 && <p className="soft">{text.audit.none}</p>}
      <ul className="audit-list">
        {audits?.map((audit) => (
          <li key={audit.id}>
            <EarlierAudit audit={audit} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function EarlierAudit({ audit }: { readonly audit: WireAudit }): ReactNode {
  const words = useText()
  const { text } = words
  return (
    <>
      <div className="audit-undo">
        <span>
          <Time value={audit.created_at} short /> · <span className="foreign">{scopeOf(audit.filter, words)}</span> ·{' '}
          {text.audit.progress(audit.labelled, audit.size)}
        </span>
        <Link href={`/projects/${audit.keyword_id}/audit/${audit.id}`} className="button small">
          {audit.labelled < audit.size ? text.audit.resume : text.audit.look}
        </Link>
      </div>
      {audit.estimate !== null && <EstimateBars estimate={audit.estimate} />}
    </>
  )
}

// What an audit is of: the choices of its filter in words.
function scopeOf({ from, to, ...choices }: WireAudit['filter'], words: Words): string {
  const since = from !== undefined && to === undefined ? [words.text.audit.since(words.format.time(from))] : []
  const range = from !== undefined && to !== undefined ? [words.format.range(Date.parse(from), Date.parse(to))] : []
  return [...since, ...range, ...describeFilter(choices, words)].join(' · ') || words.text.audit.wholeProject
}

// The filter of the project page as the API's; without one, the audit is of the whole project.
function auditFilter(search: string, startDay: string): WireAudit['filter'] {
  if (search === '') return {}
  const filter = readFilter(new URLSearchParams(search))
  // The mentions of one story all say the same: an audit of it would tell nothing.
  const { sentimen: _, story: __, ...query } = toQuery(filter, startDay, Date.now())
  return { ...query, ...(filter.sentiment === null ? {} : { sentimen: filter.sentiment }) }
}
