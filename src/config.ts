import { resolve } from 'node:path'
import { QUOTA_MAX } from './domain/quota.ts'
import type { Setting, Settings, SettingValue, SettingValues } from './domain/setting.ts'
import { SOURCES, type SourceSettings } from './sources/index.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Config = ReturnType<typeof readConfig>

const SERVICE = {
  host: { name: 'HOST', kind: 'text', default: '127.0.0.1', about: 'Address to listen on' },
  port: { name: 'PORT', kind: 'integer', default: 3000, min: 0, max: 65_535, about: 'Port; 0 picks a free one' },
  // A secret, because it may hold a password.
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: 'secret',
    about: 'PostgreSQL 15 or newer to use instead of the bundled one',
  },
  dataDir: { name: 'PANTAU_DATA_DIR', kind: 'text', default: './data', about: 'Data folder of the bundled PostgreSQL' },
  timeZone: {
    name: 'PANTAU_TIMEZONE',
    kind: 'time-zone',
    default: 'Asia/Jakarta',
    about: 'Time zone of calendar days',
  },
  sessionHours: {
    name: 'PANTAU_SESSION_HOURS',
    kind: 'integer',
    default: 24,
    min: 1,
    max: 24 * 365,
    about: 'How long a token is valid',
  },
  adminPassword: {
    name: 'PANTAU_ADMIN_PASSWORD',
    kind: 'secret',
    about: 'Password of the admin created at the first start',
  },
  defaultQuota: {
    name: 'PANTAU_DEFAULT_QUOTA',
    kind: 'integer',
    default: 10_000,
    min: 0,
    max: QUOTA_MAX,
    about: 'Quota of a new user',
  },
  trustProxy: {
    name: 'PANTAU_TRUST_PROXY',
    kind: 'flag',
    default: false,
    about: 'Behind a reverse proxy: take the client address from X-Forwarded-For',
  },
  secureCookies: {
    name: 'PANTAU_SECURE_COOKIES',
    kind: 'flag',
    default: false,
    about: 'Served over https: send the session cookie over https only',
  },
  requestsMax: {
    name: 'PANTAU_REQUESTS_MAX',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 100_000,
    about: 'Quick requests handled at once; 0: as many as there are database connections',
  },
  workers: {
    name: 'PANTAU_WORKERS',
    kind: 'integer',
    default: 4,
    min: 0,
    max: 64,
    about: 'Jobs that one process runs at once',
  },
  leaseSeconds: {
    name: 'PANTAU_LEASE_SECONDS',
    kind: 'integer',
    default: 30,
    min: 2,
    max: 3_600,
    about: 'Time after which the job of a dead worker is taken over by another',
  },
  databaseConnections: {
    name: 'PANTAU_DATABASE_CONNECTIONS',
    kind: 'integer',
    default: 10,
    min: 2,
    max: 200,
    about: 'Database connections of each process',
  },
} as const satisfies Settings

const METRICS = {
  host: { name: 'PANTAU_METRICS_HOST', kind: 'text', default: '127.0.0.1', about: 'Address of /metrics' },
  port: {
    name: 'PANTAU_METRICS_PORT',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 65_535,
    about: 'Port of /metrics; 0: off',
  },
} as const satisfies Settings

// The names are OpenTelemetry's own, so that an operator's global settings apply here too.
const TRACING = {
  endpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: 'optional-url',
    about: 'Address to send traces to, by OTLP over HTTP',
  },
  service: { name: 'OTEL_SERVICE_NAME', kind: 'text', default: 'pantau', about: 'Service name in traces' },
} as const satisfies Settings

const LLM = {
  url: { name: 'PANTAU_LLM_URL', kind: 'optional-url', about: 'Base address of an OpenAI-compatible endpoint' },
  model: { name: 'PANTAU_LLM_MODEL', kind: 'text', default: '', about: 'Model name; required with the address' },
  key: { name: 'PANTAU_LLM_KEY', kind: 'secret', about: 'API key of the endpoint, if it needs one' },
} as const satisfies Settings

