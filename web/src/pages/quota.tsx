import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { WireQuotaHistory } from '../../../src/api/wire/account.ts'
import { useQuotaHistory } from '../api/quota.ts'
import { DayBars } from '../charts/day-bars.tsx'
import { Page } from '../components/page.tsx'
import { Segments } from '../components/segments.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import { Failure, Note, Skeleton } from '../components/states.tsx'
import { useText } from '../text/text.tsx'
import { DAY_MS, dayOf } from '../text/zone.ts'
import { Panel } from './project/panel.tsx'
import { daysBetween, type ProjectUsage, useByDay, usePerProject } from './quota-use.ts'
import '../style/charts.css'
import '../style/admin.css'

const PERIODS = { '7d': 7, '30d': 30, '90d': 90 } as const
const LOW_SHARE = 0.1

export function QuotaPage(): ReactNode {
  const { text } = useText()
  const [period, setPeriod] = useState<keyof typeof PERIODS>('30d')
  const to = dayOf(Date.now())
  const from = dayOf(Date.now() - (PERIODS[period] - 1) * DAY_MS)
  const { data, error, refetch } = useQuotaHistory(from, to)
  const days = useMemo(() => daysBetween(from, to), [from, to])
  return (
    <Page title={text.quota.title} className="medium">
      <div className="page-head">
        <h1 className="page-title">{text.quota.title}</h1>
        <Segments
          label={text.filter.period}
          value={period}
          choices={(['7d', '30d', '90d'] as const).map((name) => [name, text.filter[name]] as const)}
          onChoose={setPeriod}
        />
      </div>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={6} tall />}
      {data !== undefined && (
        <div className="stack">
          <Balance history={data} />
          <Usage history={data} days={days} />
        </div>
      )}
    </Page>
  )
}

function Balance({ history }: { readonly history: WireQuotaHistory }): ReactNode {
  const { text, format } = useText()
  const { kuota, granted, charged } = history
  return (
    <section className="card balance" aria-label={text.shell.quotaLeft}>
      <div className="balance-figures">
        <p className="figure huge">
          <strong>{format.number(kuota)}</strong>
          <span className="soft">{text.shell.quotaLeft}</span>
        </p>
        <dl className="facts">
          <div>
            <dt>{text.quota.granted}</dt>
            <dd className="tabular">{format.number(granted)}</dd>
          </div>
          <div>
            <dt>{text.quota.charged}</dt>
            <dd className="tabular">{format.number(charged)}</dd>
          </div>
        </dl>
      </div>
      <div className="meter" role="img" aria-label={text.quota.used(format.percent(charged, granted))}>
        <span style={{ width: `${granted === 0 ? 0 : Math.min(100, (charged / granted) * 100)}%` }} />
      </div>
      <p className="small soft">{text.quota.used(format.percent(charged, granted))}</p>
      {kuota === 0 && <Note tone="bad">{text.quota.zero}</Note>}
      {kuota > 0 && granted > 0 && kuota / granted < LOW_SHARE && <Note tone="warn">{text.quota.low}</Note>}
      <p className="small soft">{text.quota.explain}</p>
    </section>
  )
}

function Usage({ history, days }: { readonly history: WireQuotaHistory; readonly days: readonly string[] }): ReactNode {
  const { text } = useText()
  const perDay = useByDay(history, days)
  const projects = usePerProject(history, days)
  if (projects.length === 0) return <p className="card soft">{text.quota.none}</p>
  return (
    <>
      <Panel title={text.quota.perDay}>
        <DayBars label={text.chart.quotaLabel} days={perDay} />
      </Panel>
      <Panel title={text.quota.perProject}>
        <ProjectTable projects={projects} />
      </Panel>
    </>
  )
}

function ProjectTable({ projects }: { readonly projects: readonly ProjectUsage[] }): ReactNode {
  const { text, format } = useText()
  const total = projects.reduce((sum, project) => sum + project.total, 0)
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.quota.project}</th>
            <th scope="col">{text.quota.inPeriod}</th>
            <th scope="col" className="numeric">
              {text.quota.charged}
            </th>
            <th scope="col" className="numeric">
              {text.quota.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project.id}>
              <th scope="row" className="foreign">
                {project.name === null ? (
                  <span className="soft">{text.quota.gone}</span>
                ) : (
                  <Link href={`/projects/${project.id}`}>{project.name}</Link>
                )}
              </th>
              <td className="trend-cell">
                <Sparkline values={project.days} label={project.days.map(format.number).join(', ')} />
              </td>
              <td className="numeric">{format.number(project.total)}</td>
              <td className="numeric">{format.percent(project.total, total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {text.quota.total}
            </th>
            <td className="numeric strong">{format.number(total)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
