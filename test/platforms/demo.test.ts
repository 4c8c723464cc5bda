import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const START_MS_MAX = 150_000
const FILL_MS_MAX = 60_000

test('the demonstration starts, collects from all six sources, states that it is made up, and stops', async () => {
  const file = new URL('./demo.ts', import.meta.url).pathname
  const demo = spawn(process.execPath, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0' },
  })
  const ended = once(demo, 'exit')
  try {
    const output = await readUntil(demo.stdout, 'Ctrl-C')
    assert.match(output, /MADE UP/)
    const address = /http:\/\/\S+/.exec(output)?.[0] ?? ''
    const { token } = await request(address, '/api/auth/login', '', { username: 'demo', password: 'coba-pantau' })
    const sources = await waitForSources(address, token)
    assert.deepEqual(sources, ['facebook', 'instagram', 'news', 'tiktok', 'twitter', 'youtube'])
  } finally {
    demo.kill('SIGINT')
    assert.deepEqual(await ended, [0, null])
  }
})

async function readUntil(stream: NodeJS.ReadableStream, end: string): Promise<string> {
  const signal = AbortSignal.timeout(START_MS_MAX)
  let output = ''
  while (!output.includes(end)) output += String((await once(stream, 'data', { signal }))[0])
  return output
}

async function waitForSources(address: string, token: string): Promise<string[]> {
  const until = Date.now() + FILL_MS_MAX
  for (;;) {
    const { data } = await request(address, '/api/project', token)
    const found = new Set<string>()
    for (const { id } of data as { id: string }[]) {
      for (const source of ['twitter', 'facebook', 'youtube', 'tiktok', 'instagram', 'news']) {
        const { data: count } = await request(address, `/api/project/content-count?id=${id}&sosmedId=${source}`, token)
        if (Number(count) > 0) found.add(source)
      }
    }
    if (found.size === 6 || Date.now() > until) return [...found].sort()
    await sleep(500)
  }
}

interface DemoResponse {
  readonly token: string
  // A list of projects, or a count.
  readonly data: unknown
}

async function request(address: string, path: string, token: string, body?: unknown): Promise<DemoResponse> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(new URL(path, address), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return (await response.json()) as DemoResponse
}
