import { resolve } from 'node:path'
import { QUOTA_MAX } from './domain/quota.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Config = ReturnType<typeof readConfig>

// Reads the environment once. Everything that is wrong is named at once; below cli nobody reads the environment.
export function readConfig(env: Environment) {
  const read = new Reader(env)
  const config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 3000, 0, 65_535),
    databaseUrl: read.text('DATABASE_URL', ''),
    dataDir: resolve(read.text('PANTAU_DATA_DIR', './data')),
    timeZone: read.timeZone('PANTAU_TIMEZONE', 'Asia/Jakarta'),
    sessionHours: read.integer('PANTAU_SESSION_HOURS', 24, 1, 24 * 365),
    adminPassword: read.text('PANTAU_ADMIN_PASSWORD', ''),
    defaultQuota: read.integer('PANTAU_DEFAULT_QUOTA', 10_000, 0, QUOTA_MAX),
    // Behind a reverse proxy, who asks is in X-Forwarded-For; without one that header is anybody's word.
    trustProxy: read.flag('PANTAU_TRUST_PROXY', false),
    // Cookies of the dashboard are sent over https only. Off by default because the default address is plain http.
    secureCookies: read.flag('PANTAU_SECURE_COOKIES', false),
    // Quick requests handled at once. 0: as many as there are connections to the database.
    requestsMax: read.integer('PANTAU_REQUESTS_MAX', 0, 0, 100_000),
    workers: read.integer('PANTAU_WORKERS', 4, 0, 64),
    // A job of a worker that died is taken by another after this long.
    leaseSeconds: read.integer('PANTAU_LEASE_SECONDS', 30, 2, 3_600),
    databaseConnections: read.integer('PANTAU_DATABASE_CONNECTIONS', 10, 2, 200),
    metrics: {
      host: read.text('PANTAU_METRICS_HOST', '127.0.0.1'),
      port: read.integer('PANTAU_METRICS_PORT', 0, 0, 65_535),
    },
    // The names are those of OpenTelemetry, so that what an operator sets for everything works here too.
    tracing: {
      endpoint: read.text('OTEL_EXPORTER_OTLP_ENDPOINT', ''),
      service: read.text('OTEL_SERVICE_NAME', 'pantau'),
    },
    llm: {
      url: read.text('PANTAU_LLM_URL', ''),
      model: read.text('PANTAU_LLM_MODEL', ''),
      key: read.text('PANTAU_LLM_KEY', ''),
    },
    collect: {
      intervalMinutes: read.integer('PANTAU_COLLECT_MINUTES', 15, 1, 1440),
      feedMinutes: read.integer('PANTAU_FEED_MINUTES', 10, 1, 1440),
      archiveDays: read.integer('PANTAU_ARCHIVE_DAYS', 90, 1, 3650),
      // 0 keeps mentions for ever.
      mentionDays: read.integer('PANTAU_MENTION_DAYS', 0, 0, 36_500),
      defaultFeeds: read.flag('PANTAU_DEFAULT_FEEDS', true),
      fullText: read.flag('PANTAU_FULL_TEXT', true),
      allowPrivateNetwork: read.flag('PANTAU_ALLOW_PRIVATE_NETWORK', false),
      hostSpacingMs: read.integer('PANTAU_HOST_SPACING_MS', 2_000, 0, 60_000),
      contact: read.text('PANTAU_CONTACT', ''),
    },
    sources: readSources(read),
  } as const
  if (config.tracing.endpoint !== '') read.url('OTEL_EXPORTER_OTLP_ENDPOINT', config.tracing.endpoint)
  if (config.llm.url !== '' && config.llm.model === '')
    read.complain('PANTAU_LLM_MODEL must be set beside PANTAU_LLM_URL')
  read.throwIfWrong()
  return Object.freeze(config)
}

function readSources(read: Reader) {
  return {
    x: {
      token: read.text('PANTAU_X_TOKEN', ''),
      url: read.url('PANTAU_X_URL', 'https://api.x.com'),
      dialect: read.choice('PANTAU_X_DIALECT', ['tweet', 'post'], 'tweet'),
    },
    youtube: {
      key: read.text('PANTAU_YOUTUBE_KEY', ''),
      url: read.url('PANTAU_YOUTUBE_URL', 'https://youtube.googleapis.com'),
      comments: read.flag('PANTAU_YOUTUBE_COMMENTS', true),
    },
    facebook: {
      token: read.text('PANTAU_FACEBOOK_TOKEN', ''),
      url: read.url('PANTAU_FACEBOOK_URL', 'https://graph.facebook.com'),
      pages: read.list('PANTAU_FACEBOOK_PAGES'),
    },
    instagram: {
      token: read.text('PANTAU_INSTAGRAM_TOKEN', ''),
      url: read.url('PANTAU_INSTAGRAM_URL', 'https://graph.facebook.com'),
      user: read.text('PANTAU_INSTAGRAM_USER', ''),
    },
    tiktok: {
      key: read.text('PANTAU_TIKTOK_KEY', ''),
      secret: read.text('PANTAU_TIKTOK_SECRET', ''),
      url: read.url('PANTAU_TIKTOK_URL', 'https://open.tiktokapis.com'),
    },
    googleNews: {
      enabled: read.flag('PANTAU_GOOGLE_NEWS', false),
      url: read.url('PANTAU_GOOGLE_NEWS_URL', 'https://news.google.com'),
    },
    gdelt: {
      enabled: read.flag('PANTAU_GDELT', false),
      url: read.url('PANTAU_GDELT_URL', 'https://api.gdeltproject.org'),
    },
  }
}

class Reader {
  readonly #env: Environment
  readonly #wrong: string[] = []

  constructor(env: Environment) {
    this.#env = env
  }

  text(name: string, fallback: string): string {
    const value = this.#env[name]?.trim()
    return value === undefined || value === '' ? fallback : value
  }

  list(name: string): readonly string[] {
    return this.text(name, '')
      .split(/[,\s]+/)
      .filter((item) => item !== '')
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name, fallback ? '1' : '0').toLowerCase()
    if (value === '1' || value === 'true') return true
    if (value !== '0' && value !== 'false') this.complain(`${name} must be 1 or 0, not "${value}"`)
    return false
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name, String(fallback))
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    this.complain(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
    return fallback
  }

  choice<const T extends readonly string[]>(name: string, values: T, fallback: T[number]): T[number] {
    const value = this.text(name, fallback)
    if (values.includes(value)) return value
    this.complain(`${name} must be one of ${values.join(', ')}, not "${value}"`)
    return fallback
  }

  url(name: string, fallback: string): URL {
    const value = this.text(name, fallback)
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return new URL(value)
    this.complain(`${name} must be an http or https address, not "${value}"`)
    return new URL(fallback)
  }

  timeZone(name: string, fallback: string): string {
    const value = this.text(name, fallback)
    try {
      new Intl.DateTimeFormat('en', { timeZone: value })
      return value
    } catch {
      this.complain(`${name} must be a time zone such as Asia/Jakarta, not "${value}"`)
      return fallback
    }
  }

  complain(what: string): void {
    this.#wrong.push(what)
  }

  throwIfWrong(): void {
    if (this.#wrong.length > 0) throw new Error(`Settings that cannot be used:\n- ${this.#wrong.join('\n- ')}`)
  }
}
