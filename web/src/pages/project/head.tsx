import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { withQuery } from '../../api/address.ts'
import { useIncidents } from '../../api/incidents.ts'
import { type Card, useJobs } from '../../api/projects.ts'
import type { Query } from '../../api/readings.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Menu, MenuItem, MenuLink, MenuRule } from '../../components/menu.tsx'
import { PhoneSheet, usePhone } from '../../components/sheet.tsx'
import { useNow } from '../../components/time.tsx'
import { ViewsMenu } from '../../desk/views-menu.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../text/text.tsx'
import { CollectButton, DeleteDialog, ListenSwitch } from '../projects/actions.tsx'
import { JobLine } from '../projects/job-line.tsx'
import { isUnderWay } from '../projects/state.ts'
import { StateBadge } from '../projects/state-badge.tsx'
import { bodyOf, newDraft, reportFilterOf } from '../report/draft.ts'
import { ShareDialog } from '../report/share-dialog.tsx'
import { HiddenDialog } from './hidden-dialog.tsx'
import { JobTable } from './job-table.tsx'
import { ReaderFeedsDialog } from './reader-feeds.tsx'

const MINUTE_MS = 60_000

interface ProjectHeadProps {
  readonly card: Card
  readonly query: Query
}

export function ProjectHead({ card, query }: ProjectHeadProps): ReactNode {
  const { text, format } = useText()
  const { project } = card
  const isPhone = usePhone()
  // On a phone the facts and actions are in a sheet: the first screen belongs to the data. A saved view that is chosen in it changes
  // the address, which closes it.
  const search = useSearch()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === search
  const { data: jobs } = useJobs(project.id)
  const job = jobs?.[0] ?? card.last_job
  const dates =
    project.end_date === null
      ? text.state.from(format.day(project.start_date))
      : text.state.until(format.day(project.start_date), format.day(project.end_date))
  const now = useNow()
  const nextAt = isUnderWay(job) ? null : card.next_run_at
  const about = (
    <span className="soft small">
      {[
        ...(nextAt === null ? [] : [text.projectPage.nextRun(Math.round((Date.parse(nextAt) - now) / MINUTE_MS))]),
        text.category[project.categoryid],
        dates,
      ].join(' · ')}
    </span>
  )
  return (
    <header className="project-head">
      <Link href="/" className="back">
        <Icon name="back" />
        {text.project.back}
      </Link>
      <div className="project-title">
        <h1 className="page-title foreign">{project.group}</h1>
        <StateBadge project={project} />
        {!isPhone && about}
        <button
          type="button"
          className="button square head-open"
          aria-label={text.project.details}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpenAt(search)}
        >
          <Icon name="more" />
        </button>
      </div>
      <PhoneSheet title={project.group} open={open} onClose={() => setOpenAt(null)}>
        {isPhone && about}
        <dl className="project-facts">
          <div>
            <dt>{text.project.keyword}</dt>
            <dd className="code foreign">{project.keyword}</dd>
            <dd>
              <Link
                href={`/projects/${project.id}/edit`}
                className="button quiet small square"
                aria-label={text.edit.title}
                title={text.edit.title}
              >
                <Icon name="edit" size={14} />
              </Link>
            </dd>
          </div>
          {project.exclude !== '' && (
            <div>
              <dt>{text.project.exclude}</dt>
              <dd className="code foreign">{project.exclude}</dd>
            </div>
          )}
          <div>
            <dt>{text.projects.lastRun}</dt>
            <dd>
              <JobLine job={job} />
            </dd>
          </div>
        </dl>
        <Actions card={card} query={query} busy={isUnderWay(job)} />
      </PhoneSheet>
      {job !== null && isUnderWay(job) && (
        <section className="card job-live" aria-label={text.job.progress}>
          <JobTable job={job} />
        </section>
      )}
    </header>
  )
}

