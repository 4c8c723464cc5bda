import { type FormEvent, type ReactNode, useState } from 'react'
import type { ReportBody, WireReportLink } from '../../../../src/api/wire/report.ts'
import { useReportLinks, useReports, useRevokeLink, useSaveReport, useShareReport } from '../../api/reports.ts'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Segments } from '../../components/segments.tsx'
import { describeError } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { DAY_MS } from '../../text/zone.ts'
import { isSame } from './draft.ts'
import '../../style/share.css'

const EXPIRIES = ['7', '30', '90'] as const
const PASSWORD_MIN = 8

interface ShareDialogProps {
  // Null: a report that is the same is shared, or a new one.
  readonly reportId: string | null
  readonly body: ReportBody
  readonly onClose: () => void
}

export function ShareDialog({ reportId, body, onClose }: ShareDialogProps): ReactNode {
  const { text } = useText()
  const { data: reports } = useReports(body.keywordId)
  const same = reports?.find((report) => isSame(report, body))
  const [days, setDays] = useState<(typeof EXPIRIES)[number]>('30')
  const [password, setPassword] = useState('')
  const save = useSaveReport()
  const share = useShareReport()
  const shared = save.data?.id ?? reportId ?? same?.id ?? null
  const error = save.error ?? share.error
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const id = same?.id ?? (await save.mutateAsync({ id: reportId, body })).id
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    await share.mutateAsync({ id, expiresAt, password })
  }
  const isBusy = save.isPending || share.isPending || reports === undefined
  return (
    <Dialog title={text.share.title} onClose={onClose} wide>
      <div className="stack share">
        <p className="soft">{text.share.explain}</p>
        {share.data === undefined ? (
          // What fails is shown below the form.
          <form className="stack" onSubmit={(event) => void create(event).catch(() => undefined)}>
            <div className="field">
              <span className="field-title">{text.share.expiry}</span>
              <Segments
                label={text.share.expiry}
                value={days}
                choices={EXPIRIES.map((value) => [value, text.share.days(Number(value))] as const)}
                onChoose={setDays}
              />
            </div>
            <Field
              label={`${text.share.password} (${text.common.optional})`}
              help={text.share.passwordHelp}
              type="text"
              required={false}
              minLength={PASSWORD_MIN}
              maxLength={200}
              value={password}
              onChange={setPassword}
            />
            {error !== null && (
              <p className="error" role="alert">
                {describeError(error, text)}
              </p>
            )}
            <div className="row end">
              <button type="submit" className="button primary" disabled={isBusy}>
                {save.isPending || share.isPending ? text.share.creating : text.share.create}
              </button>
            </div>
          </form>
        ) : (
          <div className="card stack share-new" role="status">
            <p>
              <strong>{text.share.created}</strong> {text.share.once}
            </p>
            <CopyField label={text.share.address} value={new URL(share.data.url, window.location.origin).href} />
          </div>
        )}
        {shared !== null && <LinkList reportId={shared} />}
      </div>
    </Dialog>
  )
}

function LinkList({ reportId }: { readonly reportId: string }): ReactNode {
  const { text } = useText()
  const { data } = useReportLinks(reportId)
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-label={text.share.links}>
      <h3>{text.share.links}</h3>
      <ul>
        {data.map((link) => (
          <LinkRow key={link.id} reportId={reportId} link={link} />
        ))}
      </ul>
    </section>
  )
}

function LinkRow({ reportId, link }: { readonly reportId: string; readonly link: WireReportLink }): ReactNode {
  const { text } = useText()
  const revoke = useRevokeLink(reportId)
  const showToast = useToast()
  const revokeIt = (): void =>
    revoke.mutate(link.id, {
      onSuccess: () => showToast(text.share.revoked),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  return (
    <li className="share-link">
      <p className="small">
        {text.share.since} <Time value={link.created_at} short />, {text.share.until}{' '}
        <Time value={link.expires_at} short />
        {link.has_password && `, ${text.share.protected}`} ·{' '}
        {link.last_opened_at === null ? (
          text.share.neverOpened
        ) : (
          <>
            {text.share.lastOpened} <Time value={link.last_opened_at} relative />
          </>
        )}
      </p>
      <button type="button" className="button small" disabled={revoke.isPending} onClick={revokeIt}>
        {text.share.revoke}
      </button>
    </li>
  )
}
