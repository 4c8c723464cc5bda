import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { WireListedMention } from '../../../../src/api/wire/mention.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { countUnlisted, useFeed, useFigures, useInsights } from '../../api/readings.ts'
import { Page } from '../../components/page.tsx'
import { Segments } from '../../components/segments.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import type { ChipNames } from '../../filter/chips.tsx'
import { addTerm, NO_FILTER, toQuery } from '../../filter/filter.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { type ChangeFilter, useFilter } from '../../filter/use-filter.ts'
import { searchTerms } from '../../highlight.ts'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { Analysis } from './analysis.tsx'
import { Feed } from './feed.tsx'
import { FirstDay } from './first-day.tsx'
import { ProjectHead } from './head.tsx'
import { headlineOf } from './title.ts'
import '../../style/panels.css'
import '../../style/mentions.css'
import '../../style/project.css'
import '../../style/charts.css'
import '../../style/map.css'
import '../../style/desk.css'

export function ProjectPage({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  if (card !== undefined) return card.total === 0 ? <EmptyProject card={card} /> : <ProjectContent card={card} />
  if (cards !== undefined) return <NotFoundPage />
  return (
    <Page title={text.projects.title}>
      {error === null ? <Skeleton lines={8} tall /> : <Failure error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

function EmptyProject({ card }: { readonly card: Card }): ReactNode {
  const query = useMemo(() => toQuery(NO_FILTER, card.project.start_date, Date.now()), [card.project.start_date])
  return (
    <Page title={card.project.group} className="project">
      <ProjectHead card={card} query={query} />
      <FirstDay card={card} query={query} />
    </Page>
  )
}

// The filter in the URL drives the whole page: charts, lists, feed and export share one query.
function ProjectContent({ card }: { readonly card: Card }): ReactNode {
  const { text } = useText()
  const { project } = card
  const { filter, order, view, count, setFilter: updateFilter, setOrder, setView, setCount } = useFilter()
  // Relative periods count back from here. It changes only on an action of the analyst, so that the view never shifts by itself.
  const [asOf, setAsOf] = useState(Date.now)
  const query = useMemo(() => toQuery(filter, project.start_date, asOf), [filter, project.start_date, asOf])
  // First the figures, then everything: together they would delay each other.
  const figures = useFigures(project.id, query)
  const insights = useInsights(project.id, query, !figures.isPending)
  // Deferred, so that rendering new data is interruptible and the page stays responsive.
  const drawn = useDeferredValue(insights.data)
  const stale = drawn !== insights.data || insights.isPlaceholderData
  const ahead = stale ? figures.data : undefined
  const { data: feed } = useFeed(project.id, order, query)
  const fresh = countUnlisted(feed, order, insights)
  const names = useMemo(() => namesOf(feed?.pages[0]?.data[0]), [feed])
  const searched = useMemo(() => searchTerms(filter.q), [filter.q])
  const languages = useMemo(() => byCount(drawn?.languages ?? {}), [drawn])
  const setFilter = useCallback<ChangeFilter>(
    (change, options) => {
      setAsOf(Date.now())
      updateFilter(change, options)
    },
    [updateFilter],
  )
  const searchText = useCallback(
    (term: string) => {
      setFilter({ q: addTerm(filter.q, term) })
      setView('mentions')
    },
    [filter.q, setFilter, setView],
  )
  const refresh = useCallback(() => setAsOf(Date.now()), [])
  const mentionsTab = (
    <>
      {text.project.mentionsTab}
      {fresh > 0 && <span className="count fresh">{text.mention.fresh(fresh)}</span>}
    </>
  )
  return (
    <Page title={project.group} className="project">
      <ProjectHead card={card} query={query} />
      <FilterBar projectId={project.id} filter={filter} languages={languages} names={names} onChange={setFilter} />
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
          figures={figures}
          count={count}
          onCount={setCount}
          onFilter={setFilter}
          onSearch={searchText}
          onOrder={setOrder}
        />
        <Feed
          key={`${order} ${JSON.stringify(query)}`}
          id={project.id}
          order={order}
          query={query}
          total={ahead?.total ?? drawn?.total ?? null}
          stale={stale && ahead === undefined}
          fresh={fresh}
          searched={searched}
          onOrder={setOrder}
          onRefresh={refresh}
        />
      </div>
    </Page>
  )
}

const STORY_MAX = 60

// A link has only the ids of an author and a story. Any mention that it selects has their names.
function namesOf(mention: WireListedMention | undefined): ChipNames {
  if (mention === undefined) return { author: null, story: null }
  const { display_name: displayName, username } = mention.targeted_account
  return { author: displayName || username || null, story: cutText(headlineOf(mention), STORY_MAX) }
}

function byCount(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
}
