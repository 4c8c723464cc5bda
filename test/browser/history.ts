import type { Pool } from '../../src/store/db.ts'
import { makePosts } from '../platforms/content.ts'
import type { Api } from './hands.ts'

const DAY_MS = 86_400_000
// Days ago between which nothing was collected.
const SILENCE = { from: 17, to: 14.5 }

export interface HistoryOptions {
  readonly topic: string
  readonly count: number
  readonly days: number
  readonly seed: number
}

// A past for a project: made-up posts of all platforms, spread over days, with a burst.
export async function addHistory(api: Api, projectId: string, options: HistoryOptions): Promise<void> {
  const now = Date.now()
  const posts = makePosts({
    seed: options.seed,
    count: options.count,
    from: new Date(now - options.days * DAY_MS),
    to: new Date(now - 120_000),
    topics: [options.topic],
  })
  const silent = (at: Date): boolean =>
    at.getTime() > now - SILENCE.from * DAY_MS && at.getTime() < now - SILENCE.to * DAY_MS
  const seen = posts.filter((post) => !silent(post.publishedAt))
  await api.addPosts(
    projectId,
    seen.map((post) => ({
      text: post.title === null ? post.text : `${post.title}. ${post.text}`,
      platform: post.platform,
      at: post.publishedAt,
      author: post.author.username,
      url: post.url,
      engagement: post.engagement,
    })),
  )
}

// The runs that would have brought it: every hour but for the silence, TikTok failing now and then. Only the clock
// of the database says when something was asked, so that a past can only be written underneath.
export async function addCoveredPast(pool: Pool, projectId: string, days: number): Promise<void> {
  await pool`
    insert into listening (project_id, since) values (${projectId}, now() - make_interval(days => ${days}))
    on conflict do nothing`
  await pool`
    insert into coverage (project_id, platform, hour, asked, answered, failed, not_configured)
    select ${projectId}, p.platform, h.hour, case when p.platform in (1, 4) then 0 else 1 end,
           case when p.platform in (1, 4) or (p.platform = 3 and extract(hour from h.hour) < 7) then 0 else 1 end,
           case when p.platform = 3 and extract(hour from h.hour) < 7 then 1 else 0 end,
           case when p.platform in (1, 4) then 1 else 0 end
      from generate_series(0, 5) as p(platform),
           generate_series(date_trunc('hour', now(), 'UTC') - make_interval(days => ${days}),
                           date_trunc('hour', now(), 'UTC'), interval '1 hour') as h(hour)
     where h.hour not between now() - ${`${SILENCE.from} days`}::interval and now() - ${`${SILENCE.to} days`}::interval
    on conflict do nothing`
}
