import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { openNewsPlatform } from './platforms/news.ts'

const ROOT = join(import.meta.dirname, '..')
const TUTORIAL = readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8')

// The shell blocks of the page, in order. The first one starts the service.
const [START = '', ...BLOCKS] = [...TUTORIAL.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '')

interface Started {
  readonly url: string
  readonly password: string
  readonly service: ChildProcess
}

// The shipped outlets are out of reach; a local server of a news search stands in for them.
async function startService(folder: string, search: URL): Promise<Started> {
  const service = spawn('bash', ['-c', START], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PORT: '0',
      PANTAU_DATA_DIR: join(folder, 'data'),
      PANTAU_DEFAULT_FEEDS: '0',
      PANTAU_GDELT: '1',
      PANTAU_GDELT_URL: search.href,
    },
  })
  let url = ''
  for await (const line of createInterface({ input: service.stdout })) {
    url = /^Pantau is at (\S+)/.exec(line)?.[1] ?? url
    const password = /^│ +Password +(\S+)/.exec(line)?.[1]
    if (password !== undefined) return { url, password, service }
  }
  throw new Error('The service did not start.')
}

test('every command of the tutorial works as it is printed', async (t) => {
  assert.equal(START.trim(), 'npm start')
  const folder = mkdtempSync(join(tmpdir(), 'pantau-tutorial-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const news = await openNewsPlatform()
  t.after(() => news.close())
  const { url, password, service } = await startService(folder, news.url)
  t.after(async () => {
    process.kill(-(service.pid ?? 0), 'SIGTERM')
    if (service.exitCode === null) await once(service, 'exit')
  })
  const shell = spawn('bash', ['-c', ['set -euo pipefail', ...BLOCKS].join('\n')], {
    cwd: folder,
    env: { ...process.env, PANTAU: url },
  })
  shell.stdin.end(`${password}\n`)
  const [printed, complaints, [status]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'exit'),
  ])
  assert.equal(status, 0, complaints)
  const [matched, listening, run, added, negative, first, ...rest] = printed.trimEnd().split('\n')
  assert.deepEqual([matched, listening], ['true', '1'])
  assert.match(run ?? '', /^(queued|running|done)$/)
  assert.equal(added, '3')
  assert.match(negative ?? '', /^\d+$/)
  assert.match(first ?? '', /banjir/i)
  assert.equal(rest.at(-1), '9997')
  assert.ok(rest.slice(0, -1).join(' ').length > 40, 'there is a summary')
})
