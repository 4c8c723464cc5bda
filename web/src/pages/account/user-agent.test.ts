import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAgent } from './user-agent.ts'

test('a user agent is shown as browser and system, or as the name of the program', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  for (const [agent, shown] of [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge · Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari · macOS',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    [`${'x'.repeat(300)} y`, 'x'.repeat(60)],
    ['', ''],
  ] as const)
    assert.equal(describeAgent(agent), shown)
})
