import type { FastifyReply } from 'fastify'

// Aborts when the client closes the connection before it has the response. The request's own signal also aborts once a body is read.
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) closed.abort()
  })
  return closed.signal
}
