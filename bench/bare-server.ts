import { createServer } from 'node:http'
import { findSessions } from '../src/store/accounts/sessions.ts'
import { openPool } from '../src/store/db.ts'
import { countMentions, listMentions } from '../src/store/mentions/mentions.ts'
import { listStories } from '../src/store/mentions/ranked.ts'
import { listProjects } from '../src/store/projects/projects.ts'

// The baseline for the API: bare `node:http`. `query` runs the same query as the API for the same request, without authentication;
// `token` looks the token up first; `bytes` returns a fixed body without a query.
const [kind = 'query', url = '', bytes = ''] = process.argv.slice(2)
const pool = openPool(url, { max: 10 })

async function runQuery(address: URL, token: string, ownerId: string): Promise<unknown> {
  const query = address.searchParams
  const project = { ownerId, id: query.get('keywordId') ?? query.get('id') ?? '' }
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
  if (kind === 'token') await findSessions(pool, [token])
  if (address.pathname === '/api/project') return listProjects(pool, [{ owner: ownerId, page, limit }])
  if (address.pathname === '/api/mentions/r10') return listStories(pool, project, {}, { page, limit })
  if (address.pathname === '/api/mentions') return listMentions(pool, project, {}, { page, limit })
  return countMentions(pool, [{ project, filter: {} }])
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  if (kind === 'bytes') {
    response.end(bytes)
    return
  }
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  runQuery(new URL(request.url ?? '/', 'http://127.0.0.1'), token, String(request.headers['x-owner'])).then(
    (value) => response.end(JSON.stringify(value)),
    (error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`The server is at http://127.0.0.1:${address?.port}`)
})
process.on('SIGTERM', () => process.exit())
