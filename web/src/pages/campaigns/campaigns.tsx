import { type ReactNode, useMemo } from 'react'
import { Link, useSearch } from 'wouter'
import { useCampaign, useCampaigns } from '../../api/campaigns.ts'
import { type Card, useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Note, Skeleton } from '../../components/states.tsx'
import { readFilter, toQuery } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { CampaignCard } from './campaign-card.tsx'
import '../../style/mentions.css'
import '../../style/campaigns.css'

interface CampaignsPageProps {
  readonly id: string
  // Shows one story, by any of its mentions; without it all of the period.
  readonly mentionId: string | undefined
}

export function CampaignsPage({ id, mentionId }: CampaignsPageProps): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  if (cards !== undefined && card === undefined) return <NotFoundPage />
  const back = mentionId === undefined ? `/projects/${id}` : `/projects/${id}/campaigns`
  return (
    <Page title={text.campaigns.title}>
      <div className="campaigns">
        <Link href={back} className="back">
          <Icon name="back" />
          {mentionId === undefined ? (card?.project.group ?? text.project.back) : text.campaigns.list}
        </Link>
        <h1 className="page-title">{text.campaigns.title}</h1>
        <Note tone="info">{text.campaigns.notice}</Note>
        {card === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {card === undefined && error === null && <Skeleton lines={6} tall />}
        {card !== undefined && mentionId === undefined && <CampaignList card={card} />}
        {card !== undefined && mentionId !== undefined && <OneCampaign mentionId={mentionId} />}
      </div>
    </Page>
  )
}

function CampaignList({ card }: { readonly card: Card }): ReactNode {
  const { text, format } = useText()
  const { project } = card
  const search = useSearch()
  const query = useMemo(
    () => toQuery(readFilter(new URLSearchParams(search)), project.start_date, Date.now()),
    [search, project.start_date],
  )
  const { data, error, refetch } = useCampaigns(project.id, query)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={8} tall />
  return (
    <>
      {data.data.length === 0 && <Empty icon="check" title={text.campaigns.none} />}
      {data.data.map((campaign) => (
        <CampaignCard key={campaign.id} campaign={campaign} linked />
      ))}
      <p className="soft small">
        {text.campaigns.examined(data.examined, format.day(data.since))} {!data.complete && text.campaigns.incomplete}
      </p>
    </>
  )
}

function OneCampaign({ mentionId }: { readonly mentionId: string }): ReactNode {
  const { data, error, refetch } = useCampaign(mentionId)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={8} tall />
  return <CampaignCard campaign={data} linked={false} />
}
