import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core'
import { log } from '../src/log.ts'
import { startApi } from './api.ts'

// Part of `npm run check`: the OpenAPI document against the recommended rules of Redocly, warnings included. Making the document needs
// no database, so none is started.

log.level = 'warn'
const api = await startApi({}, {}, { url: 'postgres://127.0.0.1:1/none', drop: async () => {} })
const source = (await api.app.inject({ method: 'GET', url: '/openapi.json' })).body
await api.close()
const config = await createConfig({ extends: ['recommended'] })
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
const totals = getTotals(problems)
if (problems.length > 0) {
  formatProblems(problems, { format: 'stylish', totals, version: '' })
  process.exitCode = 1
} else console.log('openapi: the document follows the recommended rules of Redocly')
