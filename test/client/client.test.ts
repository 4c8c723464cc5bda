import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript from 'openapi-typescript'
import { startWork } from '../../src/cli/wire-work.ts'
import { readConfig } from '../../src/config.ts'
import { startApi, type TestApi } from '../api.ts'

const ROOT = join(import.meta.dirname, '../..')
const OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}
const LINE =
  '{"source":"twitter","id":"1","text":"banjir jakarta","url":"https://x.com/a/status/1","published_at":"2026-06-01T00:00:00Z"}\n'

describe('a client generated from the OpenAPI document', () => {
  let api: TestApi
  let work: Awaited<ReturnType<typeof startWork>>
  let folder: string
  before(async () => {
    api = await startApi()
    await api.app.listen({ host: '127.0.0.1', port: 0 })
    work = await startWork(readConfig({ PANTAU_DEFAULT_FEEDS: '0', PANTAU_WORKERS: '1' }), api.pool)
    folder = await mkdtemp(join(tmpdir(), 'pantau-client-'))
    const { body } = await api.request({ method: 'GET', url: '/openapi.json' })
    await writeFile(join(folder, 'types.ts'), await openapiTypescript(body))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }))
    await copyFile(join(import.meta.dirname, 'journey.ts'), join(folder, 'journey.ts'))
  })
  after(async () => {
    await work.stop()
    await api.close()
    await rm(folder, { recursive: true })
  })

  test('compiles under strict and exactOptionalPropertyTypes', async () => {
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    const outcome = await promisify(execFile)(tsc, ['-p', folder]).catch((error: { stdout: string }) => error)
    assert.equal(outcome.stdout, '')
  })

  test('makes the journey from log-in to log-out', async () => {
    const { username, password } = await api.user({ quota: 10 })
    const address = api.app.server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const { makeJourney } = await import(pathToFileURL(join(folder, 'journey.ts')).href)
    const made = await makeJourney(`http://127.0.0.1:${address.port}`, { username, password }, LINE)
    assert.equal(made.created.keyword, 'banjir')
    assert.equal(made.run.status, 'done')
    assert.equal(made.report.new, 1)
    assert.deepEqual([made.mentions.total, made.mentions.page, made.mentions.limit], [1, 1, 10])
    assert.equal(made.found.data[0].id, made.mentions.data[0].id)
    assert.equal(made.changed.sentimen, 1)
    assert.match(made.exported, /banjir jakarta/)
    assert.equal(made.alert.rule.kind, 'volume')
    assert.equal(made.ranked.data[0].id, made.mentions.data[0].id)
    assert.equal(made.total, 1)
    assert.match(made.summary, /\w/)
    assert.equal(made.quota.kuota, 9)
    assert.equal(made.refused.error, 'Unauthorized')
  })
})
