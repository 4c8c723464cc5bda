// Credentials in query parameters and headers must never appear in a log, an error or a stored reply.
const SECRET_NAMES =
  'access_token|client_secret|client_key|appsecret_proof|refresh_token|auth_token|id_token|api_key|apikey|api-key|x-api-key|x-goog-api-key|password|passwd|secret|signature|token|auth|key|sig'
const PARAMETERS = new RegExp(`((?:^|[?&;\\s"'{,])(?:${SECRET_NAMES})["']?\\s*[=:]\\s*["']?)[^&\\s"',;}#]+`, 'gi')
const SCHEMES = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=%-]{6,}/gi
const AUTHORIZATION = /\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|basic|oauth)\s+)?[^\s"',;}]+/gi
const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi

export const HIDDEN = '[hidden]'

export function redact(text: string): string {
  return text
    .replace(USER_INFO, '$1')
    .replace(AUTHORIZATION, `$1${HIDDEN}`)
    .replace(SCHEMES, `$1 ${HIDDEN}`)
    .replace(PARAMETERS, `$1${HIDDEN}`)
}

// A URL for display: no user name, no password, no secret parameter, no fragment, and limited in length.
export function redactUrl(url: URL): string {
  // Cut first: the length of the URL is untrusted input.
  const query = redact(url.search.slice(0, 4 * SHOWN_MAX))
  const shown = `${url.protocol}//${url.host}${url.pathname}${query}`
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown
}

const SHOWN_MAX = 300
