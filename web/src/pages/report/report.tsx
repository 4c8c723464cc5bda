import { type ReactNode, useMemo } from 'react'
import { Link, useSearch } from 'wouter'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { useOverview } from '../../api/projects.ts'
import { type Query, useFeed, useInsights, useSummary } from '../../api/readings.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { countChoices, type Filter, toQuery, wordOf } from '../../filter/filter.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { entityLabel } from '../../map/entity-label.ts'
import { platformRow } from '../../platforms.ts'
import { type Localisation, useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { MentionBrief } from '../project/mention-brief.tsx'
import { ReportBody } from './report-body.tsx'
import '../../style/panels.css'
import '../../style/mentions.css'
import '../../style/project.css'
import '../../style/charts.css'
import '../../style/report.css'

const MENTIONS_SHOWN = 20

export function ReportPage({ id, author }: { readonly id: string; readonly author: string }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const project = cards?.find((card) => card.project.id === id)?.project
  if (project !== undefined) return <Report project={project} author={author} />
  if (cards !== undefined) return <NotFoundPage />
  return (
    <Page title={text.project.report}>
      {error === null ? <Skeleton lines={8} tall /> : <Failure error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

// Designed for print: one column, always on white, nothing collapsed. The filter comes from the project page.
function Report({ project, author }: { readonly project: WireProject; readonly author: string }): ReactNode {
  const localisation = useText()
  const { text, format } = localisation
  const { filter, count } = useFilter()
  const search = useSearch()
  const now = useMemo(() => Date.now(), [])
  const query = useMemo(() => toQuery(filter, project.start_date, now), [filter, project.start_date, now])
  const insights = useInsights(project.id, query)
  const { data: summary } = useSummary(project.id)
  const { data } = insights
  return (
    <Page title={text.report.title(project.group)} className="report">
      <div className="report-bar row spread">
        <Link href={`/projects/${project.id}${search === '' ? '' : `?${search}`}`} className="back">
          <Icon name="back" />
          {text.report.back}
        </Link>
        <button type="button" className="button primary" onClick={() => print()}>
          <Icon name="report" />
          {text.report.print}
        </button>
      </div>
      <article className="sheet">
        <header className="sheet-head">
          <p className="small soft">Pantau · {text.report.heading}</p>
          <h1 className="foreign">{project.group}</h1>
          <dl className="sheet-facts">
            <div>
              <dt>{text.report.period}</dt>
              <dd>
                {data === undefined
                  ? '…'
                  : text.state.until(format.day(Date.parse(data.from)), format.day(Date.parse(data.to) - 1))}
              </dd>
            </div>
            <div>
              <dt>{text.project.keyword}</dt>
              <dd className="code foreign">{project.keyword}</dd>
            </div>
            <div>
              <dt>{text.report.filters}</dt>
              <dd className="foreign">{describeFilter(filter, localisation)}</dd>
            </div>
            <div>
              <dt>{text.report.created}</dt>
              <dd>
                {format.time(now)} {text.report.by} {author}
              </dd>
            </div>
          </dl>
        </header>
        {data === undefined && insights.error !== null && (
          <Failure error={insights.error} onRetry={() => void insights.refetch()} />
        )}
        {data === undefined && insights.error === null && <Skeleton lines={8} tall />}
        {data !== undefined && (
          <ReportBody id={project.id} query={query} data={data} summary={summary ?? null} count={count} />
        )}
        <TopMentions id={project.id} query={query} />
        <p className="small soft">{text.report.footnote}</p>
      </article>
    </Page>
  )
}

function TopMentions({ id, query }: { readonly id: string; readonly query: Query }): ReactNode {
  const { text } = useText()
  const { data } = useFeed(id, 'ranked', query)
  const mentions = data?.pages[0]?.data.slice(0, MENTIONS_SHOWN) ?? []
  if (mentions.length === 0) return null
  return (
    <section className="sheet-section">
      <h2>
        {text.report.top} <span className="soft">{text.report.topHelp}</span>
      </h2>
      <ol className="briefs numbered">
        {mentions.map((mention) => (
          <li key={mention.id}>
            <MentionBrief mention={mention} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function describeFilter(filter: Filter, { language, text, format }: Localisation): string {
  if (countChoices(filter) === 0) return text.report.noFilters
  const parts = [
    filter.sentiment === null ? null : text.sentiment[wordOf(filter.sentiment)],
    filter.sources.length === 0 ? null : filter.sources.map((source) => platformRow(source).label[language]).join(', '),
    filter.language === null ? null : format.language(filter.language),
    filter.relevance === null ? null : text.relevance[filter.relevance],
    filter.entity === null ? null : entityLabel(filter.entity),
    filter.author === null ? null : text.filter.author(filter.author),
    filter.tag === null ? null : `# ${filter.tag}`,
    filter.q === '' ? null : `“${filter.q}”`,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
