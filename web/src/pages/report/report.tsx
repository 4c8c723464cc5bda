import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import type { WireReport } from '../../../../src/api/wire/report.ts'
import { useOverview } from '../../api/projects.ts'
import { downloadPdf, useReportContent, useReports, useSaveReport } from '../../api/reports.ts'
import { Icon } from '../../components/icon.tsx'
import { Menu, MenuItem, MenuRule } from '../../components/menu.tsx'
import { Page } from '../../components/page.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { saveBlob } from '../../picture/picture.ts'
import { BLOCK_KINDS } from '../../report/blocks.ts'
import { ReportDocument } from '../../report/report-document.tsx'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { Builder } from './builder.tsx'
import { arrange, bodyOf, type Draft, draftOf, isSame, newDraft, reportFilterOf } from './draft.ts'
import { ShareDialog } from './share-dialog.tsx'
import '../../style/panels.css'
import '../../style/report.css'

interface ReportPageProps {
  readonly id: string
  // A stored report; without it a new one, with the filter of the address.
  readonly reportId: string | undefined
}

export function ReportPage({ id, reportId }: ReportPageProps): ReactNode {
  const { text } = useText()
  const projects = useOverview()
  const reports = useReports(id)
  const project = projects.data?.find((card) => card.project.id === id)?.project
  const report = reports.data?.find((one) => one.id === reportId)
  const failed = projects.error === null ? reports : projects
  if (project !== undefined && reports.data !== undefined) {
    if (reportId !== undefined && report === undefined) return <NotFoundPage />
    return <Report key={reportId ?? 'new'} project={project} report={report ?? null} reports={reports.data} />
  }
  if (projects.data !== undefined && project === undefined) return <NotFoundPage />
  return (
    <Page title={text.project.report}>
      {failed.error === null ? (
        <Skeleton lines={8} tall />
      ) : (
        <Failure error={failed.error} onRetry={() => void failed.refetch()} />
      )}
    </Page>
  )
}

interface ReportProps {
  readonly project: WireProject
  readonly report: WireReport | null
  readonly reports: readonly WireReport[]
}

// Left what the report consists of, right the report as it is shared and printed.
function Report({ project, report, reports }: ReportProps): ReactNode {
  const { text, language } = useText()
  const { filter } = useFilter()
  const [draft, setDraft] = useState<Draft>(() =>
    report === null
      ? newDraft(project.group, language, reportFilterOf(filter, project.start_date, Date.now()))
      : draftOf(report),
  )
  // All blocks, so that composing requests nothing again.
  const everything = useMemo(() => {
    const blocks = BLOCK_KINDS.map((kind) => ({ kind }))
    return { keywordId: project.id, filter: draft.filter, blocks, language: 'id' as const }
  }, [project.id, draft.filter])
  const { data: content, error, refetch, isPlaceholderData } = useReportContent(everything)
  return (
    <Page title={text.report.title(project.group)} className="report">
      <Toolbar project={project} report={report} reports={reports} draft={draft} />
      <div className="report-work">
        <Builder projectId={project.id} report={report} draft={draft} onChange={setDraft} />
        <div className="sheet" aria-busy={isPlaceholderData}>
          {content === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
          {content === undefined && error === null && <Skeleton lines={8} tall />}
          {content !== undefined && <ReportDocument content={arrange(content, draft)} language={draft.language} />}
        </div>
      </div>
    </Page>
  )
}

function Toolbar({ project, report, reports, draft }: ReportProps & { readonly draft: Draft }): ReactNode {
  const { text } = useText()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [isSharing, setSharing] = useState(false)
  const save = useSaveReport()
  const showToast = useToast()
  const body = bodyOf(project.id, draft)
  const isEmpty = body.blocks.length === 0
  const query = search === '' ? '' : `?${search}`
  const failed = (cause: Error): void => showToast(describeError(cause, text), 'bad')
  // Of the report as it is now, stored if it is not yet.
  const storedId = async (): Promise<string> => {
    const same = reports.find((one) => isSame(one, body))
    return same?.id ?? (await save.mutateAsync({ id: report?.id ?? null, body })).id
  }
  const saveIt = (): void =>
    save.mutate(
      { id: report?.id ?? null, body },
      {
        onSuccess: ({ id }) => {
          showToast(text.report.saved)
          navigate(`/projects/${project.id}/report/${id}${query}`, { replace: true })
        },
        onError: failed,
      },
    )
  return (
    <div className="report-tools row">
      <Link href={`/projects/${project.id}${query}`} className="back">
        <Icon name="back" />
        {text.report.back}
      </Link>
      <SavedReports projectId={project.id} reports={reports} query={query} />
      <button type="button" className="button" disabled={isEmpty || save.isPending} onClick={saveIt}>
        {text.report.save}
      </button>
      <PdfButton disabled={isEmpty} onSave={storedId} />
      <button type="button" className="button" onClick={() => print()}>
        <Icon name="report" />
        {text.report.print}
      </button>
      <button type="button" className="button primary" disabled={isEmpty} onClick={() => setSharing(true)}>
        <Icon name="share" />
        {text.share.open}
      </button>
      {isSharing && <ShareDialog reportId={report?.id ?? null} body={body} onClose={() => setSharing(false)} />}
    </div>
  )
}

// Where the server cannot print, the dialogue of the browser does.
function PdfButton({
  disabled,
  onSave,
}: {
  readonly disabled: boolean
  readonly onSave: () => Promise<string>
}): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const [busy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      const file = await onSave().then(downloadPdf)
      if (file !== null) return saveBlob(file.blob, file.name)
      showToast(text.report.noPdf)
      print()
    } catch (error) {
      showToast(describeError(error as Error, text), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={disabled || busy} onClick={() => void download()}>
      <Icon name="download" />
      {text.report.pdf}
    </button>
  )
}

interface SavedReportsProps {
  readonly projectId: string
  readonly reports: readonly WireReport[]
  readonly query: string
}

function SavedReports({ projectId, reports, query }: SavedReportsProps): ReactNode {
  const { text } = useText()
  const [, navigate] = useLocation()
  if (reports.length === 0) return null
  return (
    <Menu
      trigger={
        <button type="button" className="button">
          {text.report.savedReports}
          <Icon name="chevron" />
        </button>
      }
    >
      {reports.map((report) => (
        <MenuItem key={report.id} onSelect={() => navigate(`/projects/${projectId}/report/${report.id}`)}>
          <span className="foreign">{report.title}</span>
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem onSelect={() => navigate(`/projects/${projectId}/report${query}`)}>{text.report.fresh}</MenuItem>
    </Menu>
  )
}