function Actions({ card, query, busy }: ProjectHeadProps & { readonly busy: boolean }): ReactNode {
  const { text } = useText()
  const [open, setOpen] = useState<'delete' | 'jobs' | 'feeds' | 'share' | 'hidden' | null>(null)
  const [, navigate] = useLocation()
  const search = useSearch()
  const { project } = card
  return (
    <div className="project-actions">
      <ListenSwitch project={project} />
      <CollectButton project={project} busy={busy} />
      <ViewsMenu id={project.id} />
      <ExportMenu id={project.id} query={query} onFeeds={() => setOpen('feeds')} />
      <AlertsLink id={project.id} />
      <Link href={`/projects/${project.id}/report${search === '' ? '' : `?${search}`}`} className="button">
        <Icon name="report" />
        {text.project.report}
      </Link>
      <button type="button" className="button" onClick={() => setOpen('share')}>
        <Icon name="share" />
        {text.share.open}
      </button>
      <Menu
        trigger={
          <button type="button" className="button square" aria-label={text.project.more}>
            <Icon name="more" />
          </button>
        }
      >
        <MenuItem onSelect={() => navigate(`/compare?ids=${project.id}${search === '' ? '' : `&${search}`}`)}>
          {text.compare.title}
        </MenuItem>
        <MenuItem onSelect={() => navigate(`/projects/${project.id}/audit${search === '' ? '' : `?${search}`}`)}>
          {text.audit.title}
        </MenuItem>
        <MenuItem onSelect={() => navigate(`/projects/${project.id}/import`)}>{text.import.title}</MenuItem>
        <MenuItem onSelect={() => navigate(`/projects/${project.id}/edit`)}>
          <Icon name="edit" />
          {text.edit.title}
        </MenuItem>
        <MenuItem onSelect={() => setOpen('hidden')}>{text.desk.hiddenTitle}</MenuItem>
        <MenuItem onSelect={() => setOpen('jobs')}>{text.job.history}</MenuItem>
        <MenuRule />
        <MenuItem danger onSelect={() => setOpen('delete')}>
          <Icon name="trash" />
          {text.projects.delete}
        </MenuItem>
      </Menu>
      {open === 'delete' && (
        <DeleteDialog project={project} onClose={() => setOpen(null)} onDeleted={() => navigate('/')} />
      )}
      {open === 'share' && <ShareProject project={project} onClose={() => setOpen(null)} />}
      {open === 'hidden' && <HiddenDialog id={project.id} onClose={() => setOpen(null)} />}
      {open === 'jobs' && <JobsDialog id={project.id} onClose={() => setOpen(null)} />}
      {open === 'feeds' && <ReaderFeedsDialog id={project.id} query={query} onClose={() => setOpen(null)} />}
    </div>
  )
}

interface ShareProjectProps {
  readonly project: Card['project']
  readonly onClose: () => void
}

// The report as it is without composing it, with the filter of the page.
function ShareProject({ project, onClose }: ShareProjectProps): ReactNode {
  const { language } = useText()
  const { filter } = useFilter()
  const body = useMemo(() => {
    const reported = reportFilterOf(filter, project.start_date, Date.now())
    return bodyOf(project.id, newDraft(project.group, language, reported))
  }, [filter, project, language])
  return <ShareDialog reportId={null} body={body} onClose={onClose} />
}

function AlertsLink({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data } = useIncidents(id)
  const open = data?.pages.flatMap((page) => page.data).filter(({ state }) => state === 'open').length ?? 0
  return (
    <Link href={`/projects/${id}/alerts`} className="button">
      <Icon name="flag" />
      {text.alerts.title}
      {open > 0 && (
        <span className="count alarm" title={text.alerts.open(open)}>
          <span aria-hidden="true">{open}</span>
          <span className="hidden">{text.alerts.open(open)}</span>
        </span>
      )}
    </Link>
  )
}

interface ExportMenuProps {
  readonly id: string
  readonly query: Query
  readonly onFeeds: () => void
}

// Plain links: the browser streams the file to disk and sends the session cookie.
function ExportMenu({ id, query, onFeeds }: ExportMenuProps): ReactNode {
  const { text, language } = useText()
  const formats = [
    ['csv', 'CSV'],
    ['xlsx', 'Excel (XLSX)'],
    ['jsonl', 'JSON Lines'],
    ['parquet', 'Parquet'],
  ] as const
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          <Icon name="download" />
          {text.project.export}
          <Icon name="chevron" />
        </button>
      }
    >
      <p className="menu-label">{text.project.exportHelp}</p>
      {formats.map(([format, name]) => (
        <MenuLink key={format} href={withQuery('/api/export', { keywordId: id, format, lang: language, ...query })}>
          {name}
        </MenuLink>
      ))}
      <MenuRule />
      <MenuItem onSelect={onFeeds}>{text.readerFeeds.open}</MenuItem>
    </Menu>
  )
}

function JobsDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const { data: jobs } = useJobs(id)
  return (
    <Dialog title={text.job.history} onClose={onClose} wide>
      <div className="stack">
        {jobs?.length === 0 && <p className="soft">{text.job.none}</p>}
        {jobs?.map((job) => (
          <JobTable key={job.job_id} job={job} />
        ))}
      </div>
    </Dialog>
  )
}
