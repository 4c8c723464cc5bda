import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Card, useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'

interface ProjectSubpageProps {
  readonly id: string
  readonly title: string
  // Where "back" leads; the project unless given.
  readonly back?: { readonly href: string; readonly label: string }
  readonly actions?: ReactNode
  readonly children: (project: Card['project']) => ReactNode
}

// A page that belongs to a project, with the way back to it.
export function ProjectSubpage({ id, title, back, actions, children }: ProjectSubpageProps): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const project = cards?.find((card) => card.project.id === id)?.project
  if (cards !== undefined && project === undefined) return <NotFoundPage />
  return (
    <Page title={title} className="alerts-page">
      <Link href={back?.href ?? `/projects/${id}`} className="back">
        <Icon name="back" />
        {back?.label ?? project?.group ?? text.project.back}
      </Link>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
        {actions}
      </div>
      {project === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {project === undefined && error === null && <Skeleton lines={6} tall />}
      {project !== undefined && children(project)}
    </Page>
  )
}
