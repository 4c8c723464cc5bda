import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALL_SETTINGS, readConfig } from '../src/config.ts'
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

test('e-mail needs a sender and the address of the dashboard', () => {
  const env = {
    PANTAU_SMTP_URL: 'smtp://127.0.0.1:25',
    PANTAU_MAIL_FROM: 'Pantau <pantau@example.org>',
    PANTAU_PUBLIC_URL: 'https://pantau.example.org',
  }
  assert.equal(readConfig(env).channels.smtpUrl, env.PANTAU_SMTP_URL)
  assert.throws(() => readConfig({ ...env, PANTAU_MAIL_FROM: 'Pantau' }), /PANTAU_MAIL_FROM must be an e-mail address/)
  assert.throws(() => readConfig({ ...env, PANTAU_PUBLIC_URL: '' }), /PANTAU_PUBLIC_URL must be set/)
  assert.throws(() => readConfig({ ...env, PANTAU_SMTP_URL: 'mail:25' }), /PANTAU_SMTP_URL is not an SMTP address/)
})

test('GDELT is on together with the shipped outlets, unless it is set', () => {
  const isOn = (env: Record<string, string>) => readConfig(env).sources.gdelt.enabled
  assert.equal(isOn({}), true)
  assert.equal(isOn({ PANTAU_GDELT: '0' }), false)
  assert.equal(isOn({ PANTAU_DEFAULT_FEEDS: '0' }), false)
  assert.equal(isOn({ PANTAU_DEFAULT_FEEDS: '0', PANTAU_GDELT: '1' }), true)
  assert.equal(readConfig({}).sources['google-news'].enabled, false)
})

function defaultOf(setting: Setting): string {
  if (!('default' in setting)) return ''
  return typeof setting.default === 'boolean' ? String(Number(setting.default)) : String(setting.default)
}
