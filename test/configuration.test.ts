import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALL_SETTINGS } from '../src/config.ts'
import type { Setting } from '../src/domain/setting.ts'

const PAGE = readFileSync(new URL('../docs/reference/configuration.md', import.meta.url), 'utf8')
// Read by src/log.ts, before the configuration.
const LOG_LEVEL = 'PANTAU_LOG_LEVEL'
const NAMES = new Set([...ALL_SETTINGS.map(({ name }) => name), LOG_LEVEL])
// The second cell of each row, by the setting in the first.
const DEFAULTS = new Map(
  [...PAGE.matchAll(/^\| `([A-Z_]+)` \| (.*?) ?\|/gm)].map(([, name = '', shown = '']) => [name, shown]),
)

test('every setting has a row in docs/reference/configuration.md', () => {
  assert.deepEqual(
    [...NAMES].filter((name) => !DEFAULTS.has(name)),
    [],
  )
})

test('the page names no setting that does not exist', () => {
  const named = [...PAGE.matchAll(/\bPANTAU_[A-Z_]+\b/g)].map(([name]) => name)
  assert.deepEqual(
    [...new Set([...named, ...DEFAULTS.keys()])].filter((name) => !NAMES.has(name)),
    [],
  )
})

test('the page shows the default of every setting that has one', () => {
  const wrong = ALL_SETTINGS.filter((setting) => {
    const expected = defaultOf(setting)
    return expected !== '' && DEFAULTS.get(setting.name) !== `\`${expected}\``
  })
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  )
})

function defaultOf(setting: Setting): string {
  if (!('default' in setting)) return ''
  return typeof setting.default === 'boolean' ? String(Number(setting.default)) : String(setting.default)
}
