import type { ResultOf } from './calls.ts'
import { bodyOf } from './lines.ts'
import { type Credentials, createSend, type SendSettings } from './send.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

/** A key or token that the caller has, or none. */
export function fixedToken(token: string | null): Credentials {
  return { token: async () => token, isCookie: false, renew: async () => false }
}

export const COOKIE: Credentials = { ...fixedToken(null), isCookie: true }

/** Logs in with the first request. Requests that start together share one log-in. */
export function loggedIn(baseUrl: string, login: Login, settings: Omit<SendSettings, 'credentials'>): Credentials {
  const send = createSend({ ...settings, credentials: fixedToken(null) })
  let token: Promise<string> | null = null
  const logIn = async (): Promise<string> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(login) }
    const response = await send(() => new Request(`${baseUrl}/api/auth/login`, init))
    await (response.ok ? null : bodyOf(response))
    return ((await response.json()) as ResultOf<'/api/auth/login', 'post'>).token
  }
  const current = (): Promise<string> => {
    token ??= logIn().catch((error) => {
      token = null
      throw error
    })
    return token
  }
  return {
    token: current,
    isCookie: false,
    renew: async (refused) => {
      // Another request may have replaced it meanwhile.
      if ((await current()) === refused) token = null
      return true
    },
  }
}
