import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { WireCampaign, WireCampaigns } from '../../../src/api/wire/campaign.ts'
import { pantau } from './pantau.ts'
import type { Query } from './readings.ts'

// Of the filter only the range applies: a campaign is a whole story.
export function useCampaigns(projectId: string, query: Query): UseQueryResult<WireCampaigns> {
  const range: Query = Object.fromEntries(Object.entries(query).filter(([name]) => name === 'from' || name === 'to'))
  return useQuery({
    queryKey: ['campaigns', projectId, range],
    queryFn: ({ signal }) => pantau.get('/api/campaigns', { query: { keywordId: projectId, ...range }, signal }),
  })
}

// By the id of any mention of the story.
export function useCampaign(id: string): UseQueryResult<WireCampaign> {
  return useQuery({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) => pantau.get('/api/campaigns/{id}', { path: { id }, signal }),
  })
}
