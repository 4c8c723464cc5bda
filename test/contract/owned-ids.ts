import type { Operation } from '../hostile/document.ts'
import type { Schema } from '../hostile/values.ts'

// What the ids of operations identify, and what a request needs beside them.

export const KINDS = [
  'project',
  'mention',
  'job',
  'session',
  'key',
  'audit',
  'channel',
  'delivery',
  'alert',
  'incident',
  'feed',
  'bulk',
  'view',
  'note',
  'report',
  'link',
] as const
export type Kind = (typeof KINDS)[number]

// Opens an incident at once.
export const ALERT = { name: 'Aturan', rule: { kind: 'quota', below: 1_000_000 }, channels: [] as string[] }
export const NOTE = { day: '2026-06-01', text: 'Pintu air dibuka' }
export const REPORT = { filter: {}, blocks: [{ kind: 'figures' }], language: 'en' }
// Named like ids, but they identify nothing that a user owns.
const NOT_OWNED = ['sosmedId', 'categoryId', 'last-event-id']

export interface Id {
  readonly name: string
  readonly kind: Kind
}

export function idsOf({ path, parameters, body }: Operation): Id[] {
  const names = [...parameters.map((one) => one.name), ...Object.keys(body?.properties ?? {})]
  return names
    .filter((name) => /(^|[a-z_-])id$|^link$/i.test(name) && !NOT_OWNED.includes(name))
    .map((name) => ({ name, kind: kindOf(path, name) }))
}

// What is optional in the document, but needed beside an id.
export function needs(path: string, name: string): boolean {
  return path === '/api/compare' && name === 'periods'
}

function kindOf(path: string, name: string): Kind {
  if (/^keyword_?id$/i.test(name) || (name === 'id' && path.startsWith('/api/project'))) return 'project'
  if (name === 'id' && path === '/api/compare') return 'project'
  if (name === 'id' && path.startsWith('/api/bulk/')) return 'bulk'
  if (name === 'id' && path.startsWith('/api/mentions/')) return 'mention'
  if (name === 'id' && path.startsWith('/api/campaigns/')) return 'mention'
  if (name === 'job_id') return 'job'
  if (name === 'id' && path.startsWith('/api/auth/sessions/')) return 'session'
  if (name === 'id' && path.startsWith('/api/keys/')) return 'key'
  if (name === 'id' && path.startsWith('/api/audits/')) return 'audit'
  if (name === 'mentionId' && path.startsWith('/api/audits/')) return 'mention'
  if (name === 'id' && path.startsWith('/api/channels/')) return 'channel'
  if (name === 'id' && path.startsWith('/api/deliveries/')) return 'delivery'
  if (name === 'id' && path.startsWith('/api/alerts/')) return 'alert'
  if (name === 'id' && path.startsWith('/api/incidents/')) return 'incident'
  if (name === 'id' && path.startsWith('/api/feeds/')) return 'feed'
  if (name === 'id' && path.startsWith('/api/views/')) return 'view'
  if (name === 'id' && path.startsWith('/api/notes/')) return 'note'
  if (name === 'id' && path.startsWith('/api/reports/')) return 'report'
  if (name === 'link') return 'link'
  throw new Error(`${path}: this test must know what "${name}" identifies, and who owns it.`)
}

export function bodyOf({ body }: Operation, given: Record<string, string>): object | undefined {
  if (body === null) return undefined
  const required = body.required ?? []
  // Where nothing is required, something is.
  const sent = required.length > 0 ? [...required] : Object.keys(body.properties ?? {}).slice(0, 1)
  // A change of many mentions needs a filter or ids.
  if (required.includes('change')) sent.push('filter')
  return Object.fromEntries(sent.map((name) => [name, given[name] ?? sampleOf(body.properties?.[name] ?? {}, name)]))
}

export function sampleOf(schema: Schema & { readonly default?: unknown }, name: string): unknown {
  if (name === 'periods') return '2026-05-01..2026-05-31,2026-06-01..2026-06-30'
  if (name in NOTE) return NOTE[name as keyof typeof NOTE]
  if (name === 'tag') return 'krisis'
  if (name === 'change') return { tag: 'lain' }
  if (name in REPORT) return REPORT[name as keyof typeof REPORT]
  if (name === 'expiresAt') return new Date(Date.now() + 86_400_000).toISOString()
  if (name in ALERT) return ALERT[name as keyof typeof ALERT]
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (name === 'group') return 'Nama lain'
  if (name === 'keyword') return 'banjir'
  // More than were drawn before.
  if (name === 'size') return 35
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer') return schema.minimum ?? 1
  throw new Error(`There is no sample value for "${name}".`)
}
