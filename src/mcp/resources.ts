import type { WireBriefPreview } from '../api/wire/brief.ts'
import type { WireInbox } from '../api/wire/channel.ts'
import type { WireProjectOverview } from '../api/wire/insights.ts'
import type { WireSummary } from '../api/wire/summary.ts'
import { mentionsAt } from '../domain/dashboard-link.ts'
import { ApiRefusal } from './api.ts'
import { cut, quoted } from './quoted.ts'
import type { Context } from './tool.ts'
import { glanceAt } from './tools/list-projects.ts'

const PROJECTS_MAX = 50
const INBOX_PAGES_MAX = 3
const INBOX_LIMIT = 100
const TEXT_MAX = 20_000
const FACTS_MAX = 100
const MIME = 'application/json'

type Message = WireInbox['data'][number]

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'pantau://projects/{project_id}',
    name: 'project',
    title: 'A project',
    description: 'Expression, dates, mentions and last run of one project',
    mimeType: MIME,
  },
  {
    uriTemplate: 'pantau://projects/{project_id}/summary',
    name: 'summary',
    title: 'The summary of a project',
    description: 'The newest summary: its sentences with the ids of the mentions behind them, and its facts',
    mimeType: MIME,
  },
  {
    uriTemplate: 'pantau://briefs/{brief_id}',
    name: 'brief',
    title: 'A brief',
    description: 'A brief that was sent to this person, or "now": as it would be sent now',
    mimeType: MIME,
  },
]

export async function listResources({ api, isLimited }: Context) {
  const { data } = await api.get<WireProjectOverview>('/api/project/overview')
  const projects = data.slice(0, PROJECTS_MAX).flatMap(({ project: { id, group } }) => [
    { uri: `pantau://projects/${id}`, name: `project ${id}`, title: group, mimeType: MIME },
    { uri: `pantau://projects/${id}/summary`, name: `summary ${id}`, title: `Summary: ${group}`, mimeType: MIME },
  ])
  const now = { uri: 'pantau://briefs/now', name: 'brief now', title: 'The brief as of now', mimeType: MIME }
  const briefs = (await readBriefs(api)).map(({ id, created_at }) => ({
    uri: `pantau://briefs/${id}`,
    name: `brief ${id}`,
    title: `Brief of ${created_at}`,
    mimeType: MIME,
  }))
  return [...projects, ...(isLimited ? [] : [now]), ...briefs]
}

// The content of a resource; null when there is none at that address.
export async function readResource(uri: string, context: Context): Promise<object | null> {
  const [, kind, id = '', part] = /^pantau:\/\/(projects|briefs)\/([^/]+)(\/summary)?$/.exec(uri) ?? []
  if (kind === 'briefs') return part === undefined ? readBrief(id, context) : null
  if (kind !== 'projects') return null
  return part === undefined ? readProject(id, context) : readSummary(id, context)
}

async function readProject(id: string, context: Context): Promise<object | null> {
  const { data } = await context.api.get<WireProjectOverview>('/api/project/overview')
  const row = data.find(({ project }) => project.id === id)
  return row === undefined ? null : glanceAt(context, row)
}

async function readSummary(id: string, context: Context): Promise<object | null> {
  try {
    return toSummary(context, await context.api.get<WireSummary>(`/api/project/summary/${encodeURIComponent(id)}`))
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return null
    throw error
  }
}

function toSummary(
  context: Context,
  { keyword_id, created_at, engine, total, outdated, evidence, facts }: WireSummary,
) {
  return {
    project_id: keyword_id,
    created_at,
    engine,
    mentions: total,
    outdated,
    sentences: evidence.map(({ text, mentions }) => ({ ids: mentions, quoted: quoted(cut(text, TEXT_MAX)) })),
    facts: facts.slice(0, FACTS_MAX).map(({ kind, filter, value }) => {
      const { from, to, sentimen: sentiment, sosmedId, story } = filter
      const platforms = sosmedId === undefined ? undefined : [sosmedId]
      const link = mentionsAt(context.publicUrl, keyword_id, { from, to, sentiment, platforms, story })
      return { kind, value, filter, link }
    }),
    facts_left_out: leftOut(facts),
  }
}

function leftOut(facts: readonly unknown[]): number {
  return Math.max(0, facts.length - FACTS_MAX)
}

async function readBrief(id: string, { api }: Context): Promise<object | null> {
  if (id === 'now') {
    const { title, blocks, data } = await api.get<WireBriefPreview>('/api/brief/preview')
    const facts = data.facts.slice(0, FACTS_MAX).map(({ kind, value, url, query }) => ({
      kind,
      value,
      quoted: quoted({ link: url, query }),
    }))
    return {
      from: data.from,
      to: data.to,
      quoted: quoted(cut(textOf({ title, blocks }), TEXT_MAX)),
      facts,
      facts_left_out: leftOut(data.facts),
    }
  }
  const message = (await readBriefs(api)).find((brief) => brief.id === id)
  if (message === undefined) return null
  return { id, created_at: message.created_at, quoted: quoted(cut(textOf(message), TEXT_MAX)) }
}

// The newest briefs of the inbox.
async function readBriefs(api: Context['api']): Promise<Message[]> {
  const briefs: Message[] = []
  let cursor: string | undefined
  for (let page = 0; page < INBOX_PAGES_MAX; page++) {
    const { data, next } = await api.get<WireInbox>('/api/inbox', { limit: INBOX_LIMIT, cursor })
    briefs.push(...data.filter(({ type }) => type === 'brief'))
    if (next === null) break
    cursor = next
  }
  return briefs
}

function textOf({ title, blocks }: Pick<Message, 'title' | 'blocks'>): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'text') return block.text
    if (block.kind === 'quote') return `“${block.text}” ${block.by} ${block.url ?? ''}`.trimEnd()
    const items = block.items.map(({ text, url }) => `- ${text} ${url ?? ''}`.trimEnd())
    return [block.title, ...items].join('\n')
  })
  return [title, ...parts].join('\n\n')
}
