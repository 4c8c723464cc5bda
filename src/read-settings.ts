import type { Setting, Settings, SettingValue, SettingValues } from './domain/setting.ts'

export type Environment = Readonly<Record<string, string | undefined>>

// Reads the values of some settings and adds what is wrong to `problems`, one line each: the name of the setting, what is wrong with its
// value and an example. The value itself is never repeated: it may be a password that was put into the wrong setting.
export function readSettings<S extends Settings>(settings: S, env: Environment, problems: string[]): SettingValues<S> {
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

export function defaultOf(setting: Setting): SettingValue<Setting> | null {
  switch (setting.kind) {
    case 'secret':
    case 'postgres-url':
    case 'smtp-url':
      return ''
    case 'list':
    case 'origins':
      return []
    case 'optional-url':
      return null
    case 'url':
      return new URL(setting.default)
    case 'proxies':
      return false
    default:
      return setting.default
  }
}

// Throws what is wrong, in words that follow the name of the setting.
function parse(setting: Setting, text: string): SettingValue<Setting> {
  switch (setting.kind) {
    case 'text':
    case 'secret':
      return text
    case 'list':
      return splitList(text)
    case 'origins':
      return splitList(text).map((item) => parseOrigin(setting, item))
    case 'flag':
      return parseFlag(setting, text)
    case 'integer':
      return parseInteger(setting, text)
    case 'choice':
      if (setting.values.includes(text)) return text
      throw fault(setting, `is not one of ${setting.values.join(', ')}`, setting.default)
    case 'url':
    case 'optional-url':
      return parseUrl(setting, text)
    case 'postgres-url':
      return parsePostgresUrl(setting, text)
    case 'smtp-url':
      if (/^smtps?:$/.test(URL.parse(text)?.protocol ?? '')) return text
      throw fault(setting, 'is not an SMTP address', 'smtps://user:password@mail.example.org')
    case 'time-zone':
      return parseTimeZone(setting, text)
    case 'proxies':
      return parseProxies(setting, text)
  }
}

function splitList(text: string): string[] {
  return text.split(/[,\s]+/).filter((item) => item !== '')
}

function fault(setting: Setting, what: string, example: string | number): Error {
  return new Error(`${what}. Example: ${setting.name}=${example}`)
}

function parseFlag(setting: Setting, text: string): boolean {
  const value = text.toLowerCase()
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw fault(setting, 'is neither 1 nor 0', '1')
}

function parseInteger(setting: Extract<Setting, { kind: 'integer' }>, text: string): number {
  const { min, max } = setting
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw fault(setting, `is not a whole number from ${min} to ${max}`, setting.default)
}

function parseUrl(setting: Setting, text: string): URL {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw fault(setting, 'is not an http or https address', 'https://example.com')
}

// Compared with the header Origin character by character, so it must be written as browsers write it. Never "*": every page would do.
function parseOrigin(setting: Setting, text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase()) return url.origin
  throw fault(setting, 'has an item that is not an origin: scheme, host and port only', 'https://dashboard.example.org')
}

function parsePostgresUrl(setting: Setting, text: string): string {
  const url = URL.parse(text)
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol)) return text
  throw fault(setting, 'is not a PostgreSQL address', 'postgres://user:password@db.example.org:5432/pantau')
}

function parseTimeZone(setting: Setting, text: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    throw fault(setting, 'is not a time zone', 'Asia/Jakarta')
  }
}

// The number of proxies in front of the service, or their addresses. Never "all": then a client could claim any address.
function parseProxies(setting: Setting, text: string): number | string | false {
  if (/^\d{1,2}$/.test(text)) return text === '0' ? false : Number(text)
  const addresses = splitList(text)
  if (addresses.every((address) => /^[\da-f.:]+(?:\/\d{1,3})?$/i.test(address))) return addresses.join(',')
  throw fault(setting, 'is neither a number of proxies nor a list of their addresses', '10.0.0.1,10.0.0.2')
}
