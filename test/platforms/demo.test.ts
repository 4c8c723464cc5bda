import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPantau, type Pantau } from '../../client/src/index.ts'
import { PLATFORMS } from '../../src/domain/platform.ts'

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
    const address = new URL(/http:\/\/\S+/.exec(output)?.[0] ?? '').origin
    const login = { username: 'demo', password: 'coba-pantau' }
    const sources = await waitForSources(createPantau({ url: address, login }))
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

async function waitForSources(pantau: Pantau): Promise<string[]> {
  const until = Date.now() + FILL_MS_MAX
  for (;;) {
    const found = new Set<string>()
    for await (const { id } of pantau.each('/api/project')) {
      for (const source of PLATFORMS) {
        const { data: count } = await pantau.get('/api/project/content-count', { query: { id, sosmedId: source } })
        if (count > 0) found.add(source)
      }
    }
    if (found.size === PLATFORMS.length || Date.now() > until) return [...found].sort()
    await sleep(500)
  }
}
