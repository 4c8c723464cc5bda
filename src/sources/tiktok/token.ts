import { addressOf, requestApi } from '../http/api-request.ts'
import type { Fetch } from '../source.ts'
import { readTokenFailure } from './failure.ts'
import { readToken } from './reply.ts'

export interface TokenSettings {
  readonly clientKey: string
  readonly clientSecret: string
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly now: () => Date
}

export interface TokenKeeper {
  get(signal: AbortSignal): Promise<string>
  // Forgets a token that was refused, unless it has been replaced already.
  drop(token: string): void
  // What must not be shown when something fails.
  secrets(): readonly string[]
}

// A token that is about to expire would fail in the middle of a run.
const FRESH_SHARE = 0.8

export function openTokenKeeper(settings: TokenSettings): TokenKeeper {
  let held: { readonly value: string; readonly until: number } | null = null
  return {
    async get(signal) {
      const now = settings.now().getTime()
      if (held === null || held.until <= now) {
        const { value, expiresSeconds } = await askToken(settings, signal)
        held = { value, until: now + expiresSeconds * 1000 * FRESH_SHARE }
      }
      return held.value
    },
    drop(token) {
      if (held?.value === token) held = null
    },
    secrets() {
      return [settings.clientKey, settings.clientSecret, held?.value ?? '']
    },
  }
}

async function askToken(settings: TokenSettings, signal: AbortSignal) {
  const { clientKey, clientSecret } = settings
  const form = { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' }
  const answer = await requestApi(settings.fetch, addressOf(settings.baseUrl, 'v2/oauth/token/'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    signal,
  })
  const token = answer.status === 200 ? readToken(answer.json) : null
  if (token === null) throw readTokenFailure(answer, [clientKey, clientSecret], settings.now())
  return token
}
