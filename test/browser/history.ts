import type { Pool } from '../../src/store/db.ts'
import { makePosts } from '../platforms/content.ts'
import type { Api } from './actions.ts'

const DAY_MS = 86_400_000
// Days ago between which nothing was collected.
const GAP = { from: 17, to: 14.5 }

export interface HistoryOptions {
  readonly topic: string
  readonly count: number
  readonly days: number
  readonly seed: number
}

// Past posts of a project: made up, from all platforms, spread over days, with a burst.
export async function addHistory(api: Api, projectId: string, options: HistoryOptions): Promise<void> {
  const now = Date.now()
  const posts = makePosts({
    seed: options.seed,
    count: options.count,
    from: new Date(now - options.days * DAY_MS),
    to: new Date(now - 120_000),
    topics: [options.topic],
  })
  const isInGap = (at: Date): boolean => at.getTime() > now - GAP.from * DAY_MS && at.getTime() < now - GAP.to * DAY_MS
  const collected = posts.filter((post) => !isInGap(post.publishedAt))
  await api.addPosts(
    projectId,
    collected.map((post) => ({
      text: post.title === null ? post.text : `${post.title}. ${post.text}`,
      platform: post.platform,
      at: post.publishedAt,
      author: post.author.username,
      url: post.url,
      engagement: post.engagement,
    })),
  )
}

// The coverage of the runs that would have collected them: every hour outside the gap, with TikTok failing now and then. The
// store records coverage with the database clock, so past coverage has to be inserted directly.
export async function addPastCoverage(pool: Pool, projectId: string, days: number): Promise<void> {
  await pool`
    update project_listening set since = now() - make_interval(days => ${days}), state = 'listening'
     where project_id = ${projectId} and until is null`
  await pool`
    insert into coverage (project_id, platform, hour, asked, answered, failed, not_configured)
    select ${projectId}, p.platform, h.hour, case when p.platform in (1, 4) then 0 else 1 end,
           case when p.platform in (1, 4) or (p.platform = 3 and extract(hour from h.hour) < 7) then 0 else 1 end,
           case when p.platform = 3 and extract(hour from h.hour) < 7 then 1 else 0 end,
           case when p.platform in (1, 4) then 1 else 0 end
      from generate_series(0, 5) as p(platform),
           generate_series(date_trunc('hour', now(), 'UTC') - make_interval(days => ${days}),
                           date_trunc('hour', now(), 'UTC'), interval '1 hour') as h(hour)
     where h.hour not between now() - ${`${GAP.from} days`}::interval and now() - ${`${GAP.to} days`}::interval
    on conflict do nothing`
}
