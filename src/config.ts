import { resolve } from 'node:path'
import { isCommonPassword, passwordFault } from './domain/password.ts'
import { Problem } from './domain/problem.ts'
import { QUOTA_MAX } from './domain/quota.ts'
import { isSecret, type Setting, type Settings } from './domain/setting.ts'
import { LOG_FORMATS, LOG_LEVELS } from './log.ts'
import { defaultOf, type Environment, readSettings } from './read-settings.ts'
import { gdelt } from './sources/gdelt/index.ts'
import { SOURCES, type SourceSettings } from './sources/index.ts'

export type Config = ReturnType<typeof readConfig>

const SERVICE = {
  // Read by cli/env-file.ts before anything else.
  envFile: { name: 'PANTAU_ENV_FILE', kind: 'text', default: '.env', about: 'File with more settings' },
  // These two are read by log.ts; checked here.
  logFormat: {
    name: 'PANTAU_LOG',
    kind: 'choice',
    values: LOG_FORMATS,
    default: 'auto',
    about: 'How it is logged: pretty for people, json for programs; auto: pretty on a terminal',
  },
  logLevel: {
    name: 'PANTAU_LOG_LEVEL',
    kind: 'choice',
    values: LOG_LEVELS,
    default: 'info',
    about: 'What is logged; debug also logs every request',
  },
  host: { name: 'HOST', kind: 'text', default: '127.0.0.1', about: 'Address to listen on' },
  port: { name: 'PORT', kind: 'integer', default: 3000, min: 0, max: 65_535, about: 'Port; 0 picks a free one' },
  // A secret, because it may hold a password.
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: 'postgres-url',
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
  sentimentModel: {
    name: 'PANTAU_SENTIMENT_MODEL',
    kind: 'text',
    default: '',
    about: 'Folder of an ONNX classifier that judges instead of the built-in model',
  },
  sentimentQuick: {
    name: 'PANTAU_SENTIMENT_QUICK',
    kind: 'flag',
    default: false,
    about: 'Judge by the hashed model alone, at a twentieth of the processor time',
  },
  trustProxy: {
    name: 'PANTAU_TRUST_PROXY',
    kind: 'proxies',
    about: 'Reverse proxies in front: their number or their addresses',
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
  keyRate: {
    name: 'PANTAU_KEY_RATE',
    kind: 'integer',
    default: 600,
    min: 1,
    max: 1_000_000,
    about: 'Requests a minute that each API key may make to one process',
  },
  browser: {
    name: 'PANTAU_BROWSER',
    kind: 'text',
    default: '',
    about: 'Chromium or Chrome on this machine, which prints reports as PDF; off without it',
  },
  corsOrigins: {
    name: 'PANTAU_CORS_ORIGINS',
    kind: 'origins',
    about: 'Origins whose pages may call the API from browsers; none without it',
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

const WATCH = {
  everySeconds: {
    name: 'PANTAU_ALERT_SECONDS',
    kind: 'integer',
    default: 60,
    min: 1,
    max: 3_600,
    about: 'How often the rules of projects with new mentions are evaluated',
  },
} as const satisfies Settings

const LLM = {
  url: { name: 'PANTAU_LLM_URL', kind: 'optional-url', about: 'Base address of an OpenAI-compatible endpoint' },
  model: { name: 'PANTAU_LLM_MODEL', kind: 'text', default: '', about: 'Model name; required with the address' },
  key: { name: 'PANTAU_LLM_KEY', kind: 'secret', about: 'API key of the endpoint, if it needs one' },
} as const satisfies Settings

const CHANNELS = {
  publicUrl: {
    name: 'PANTAU_PUBLIC_URL',
    kind: 'optional-url',
    about: 'Address at which people open the dashboard, for links in messages',
  },
  telegramToken: { name: 'PANTAU_TELEGRAM_TOKEN', kind: 'secret', about: 'Token of the Telegram bot that delivers' },
  telegramUrl: {
    name: 'PANTAU_TELEGRAM_URL',
    kind: 'url',
    default: 'https://api.telegram.org',
    about: 'Address of the Telegram Bot API',
  },
  smtpUrl: { name: 'PANTAU_SMTP_URL', kind: 'smtp-url', about: 'Mail server that delivers' },
  mailFrom: { name: 'PANTAU_MAIL_FROM', kind: 'text', default: '', about: 'Sender of e-mails' },
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
  defaultFeeds: {
    name: 'PANTAU_DEFAULT_FEEDS',
    kind: 'flag',
    default: true,
    about: 'Start with the shipped outlets and GDELT',
  },
  fullText: {
    name: 'PANTAU_FULL_TEXT',
    kind: 'flag',
    default: true,
    about: 'Read whole articles for matched headlines and teasers',
  },
  allowPrivateNetwork: {
    name: 'PANTAU_ALLOW_PRIVATE_NETWORK',
    kind: 'flag',
    default: false,
    about: 'Allow feeds and channels on loopback and private addresses',
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
    about: 'How people reach you, an e-mail address or a URL: in the User-Agent, and in /.well-known/security.txt',
  },
} as const satisfies Settings

// Of `pantau mcp`, which uses a service like any other client.
const AGENT = {
  url: {
    name: 'PANTAU_URL',
    kind: 'url',
    default: 'http://127.0.0.1:3000',
    about: 'The service that `pantau mcp` uses',
  },
  key: { name: 'PANTAU_KEY', kind: 'secret', about: 'The API key that `pantau mcp` sends' },
} as const satisfies Settings

// All settings, for documentation and for commands that list them.
export const ALL_SETTINGS: readonly Setting[] = [SERVICE, METRICS, TRACING, LLM, COLLECT, CHANNELS, WATCH, AGENT]
  .flatMap((group) => Object.values<Setting>(group))
  .concat(SOURCES.flatMap(({ settings }) => Object.values<Setting>(settings)))

// Reads the environment once and reports all problems together. No code below cli reads the environment.
export function readConfig(env: Environment) {
  const problems: string[] = []
  const read = <S extends Settings>(settings: S) => readSettings(settings, env, problems)
  const service = read(SERVICE)
  const llm = read(LLM)
  const channels = read(CHANNELS)
  const collect = read(COLLECT)
  const config = {
    ...service,
    dataDir: resolve(service.dataDir),
    metrics: read(METRICS),
    tracing: read(TRACING),
    llm,
    channels,
    collect,
    watch: read(WATCH),
    agent: read(AGENT),
    sources: readSources(env, collect, read),
  }
  if (llm.url !== null && llm.model === '') problems.push('PANTAU_LLM_MODEL must be set when PANTAU_LLM_URL is.')
  if (channels.smtpUrl !== '') {
    if (!/^[^@\n]*[^\s@<]@[^\s@>]+>?$/.test(channels.mailFrom))
      problems.push('PANTAU_MAIL_FROM must be an e-mail address when PANTAU_SMTP_URL is set.')
    if (channels.publicUrl === null)
      problems.push('PANTAU_PUBLIC_URL must be set when PANTAU_SMTP_URL is: e-mail addresses are confirmed by a link.')
  }
  const passwordProblem = service.adminPassword === '' ? null : passwordFault(service.adminPassword)
  if (passwordProblem !== null) problems.push(`PANTAU_ADMIN_PASSWORD ${passwordProblem.message}.`)
  if (problems.length > 0) throw new Problem('invalid', `These settings cannot be used:\n- ${problems.join('\n- ')}`)
  return Object.freeze(config)
}

// Without the shipped outlets GDELT is off too, unless it is set.
function readSources(
  env: Environment,
  { defaultFeeds }: { readonly defaultFeeds: boolean },
  read: (settings: Settings) => Readonly<Record<string, unknown>>,
): SourceSettings {
  const values = Object.fromEntries(SOURCES.map(({ name, settings }) => [name, read(settings)])) as SourceSettings
  return defaultFeeds || isSet(gdelt.settings.enabled, env)
    ? values
    : { ...values, gdelt: { ...values.gdelt, enabled: false } }
}

function isSet({ name }: Setting, env: Environment): boolean {
  return (env[name] ?? '').trim() !== ''
}

// The value that a setting has in this environment while it is not set, as it would be written there.
export function defaultIn(setting: Setting, env: Environment): string {
  if (setting.name === gdelt.settings.enabled.name && !readSettings(COLLECT, env, []).defaultFeeds) return '0'
  const value = 'default' in setting ? defaultOf(setting) : ''
  return typeof value === 'boolean' ? String(Number(value)) : String('default' in setting ? setting.default : '')
}

// Every value that must not be printed anywhere: secrets, and passwords inside addresses.
export function secretsIn(env: Environment): string[] {
  return ALL_SETTINGS.flatMap((setting) => {
    const value = env[setting.name]?.trim() ?? ''
    const password = URL.parse(value)?.password ?? ''
    return [...(isSecret(setting) ? [value] : []), password, decodeURIComponent(password)]
    // A word that everyone uses would be masked in ordinary sentences, and is no secret.
  }).filter((value) => value !== '' && !isCommonPassword(value.toLowerCase()))
}
