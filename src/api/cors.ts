import cors from '@fastify/cors'
import type { App } from './app.ts'

const PREFLIGHT_SECONDS = 600

// Lets pages of the given origins call the API from browsers, with a key or token in the header. Never with cookies: a page of another
// origin could then act as the user who is logged in. Without origins there are no such headers, and browsers refuse every other page.
export async function allowOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'Last-Event-ID', 'MCP-Protocol-Version'],
    exposedHeaders: [
      'Content-Disposition',
      'Link',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Reason',
      'Retry-After',
      'Warning',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: PREFLIGHT_SECONDS,
  })
}
