import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { type Card, useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useFirstText } from '../../text/text.tsx'
import { ProjectCard } from './card.tsx'

const SEARCH_CARDS_MIN = 6
const CARDS_STEP = 60

export function ProjectsPage(): ReactNode {
  const { text } = useFirstText()
  const { data: cards, error, refetch } = useOverview()
  return (
    <Page title={text.projects.title}>
      {cards !== undefined && cards.length === 0 && <Welcome />}
      {cards !== undefined && cards.length > 0 && <Cards cards={cards} />}
      {cards === undefined && <h1 className="page-title">{text.projects.title}</h1>}
      {cards === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {cards === undefined && error === null && <CardSkeletons />}
    </Page>
  )
}

function Cards({ cards }: { readonly cards: readonly Card[] }): ReactNode {
  const { text } = useFirstText()
  const [wanted, setWanted] = useState('')
  const [shown, setShown] = useState(CARDS_STEP)
  // The projects to compare; null: none are being chosen.
  const [compared, setCompared] = useState<readonly string[] | null>(null)
  const search = useDeferredValue(wanted.trim().toLowerCase())
  const found = cards.filter(({ project }) => `${project.group} ${project.keyword}`.toLowerCase().includes(search))
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">
          {text.projects.title} <span className="soft">{text.projects.count(cards.length)}</span>
        </h1>
        <div className="row">
          {cards.length >= SEARCH_CARDS_MIN && (
            <label className="search">
              <Icon name="search" />
              <span className="hidden">{text.projects.search}</span>
              <input
                type="search"
                placeholder={text.projects.search}
                value={wanted}
                onChange={(event) => setWanted(event.target.value)}
              />
            </label>
          )}
          {cards.length > 1 && <CompareChoice compared={compared} onChange={setCompared} />}
          <Link href="/projects/new" className="button primary">
            <Icon name="plus" />
            {text.projects.create}
          </Link>
        </div>
      </div>
      {found.length === 0 && <Empty title={text.projects.noneFound} />}
      <ul className="cards">
        {found.slice(0, shown).map((card) => (
          <ProjectCard key={card.project.id} card={card} compared={compared} onCompare={setCompared} />
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + CARDS_STEP)}>
          {text.common.more}
        </button>
      )}
    </>
  )
}

interface CompareChoiceProps {
  readonly compared: readonly string[] | null
  readonly onChange: (compared: readonly string[] | null) => void
}

function CompareChoice({ compared, onChange }: CompareChoiceProps): ReactNode {
  const { text } = useFirstText()
  if (compared === null)
    return (
      <button type="button" className="button" onClick={() => onChange([])}>
        <Icon name="rise" />
        {text.projects.compare}
      </button>
    )
  return (
    <>
      <button type="button" className="button quiet" onClick={() => onChange(null)}>
        {text.common.cancel}
      </button>
      {compared.length < 2 ? (
        <span className="soft small" role="status">
          {text.projects.compareChoose}
        </span>
      ) : (
        <Link href={`/compare?ids=${compared.join(',')}`} className="button chosen">
          <Icon name="rise" />
          {text.projects.compareThese(compared.length)}
        </Link>
      )}
    </>
  )
}

function Welcome(): ReactNode {
  const { text } = useFirstText()
  const steps = [
    [text.start.one, text.start.oneText],
    [text.start.two, text.start.twoText],
    [text.start.three, text.start.threeText],
  ] as const
  return (
    <section className="welcome">
      <h1>{text.start.title}</h1>
      <p className="lead soft">{text.start.intro}</p>
      <ol className="steps">
        {steps.map(([title, detail]) => (
          <li key={title} className="card">
            <h2>{title}</h2>
            <p className="soft">{detail}</p>
          </li>
        ))}
      </ol>
      <Link href="/projects/new" className="button primary big">
        <Icon name="plus" />
        {text.start.go}
      </Link>
    </section>
  )
}

function CardSkeletons(): ReactNode {
  return (
    <div className="cards">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="card">
          <Skeleton lines={5} />
        </div>
      ))}
    </div>
  )
}
