import { Type } from 'typebox'
import type { Owner } from '../domain/owner.ts'
import { notFound } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { type Campaign, examineStory, findCampaigns } from '../evaluate/campaigns.ts'
import type { Db, Pool } from '../store/db.ts'
import { findMention } from '../store/mentions/mentions.ts'
import { readMentions, type StoredMention } from '../store/mentions/rows.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { findProject } from '../store/projects/projects.ts'
import { cutText } from '../text/plain.ts'
import type { ApiDeps, App } from './app.ts'
import { ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { RangeQuery, readRange } from './range.ts'
import { routesOf } from './route.ts'
import { WireCampaign as CampaignSchema, type WireCampaign, WireCampaigns } from './wire/campaign.ts'

// What every list says about itself.
const CAMPAIGN_NOTICE =
  'These are signs of coordination, and no proof of it. They describe posts, not persons: read the copies before you draw a conclusion.'

const LIMIT_MAX = 50
const LIMIT_DEFAULT = 20
const EXAMPLES_LISTED = 6
const EXAMPLES_ONE = 40
const COMPANION_LENGTH = 160

// Stories that look coordinated, with the evidence.
export function addCampaignRoutes(app: App, { pool, settings }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')

  app.get(
    '/api/campaigns',
    user({
      id: 'listCampaigns',
      summary: 'Stories with signs of coordination, and the evidence',
      description:
        'Equal words by many accounts within minutes, numbered copies, or the same accounts again and again. Signs, and no proof.',
      class: 'long',
      querystring: Type.Object({
        keywordId: Type.String({ minLength: 1, maxLength: 500 }),
        ...RangeQuery,
        limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
      }),
      response: { 200: WireCampaigns },
      errors: [404],
    }),
    async (request) => {
      const { keywordId, limit } = request.query
      const range = readRange(request.query, settings.timeZone, new Date())
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      return pool.begin(async (tx) => {
        const found = await findCampaigns(tx, project.id, range, { limit, examples: EXAMPLES_LISTED })
        return {
          data: await toWireCampaigns(tx, project, found.campaigns),
          notice: CAMPAIGN_NOTICE,
          examined: found.examined,
          since: found.since.toISOString(),
          complete: found.complete,
        }
      }, SNAPSHOT)
    },
  )

  app.get(
    '/api/campaigns/:id',
    user({
      id: 'getCampaign',
      summary: 'The signs of coordination of one story, and the evidence',
      description: 'By the id of the story or of any of its mentions. A story without signs says why.',
      class: 'long',
      params: Type.Object({ id: Type.String() }),
      response: { 200: CampaignSchema },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      const { mention, project } = await findOwn(pool, ownerOf(request), id)
      return pool.begin(async (tx) => {
        const campaign = await examineStory(tx, project.id, mention.storyId, { examples: EXAMPLES_ONE })
        const [wire] = campaign === null ? [] : await toWireCampaigns(tx, project, [campaign])
        if (wire === undefined) throw notFound('mention', id)
        return wire
      }, SNAPSHOT)
    },
  )
}

// The id of a story is that of its first mention.
async function findOwn(pool: Pool, owner: Owner, id: string) {
  const mention = await findMention(pool, owner, id)
  const project = mention === null ? null : await findProject(pool, owner, mention.projectId)
  if (mention === null || project === null) throw notFound('mention', id)
  return { mention, project }
}

async function toWireCampaigns(db: Db, project: Project, campaigns: readonly Campaign[]): Promise<WireCampaign[]> {
  const ids = campaigns.flatMap(({ examples, companions }) => [
    ...examples,
    ...companions.map(({ mentionId }) => mentionId),
  ])
  const mentions = await readMentions(db, project.id, [...new Set(ids)])
  const byId = new Map(mentions.map((mention) => [mention.id, mention]))
  return campaigns.map((campaign) => toWireCampaign(campaign, project, byId))
}

function toWireCampaign(
  campaign: Campaign,
  project: Project,
  mentions: ReadonlyMap<string, StoredMention>,
): WireCampaign {
  const { signs, timeline, wording } = campaign
  const { burst, serial, together } = signs
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    id: campaign.id,
    keyword_id: project.id,
    copies: campaign.copies,
    read: campaign.read,
    own: campaign.own,
    authors: campaign.authors,
    authors_exact: campaign.authorsExact,
    ordinary: signs.ordinary,
    burst:
      burst === null
        ? null
        : { authors: burst.authors, from: instant(burst.fromMs), to: instant(burst.toMs), share: burst.share },
    serial: serial === null ? null : { ...serial, numbers: [...serial.numbers] },
    together:
      together === null
        ? null
        : { accounts: together.accounts, of: together.of, stories: toWireCompanions(campaign, mentions) },
    timeline: {
      step_seconds: Math.round(timeline.stepMs / 1000),
      points: timeline.points.map(({ atMs, copies }) => ({ at: instant(atMs), copies })),
    },
    wording: { text: wording.text, share: wording.share },
    examples: campaign.examples.flatMap((id) => {
      const mention = mentions.get(id)
      if (mention === undefined) return []
      return [{ mention: toWireEnriched(mention, project), marks: wording.marksIn(mention.text).map(toWireSpan) }]
    }),
  }
}

function toWireCompanions({ companions }: Campaign, mentions: ReadonlyMap<string, StoredMention>) {
  return companions.map(({ storyId, mentionId, accounts }) => ({
    id: storyId,
    accounts,
    text: cutText(mentions.get(mentionId)?.text ?? '', COMPANION_LENGTH),
  }))
}

function toWireSpan({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end }
}
