import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { Card } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { SentimentBar } from '../../components/sentiment.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { useFirstText } from '../../text/text.tsx'
import { CollectButton, DeleteDialog, ListenSwitch } from './actions.tsx'
import { JobLine } from './job-line.tsx'
import { isUnderWay } from './state.ts'
import { StateBadge } from './state-badge.tsx'

const COMPARED_MAX = 6

interface ProjectCardProps {
  readonly card: Card
  // The projects chosen to be compared; null: none are being chosen.
  readonly compared: readonly string[] | null
  readonly onCompare: (compared: readonly string[]) => void
}

export function ProjectCard({ card, compared, onCompare }: ProjectCardProps): ReactNode {
  const { text, format } = useFirstText()
  const [deleting, setDeleting] = useState(false)
  const { project } = card
  return (
    <li className="card project-card">
      <div className="card-head">
        <h2>
          <Link href={`/projects/${project.id}`} className="foreign">
            {project.group}
          </Link>
        </h2>
        <StateBadge project={project} />
      </div>
      {compared !== null && (
        <label className="check">
          <input
            type="checkbox"
            checked={compared.includes(project.id)}
            disabled={compared.length >= COMPARED_MAX && !compared.includes(project.id)}
            onChange={({ target }) =>
              onCompare(target.checked ? [...compared, project.id] : compared.filter((id) => id !== project.id))
            }
          />
          {text.projects.compareOf(project.group)}
        </label>
      )}
      <p className="expression foreign" title={project.keyword}>
        {project.keyword}
      </p>
      <CardNumbers card={card} />
      <dl className="facts">
        <div>
          <dt>{text.projects.lastRun}</dt>
          <dd>
            <JobLine job={card.last_job} />
          </dd>
        </div>
        <div>
          <dt>{text.projects.quotaUsed}</dt>
          <dd className="tabular">{format.number(card.charged)}</dd>
        </div>
      </dl>
      <div className="card-actions">
        <ListenSwitch project={project} />
        <span className="row tight">
          <CollectButton project={project} busy={isUnderWay(card.last_job)} short />
          <button
            type="button"
            className="button quiet square"
            aria-label={text.projects.deleteOf(project.group)}
            onClick={() => setDeleting(true)}
          >
            <Icon name="trash" />
          </button>
        </span>
      </div>
      {deleting && <DeleteDialog project={project} onClose={() => setDeleting(false)} />}
    </li>
  )
}

function CardNumbers({ card: { total, days, sentiment_distribution: counts } }: { readonly card: Card }): ReactNode {
  const { text, format } = useFirstText()
  if (total === null || days === null || counts === null) {
    return <p className="soft small card-none">{text.projects.unreachable}</p>
  }
  return (
    <>
      <div className="card-figures">
        <p className="figure">
          <strong>{format.number(total)}</strong>
          <span className="soft small">{text.project.total.toLowerCase()}</span>
        </p>
        <div className="card-trend">
          <Sparkline values={days} label={text.projects.trend(days.map(format.number).join(', '))} />
          <span className="soft small">{text.projects.last14}</span>
        </div>
      </div>
      {total > 0 ? (
        <SentimentBar counts={counts} />
      ) : (
        <p className="soft small card-none">{text.projects.noMentions}</p>
      )}
    </>
  )
}
