import { type ReactNode, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import type { WireImportReport } from '../../../../src/api/wire/import.ts'
import type { ImportProgress } from '../../api/import.ts'
import { Icon } from '../../components/icon.tsx'
import { Note } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { type ImportRow, type ReportWords, writeReport } from './report-file.ts'

const OUTCOMES = ['new', 'known', 'not_matched', 'outside_dates', 'unpaid', 'invalid'] as const
const MESSAGES_SHOWN = 20

export function Progress(props: { readonly progress: ImportProgress; readonly onStop: () => void }): ReactNode {
  const { text } = useText()
  const { sent, stored, rows } = props.progress
  const percent = (share: number): string => `${Math.floor(share * 100)} %`
  const sending = sent < 1 ? text.import.sending(percent(sent)) : text.import.examining
  const sendingShare = sent < 1 ? sent : undefined
  const label = rows > 0 ? text.import.storing(rows, percent(stored)) : sending
  return (
    <>
      <p role="status">{label}</p>
      {/* How long a file is examined is not known: a full bar would look like the end. */}
      <progress className="import-progress" aria-label={label} max={1} value={rows > 0 ? stored : sendingShare} />
      <div>
        <button type="button" className="button" onClick={props.onStop}>
          {text.import.stop}
        </button>
      </div>
    </>
  )
}

interface ReportProps {
  readonly projectId: string
  readonly report: WireImportReport
  readonly rows: readonly ImportRow[]
  readonly onOther: () => void
}

export function Report({ projectId, report, rows, onOther }: ReportProps): ReactNode {
  const { text, format } = useText()
  const href = useReportFile(rows, text)
  return (
    <Panel title={text.import.done(report.rows)} help={text.import.left(report.kuota)} className="import-panel">
      <dl className="import-counts">
        {OUTCOMES.map((outcome) => (
          <div key={outcome}>
            <dt>{text.import.outcomes[outcome]}</dt>
            <dd>{format.number(report[outcome])}</dd>
          </div>
        ))}
      </dl>
      {report.unpaid > 0 && <Note tone="warn">{text.import.unpaidHelp}</Note>}
      <div className="import-actions">
        <Link href={`/projects/${projectId}`} className="button primary">
          {text.import.toProject}
        </Link>
        <a className="button" href={href} download="pantau-import.csv">
          <Icon name="download" />
          {text.import.download}
        </a>
        <button type="button" className="button quiet" onClick={onOther}>
          {text.import.other}
        </button>
      </div>
      {report.errors.length > 0 && <Messages errors={report.errors.slice(0, MESSAGES_SHOWN)} />}
    </Panel>
  )
}

function Messages({ errors }: { readonly errors: WireImportReport['errors'] }): ReactNode {
  const { text, format } = useText()
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="numeric">
            {text.import.row}
          </th>
          <th scope="col">{text.import.message}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ row, reason }) => (
          <tr key={row}>
            <td className="numeric">{format.number(row)}</td>
            <td>{text.describeReason(reason)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function useReportFile(rows: readonly ImportRow[], words: ReportWords): string {
  const href = useMemo(
    () => URL.createObjectURL(new Blob([writeReport(rows, words)], { type: 'text/csv' })),
    [rows, words],
  )
  useEffect(() => () => URL.revokeObjectURL(href), [href])
  return href
}
