import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMaterial, aMention } from '../material.fixture.ts'
import { makePrompt } from './prompt.ts'

test('a prompt is well-formed wherever a text or a name is cut', () => {
  for (let before = 0; before < 4; before++) {
    const emoji = `${'a'.repeat(before)}${'😀'.repeat(1_500)}`
    const { user } = makePrompt(aMaterial({ mentions: [aMention('a1', emoji, { author: emoji })] }), 'n')
    assert.ok(user.isWellFormed() && user.includes('😀'), `${before}`)
  }
  const broken = aMention('a1', 'beras \ud83d', { author: '\ude00' })
  assert.ok(makePrompt(aMaterial({ mentions: [broken] }), 'n').user.isWellFormed())
})
