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

export interface TokenCache {
  get(signal: AbortSignal): Promise<string>
  // Drops a token that was refused, unless it has already been replaced.
  drop(token: string): void
  // Values that must not appear in error messages.
  secrets(): readonly string[]
}

// Tokens are renewed early: one that is about to expire would fail in the middle of a run.
const LIFETIME_SHARE = 0.8

export function openTokenCache(settings: TokenSettings): TokenCache {
  let cached: { readonly value: string; readonly until: number } | null = null
  return {
    async get(signal) {
      const now = settings.now().getTime()
      if (cached === null || cached.until <= now) {
        const { value, expiresSeconds } = await requestToken(settings, signal)
        cached = { value, until: now + expiresSeconds * 1000 * LIFETIME_SHARE }
      }
      return cached.value
    },
    drop(token) {
      if (cached?.value === token) cached = null
    },
    secrets() {
      return [settings.clientKey, settings.clientSecret, cached?.value ?? '']
    },
  }
}

async function requestToken(settings: TokenSettings, signal: AbortSignal) {
  const { clientKey, clientSecret } = settings
  const form = { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' }
  const reply = await requestApi(settings.fetch, addressOf(settings.baseUrl, 'v2/oauth/token/'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    signal,
  })
  const token = reply.status === 200 ? readToken(reply.json) : null
  if (token === null) throw readTokenFailure(reply, [clientKey, clientSecret], settings.now())
  return token
}
