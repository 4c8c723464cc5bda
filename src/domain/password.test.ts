import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordFault } from './password.ts'

const REFUSED: [string, RegExp][] = [
  ['short', /at least 8/],
  ['x'.repeat(1_001), /at most 1000/],
  ['password', /common/],
  ['Passw0rd!', /common/],
  ['P@ssw0rd2026', /common/],
  ['12345678', /common/],
  ['1234567890', /common/],
  ['87654321', /common/],
  ['aaaaaaaa', /common/],
  ['abcabcabc', /common/],
  ['abcdefgh', /common/],
  ['qwertyuiop', /common/],
  ['Indonesia45', /common/],
  ['bismillah', /common/],
  ['sayang123', /common/],
  ['17081945', /common/],
  ['adminadmin', /common/],
  ['sari-2026-x', /user name/],
]
for (const [password, fault] of REFUSED) {
  test(`"${password.slice(0, 20)}" is refused`, () =>
    assert.match(passwordFault(password, 'sari')?.message ?? '', fault))
}

test('what is long or unusual is taken', () => {
  for (const password of ['kopi tubruk di teras', 'Vq7-mBn2', 'hujan8bulan', 'rumah admin di ujung gang'])
    assert.equal(passwordFault(password, 'sari'), null, password)
})
