import { createServer, type IncomingMessage } from 'node:http'
import { toWireMention, toWireProject } from '../src/api/convert.ts'
import { pageOf } from '../src/api/paging.ts'
import { readRankedPage } from '../src/api/ranked.ts'
import { findSessions } from '../src/store/accounts/sessions.ts'
import { openPool } from '../src/store/db.ts'
import { countMentions, listMentions } from '../src/store/mentions/mentions.ts'
import { listProjects } from '../src/store/projects/projects.ts'

// The baseline for the API: bare `node:http` that sends the same response, body and headers. `query` runs the same statements as the API,
// without authentication; `token` looks the token up first; `bytes` returns a fixed body without a statement.
const [kind = 'query', url = '', headersJson = '{}', bytes = ''] = process.argv.slice(2)
const pool = openPool(url, { max: 10 })
const headers = JSON.parse(headersJson) as Record<string, string>

async function respond({ url: target = '/', headers: sent }: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams: query } = new URL(target, 'http://127.0.0.1')
  const ownerId = String(sent['x-owner'])
  const id = query.get('keywordId') ?? query.get('id') ?? ''
  const paging = { page: Number(query.get('page') ?? 1), limit: Number(query.get('limit') ?? 10) }
  if (kind === 'token') await findSessions(pool, [(sent.authorization ?? '').slice('Bearer '.length)])
  if (pathname === '/api/mentions') {
    const found = await listMentions(pool, { ownerId, id }, {}, paging)
    if (found === null) throw new Error('There is no such project.')
    const { project, total, mentions } = found
    const data = mentions.map((mention) => toWireMention(mention, project))
    return pageOf(data, total, paging)
  }
  if (pathname === '/api/mentions/r10') return readRankedPage(pool, ownerId, { keywordId: id, ...paging })
  if (pathname === '/api/project/content-count') {
    const [total] = await countMentions(pool, [{ project: { ownerId, id }, filter: {} }])
    return { data: total }
  }
  const [page] = await listProjects(pool, [{ owner: ownerId, ...paging }])
  return pageOf((page?.projects ?? []).map(toWireProject), page?.total ?? 0, paging)
}

const server = createServer((request, response) => {
  if (kind === 'bytes') {
    response.writeHead(200, headers).end(bytes)
    return
  }
  respond(request).then(
    (value) => response.writeHead(200, headers).end(JSON.stringify(value)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`The server is at http://127.0.0.1:${address?.port}`)
})
process.on('SIGTERM', () => process.exit())
