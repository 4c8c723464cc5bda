import { entityName } from '../analyse/entities/names.ts'
import type { Account } from '../domain/account.ts'
import type { Entity } from '../domain/entity.ts'
import { isoTime } from '../domain/instant.ts'
import type { Job } from '../domain/job.ts'
import { relevanceOf } from '../domain/mention.ts'
import { PLATFORMS } from '../domain/platform.ts'
import type { Project } from '../domain/project.ts'
import { SENTIMENT_LABELS } from '../domain/sentiment.ts'
import type { SourceInfo } from '../domain/source.ts'
import type { StoredAccount } from '../store/accounts/accounts.ts'
import type { ListedSession, Session } from '../store/accounts/sessions.ts'
import type { ListedMention, StoredMention } from '../store/mentions/rows.ts'
import type { WireAccount, WireOwnSessions, WireSession, WireUser } from './wire/account.ts'
import type { WireEntity } from './wire/fields.ts'
import type { WireJob } from './wire/job.ts'
import type { WireEnrichedMention, WireMention } from './wire/mention.ts'
import type { WireProject } from './wire/project.ts'
import type { WireSources } from './wire/source.ts'

export function toWireUser(account: Account): WireUser {
  return { userId: account.id, name: account.name, email: account.email, username: account.username }
}

export function toWireSession({ account, expiresAt }: Session): WireSession {
  return { valid: true, expires_at: isoTime(expiresAt), roles: [...account.roles], user: toWireUser(account) }
}

export function toWireOwnSession(session: ListedSession, currentId: string): WireOwnSessions['data'][number] {
  return {
    id: session.id,
    created_at: isoTime(session.createdAt),
    last_seen_at: isoTime(session.lastSeenAt),
    expires_at: isoTime(session.expiresAt),
    address: session.address,
    user_agent: session.userAgent,
    current: session.id === currentId,
  }
}

export function toWireSources(sources: readonly SourceInfo[]): WireSources {
  return {
    data: sources.map(({ name, platform, ready, needs }) => ({
      source: platform,
      name,
      status: ready ? ('ready' as const) : ('not_configured' as const),
      needs: [...needs],
    })),
  }
}

export function toWireAccount(account: StoredAccount): WireAccount {
  return { ...toWireUser(account), roles: [...account.roles], kuota: account.remaining, disabled: account.disabled }
}

export function toWireProject(project: Project): WireProject {
  return {
    id: project.id,
    group: project.name,
    keyword: project.keyword,
    exclude: project.exclude,
    islisten: project.listening ? 1 : 0,
    updatedAt: isoTime(project.updatedAt),
    categoryid: project.category,
    start_date: project.startDay,
    end_date: project.endDay,
    type: project.kind,
  }
}

type Named = Pick<Project, 'name' | 'keyword'>

export function toWireMention(mention: ListedMention, project: Named): WireMention {
  return {
    id: mention.id,
    targeted_account_id: mention.author.id,
    content: mention.text,
    keywordid: mention.projectId,
    url: mention.url,
    sentimen: mention.sentiment,
    socialmediaid: mention.platform,
    createdat: isoTime(mention.publishedAt),
    updated_at: isoTime(mention.updatedAt),
    targeted_account: { username: mention.author.username, display_name: mention.author.displayName },
    SnaKeyword: { group: project.name, keyword: project.keyword },
  }
}

export function toWireEnriched(mention: StoredMention, project: Named): WireEnrichedMention {
  return {
    ...toWireMention(mention, project),
    engagement: mention.engagement,
    similar_count: mention.similar,
    story: mention.storyId,
    language: mention.language,
    matched: [...mention.matched],
    relevance: relevanceOf(mention),
    entities: mention.entities.map(toWireEntity),
    byline: mention.byline,
    corrected: mention.corrected === null ? null : { by: mention.corrected.by, at: isoTime(mention.corrected.at) },
    tags: [...mention.tags],
    note: mention.note === null ? null : { ...mention.note, at: isoTime(mention.note.at) },
    no_longer_matching: mention.unmatched,
    ...toWireJudgement(mention.judgement),
    earlier: mention.earlier === null ? null : { ...mention.earlier, until: isoTime(mention.earlier.until) },
  }
}

export function toWireEntity(id: Entity): WireEntity {
  return { id, name: entityName(id) }
}

function toWireJudgement(judgement: StoredMention['judgement']): Pick<WireEnrichedMention, 'probabilities' | 'model'> {
  if (judgement === null) return { probabilities: null, model: null }
  const { model, probabilities } = judgement
  if (probabilities === null) return { probabilities, model }
  const [negative, neutral, positive] = probabilities
  return { probabilities: { negative, neutral, positive }, model }
}

export const JOB_STATUS = { waiting: 'queued', running: 'running', done: 'done', failed: 'failed' } as const

export function toWireJob(job: Job): WireJob {
  return {
    job_id: job.id,
    keyword_id: job.projectId,
    status: JOB_STATUS[job.state],
    progress: job.progress as WireJob['progress'],
    detail: job.detail,
    created_at: isoTime(job.createdAt),
    started_at: job.startedAt === null ? null : isoTime(job.startedAt),
    finished_at: job.finishedAt === null ? null : isoTime(job.finishedAt),
  }
}

// Sums of cells by sentiment label, all three always there.
export function toDistribution(counts: readonly number[]): Record<string, number> {
  const sums = [0, 0, 0]
  counts.forEach((count, cell) => {
    sums[cell % 3] = (sums[cell % 3] ?? 0) + count
  })
  return {
    [SENTIMENT_LABELS['1']]: sums[2] ?? 0,
    [SENTIMENT_LABELS['0']]: sums[1] ?? 0,
    [SENTIMENT_LABELS['-1']]: sums[0] ?? 0,
  }
}

export function toSourceCounts(counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    PLATFORMS.map((platform, index) => [platform, [0, 1, 2].reduce((sum, s) => sum + (counts[index * 3 + s] ?? 0), 0)]),
  )
}
