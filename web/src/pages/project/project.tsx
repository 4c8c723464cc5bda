import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useFresh } from '../../api/live.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { useInsights } from '../../api/readings.ts'
import { Page } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { type Filter, toQuery } from '../../filter/filter.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { Analysis } from './analysis.tsx'
import { Feed } from './feed.tsx'
import { FirstDay } from './first-day.tsx'
import { ProjectHead } from './head.tsx'
import '../../style/panels.css'
import '../../style/mentions.css'
import '../../style/project.css'
import '../../style/charts.css'
import '../../style/map.css'

export function ProjectPage({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  if (card !== undefined) return <ProjectContent card={card} />
  if (cards !== undefined) return <NotFoundPage />
  return (
    <Page title={text.projects.title}>
      {error === null ? <Skeleton lines={8} tall /> : <Failure error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

// The filter in the URL drives the whole page: charts, lists, feed and export share one query.
function ProjectContent({ card }: { readonly card: Card }): ReactNode {
  const { text, format } = useText()
  const { project } = card
  const { filter, order, view, count, setFilter: updateFilter, setOrder, setView, setCount } = useFilter()
  // Relative periods count back from here. It changes only on an action of the analyst, so that the view never shifts by itself.
  const [asOf, setAsOf] = useState(Date.now)
  const query = useMemo(() => toQuery(filter, project.start_date, asOf), [filter, project.start_date, asOf])
  const insights = useInsights(project.id, query)
  // Deferred, so that rendering new data is interruptible and the page stays responsive.
  const drawn = useDeferredValue(insights.data)
  const fresh = useFresh(project.id)
  const languages = useMemo(() => byCount(drawn?.languages ?? {}), [drawn])
  const setFilter = useCallback(
    (change: Partial<Filter>) => {
      setAsOf(Date.now())
      updateFilter(change)
    },
    [updateFilter],
  )
  const searchText = useCallback(
    (q: string) => {
      setFilter({ q })
      setView('mentions')
    },
    [setFilter, setView],
  )
  const mentionsTab = (
    <>
      {text.project.mentionsTab}
      {fresh > 0 && <span className="count fresh">{text.mention.fresh(fresh)}</span>}
    </>
  )
  return (
    <Page title={project.group} className="project">
      <ProjectHead card={card} query={query} />
      {card.total === 0 && <FirstDay card={card} />}
      <FilterBar filter={filter} languages={languages} onChange={setFilter} />
      <div className="view-switch">
        <Segments
          label={text.project.view}
          value={view}
          choices={[
            ['analysis', text.project.analysis],
            ['mentions', mentionsTab],
          ]}
          onChoose={setView}
        />
      </div>
      <div className={`workbench show-${view}`}>
        <Analysis
          id={project.id}
          query={query}
          data={drawn}
          insights={insights}
          count={count}
          onCount={setCount}
          onFilter={setFilter}
          onSearch={searchText}
        />
        <Feed
          key={`${order} ${JSON.stringify(query)}`}
          id={project.id}
          order={order}
          query={query}
          total={drawn === undefined ? null : format.number(drawn.total)}
          collected={card.total > 0}
          onOrder={setOrder}
          onRefresh={() => setAsOf(Date.now())}
        />
      </div>
    </Page>
  )
}

function byCount(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
}
