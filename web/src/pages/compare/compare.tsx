import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useComparison } from '../../api/compare.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { readFilter, writeFilter } from '../../filter/filter.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import type { ChangeFilter } from '../../filter/use-filter.ts'
import { useText } from '../../text/text.tsx'
import { dayOf } from '../../text/zone.ts'
import { type Choice, projectOf, readChoice, toComparisonQuery, writeChoice } from './choice.ts'
import { Chooser } from './chooser.tsx'
import { Results } from './results.tsx'
import '../../style/panels.css'
import '../../style/project.css'
import '../../style/charts.css'
import '../../style/compare.css'

// A comparison lists no mentions, which have the names.
const NO_NAMES = { author: null, story: null }
// Common ones: a comparison does not count languages.
const LANGUAGES = ['id', 'en', 'jv', 'su', 'ms']

export function ComparePage(): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  return (
    <Page title={text.compare.title}>
      {cards !== undefined && <Comparison cards={cards} />}
      {cards === undefined && <h1 className="page-title">{text.compare.title}</h1>}
      {cards === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {cards === undefined && error === null && <Skeleton lines={8} tall />}
    </Page>
  )
}

// The URL holds everything, so that a link shows the same comparison; each change is a step in the browser's history.
function Comparison({ cards }: { readonly cards: readonly Card[] }): ReactNode {
  const { text } = useText()
  const [params, setParams] = useSearchParams()
  const [asOf, setAsOf] = useState(Date.now)
  const choice = useMemo(() => readChoice(params), [params])
  const filter = useMemo(() => readFilter(params), [params])
  const setChoice = useCallback(
    (next: Choice) => {
      setAsOf(Date.now())
      setParams((current) => writeChoice(next, current))
    },
    [setParams],
  )
  const setFilter = useCallback<ChangeFilter>(
    (change, options) => {
      setAsOf(Date.now())
      setParams((current) => writeFilter({ ...readFilter(current), ...change }, current), options)
    },
    [setParams],
  )
  const known = useMemo(() => withoutUnknown(choice, cards), [choice, cards])
  const query = useMemo(
    () => toComparisonQuery(known, filter, firstDay(known, cards, asOf), asOf),
    [known, cards, filter, asOf],
  )
  const project = cards.find((card) => card.project.id === projectOf(known))?.project
  return (
    <div className="compare">
      <Link href={project === undefined ? '/' : `/projects/${project.id}`} className="back">
        <Icon name="back" />
        <bdi className="foreign">{project?.group ?? text.project.back}</bdi>
      </Link>
      <h1 className="page-title">{text.compare.title}</h1>
      <Chooser choice={known} cards={cards} asOf={asOf} onChange={setChoice} />
      <FilterBar
        projectId={known.by === 'project' ? null : known.id}
        filter={filter}
        languages={LANGUAGES}
        names={NO_NAMES}
        hasPeriod={known.by !== 'period'}
        onChange={setFilter}
      />
      {query === null ? (
        <Empty
          title={cards.length < 2 && known.by === 'project' ? text.compare.onlyProject : text.compare.choose}
          detail={text.compare.chooseText}
        />
      ) : (
        <Loaded query={query} />
      )}
    </div>
  )
}

function Loaded({ query }: { readonly query: Readonly<Record<string, string>> }): ReactNode {
  const { data, error, isPlaceholderData, refetch } = useComparison(query)
  // Deferred, so that rendering new data is interruptible and the page stays responsive.
  const drawn = useDeferredValue(data)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (drawn === undefined) return <Skeleton lines={10} tall />
  return <Results data={drawn} isStale={isPlaceholderData || drawn !== data} />
}

// A project that was deleted, or is not this person's, is left out.
function withoutUnknown(choice: Choice, cards: readonly Card[]): Choice {
  const ids = new Set(cards.map(({ project }) => project.id))
  if (choice.by === 'project') return { ...choice, ids: choice.ids.filter((id) => ids.has(id)) }
  return ids.has(choice.id) ? choice : { by: 'project', ids: [] }
}

// The first day of the oldest project that is compared: no mention is older.
function firstDay(choice: Choice, cards: readonly Card[], asOf: number): string {
  const chosen = choice.by === 'project' ? choice.ids : [choice.id]
  const days = cards.flatMap(({ project }) => (chosen.includes(project.id) ? [project.start_date.slice(0, 10)] : []))
  return days.sort()[0] ?? dayOf(asOf)
}