const COLLECT = {
  intervalMinutes: {
    name: 'PANTAU_COLLECT_MINUTES',
    kind: 'integer',
    default: 15,
    min: 1,
    max: 1440,
    about: 'Time between two scheduled runs of a listening project',
  },
  feedMinutes: {
    name: 'PANTAU_FEED_MINUTES',
    kind: 'integer',
    default: 10,
    min: 1,
    max: 1440,
    about: 'Time between two polls of a busy feed; quiet ones are polled less often',
  },
  archiveDays: {
    name: 'PANTAU_ARCHIVE_DAYS',
    kind: 'integer',
    default: 90,
    min: 1,
    max: 3650,
    about: 'How long posts of feeds stay in the archive',
  },
  mentionDays: {
    name: 'PANTAU_MENTION_DAYS',
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about: 'How long mentions are kept after their publication; 0: forever',
  },
  defaultFeeds: { name: 'PANTAU_DEFAULT_FEEDS', kind: 'flag', default: true, about: 'Start with the shipped outlets' },
  fullText: {
    name: 'PANTAU_FULL_TEXT',
    kind: 'flag',
    default: true,
    about: 'Read whole articles for matched headlines',
  },
  allowPrivateNetwork: {
    name: 'PANTAU_ALLOW_PRIVATE_NETWORK',
    kind: 'flag',
    default: false,
    about: 'Allow feeds on loopback and private addresses',
  },
  hostSpacingMs: {
    name: 'PANTAU_HOST_SPACING_MS',
    kind: 'integer',
    default: 2_000,
    min: 0,
    max: 60_000,
    about: 'Pause between two requests to one host',
  },
  contact: {
    name: 'PANTAU_CONTACT',
    kind: 'text',
    default: '',
    about: 'How site owners can reach you, for the User-Agent',
  },
} as const satisfies Settings

// All settings, for documentation and for commands that list them.
export const ALL_SETTINGS: readonly Setting[] = [SERVICE, METRICS, TRACING, LLM, COLLECT]
  .flatMap((group) => Object.values<Setting>(group))
  .concat(SOURCES.flatMap(({ settings }) => Object.values<Setting>(settings)))

// Reads the environment once and reports all problems together. No code below cli reads the environment.
export function readConfig(env: Environment) {
  const problems: string[] = []
  const read = <S extends Settings>(settings: S) => readSettings(settings, env, problems)
  const service = read(SERVICE)
  const llm = read(LLM)
  const config = {
    ...service,
    dataDir: resolve(service.dataDir),
    metrics: read(METRICS),
    tracing: read(TRACING),
    llm,
    collect: read(COLLECT),
    sources: Object.fromEntries(SOURCES.map(({ name, settings }) => [name, read(settings)])) as SourceSettings,
  }
  if (llm.url !== null && llm.model === '') problems.push('PANTAU_LLM_MODEL must be set when PANTAU_LLM_URL is.')
  if (problems.length > 0) throw new Error(`Invalid settings:\n- ${problems.join('\n- ')}`)
  return Object.freeze(config)
}

function readSettings<S extends Settings>(settings: S, env: Environment, problems: string[]): SettingValues<S> {
  const values = Object.entries(settings).map(([key, setting]) => {
    const text = env[setting.name]?.trim() ?? ''
    try {
      return [key, text === '' ? defaultOf(setting) : parse(setting, text)]
    } catch (error) {
      problems.push(`${setting.name} ${(error as Error).message}`)
      return [key, defaultOf(setting)]
    }
  })
  return Object.fromEntries(values) as SettingValues<S>
}

function defaultOf(setting: Setting): SettingValue<Setting> | null {
  if (setting.kind === 'secret') return ''
  if (setting.kind === 'list') return []
  if (setting.kind === 'optional-url') return null
  if (setting.kind === 'url') return new URL(setting.default)
  return setting.default
}

// On a bad value, throws a message that is to follow the name of the setting.
function parse(setting: Setting, text: string): SettingValue<Setting> {
  switch (setting.kind) {
    case 'text':
    case 'secret':
      return text
    case 'list':
      return text.split(/[,\s]+/).filter((item) => item !== '')
    case 'flag':
      return parseFlag(text)
    case 'integer':
      return parseInteger(text, setting.min, setting.max)
    case 'choice':
      if (setting.values.includes(text)) return text
      throw new Error(`must be one of ${setting.values.join(', ')}, not "${text}".`)
    case 'url':
    case 'optional-url':
      return parseUrl(text)
    case 'time-zone':
      return parseTimeZone(text)
  }
}

function parseFlag(text: string): boolean {
  const value = text.toLowerCase()
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw new Error(`must be 1 or 0, not "${text}".`)
}

function parseInteger(text: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new Error(`must be a whole number from ${min} to ${max}, not "${text}".`)
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw new Error(`must be an http or https address such as https://example.com, not "${text}".`)
}

function parseTimeZone(text: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw new Error(`must be a time zone such as Asia/Jakarta, not "${text}".`)
  }
}
