import { writeFileSync } from 'node:fs'
import openapiTypescript from 'openapi-typescript'
import { log } from '../../src/log.ts'
import { startApi } from '../api.ts'

// The types of the client, from the OpenAPI document: `npm run client:types` writes them. Making the document needs no database.
export const SCHEMA = new URL('../../client/src/schema.ts', import.meta.url)

const HEAD = '// Generated from the OpenAPI document by `npm run client:types`; a test compares both.\n\n'

export async function renderSchema(document: object): Promise<string> {
  return openapiTypescript(document as never, { commentHeader: HEAD })
}

async function readDocument(): Promise<object> {
  const api = await startApi({}, {}, { url: 'postgres://127.0.0.1:1/none', drop: async () => {} })
  const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
  await api.close()
  return body
}

if (import.meta.main) {
  log.level = 'warn'
  writeFileSync(SCHEMA, await renderSchema(await readDocument()))
}
