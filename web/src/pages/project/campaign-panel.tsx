import type { ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { useCampaigns } from '../../api/campaigns.ts'
import type { Query } from '../../api/readings.ts'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { SignChips } from '../campaigns/campaign-card.tsx'
import { Panel } from './panel.tsx'
import '../../style/campaigns.css'

const SHOWN = 3
const EXCERPT_MAX = 140

// Shown only when there is something to show: most projects have no campaign.
export function CampaignPanel({ id, query }: { readonly id: string; readonly query: Query }): ReactNode {
  const { text } = useText()
  const search = useSearch()
  const { data } = useCampaigns(id, query)
  if (data === undefined || data.data.length === 0) return null
  const more = data.data.length - SHOWN
  return (
    <Panel title={text.campaigns.title} help={text.campaigns.help}>
      <ol className="stories">
        {data.data.slice(0, SHOWN).map((campaign) => (
          <li key={campaign.id}>
            <Link
              href={`/projects/${id}/campaigns/${campaign.examples[0]?.mention.id ?? ''}`}
              className="plain story campaign-link"
            >
              <bdi className="foreign">
                {cutText(campaign.wording.text || (campaign.examples[0]?.mention.content ?? ''), EXCERPT_MAX)}
              </bdi>
              <span className="row tight soft small">
                <SignChips campaign={campaign} />
                {text.campaigns.size(campaign.copies, campaign.authors)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="row tight small">
        <span className="soft">{text.campaigns.short}</span>
        <Link href={`/projects/${id}/campaigns${search === '' ? '' : `?${search}`}`}>
          {text.campaigns.list}
          {more > 0 && ` (${text.campaigns.more(more)})`}
        </Link>
      </p>
    </Panel>
  )
}
