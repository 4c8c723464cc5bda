import { ALL_SETTINGS, defaultIn, readConfig, secretsIn } from '../config.ts'
import { isSecret, type Setting } from '../domain/setting.ts'
import { hideSecrets, protectSecrets } from '../log.ts'
import type { Environment } from '../read-settings.ts'
import { defineCommand, unknownMessage } from './command.ts'
import { ENV_FILE } from './env-file.ts'
import { nearest } from './nearest.ts'
import { drawTable } from './table.ts'

export const configCommand = defineCommand({
  usage: `pantau config [--json]

Prints every setting, its value and where it came from: the environment, the file .env, or the default. Secrets are hidden. Ends with 1
when a setting cannot be used, and says why.

  pantau config
  pantau config --json | jq '.[] | select(.from != "default")'`,
  options: { json: { type: 'boolean', default: false } },
  arguments: [],
  async run({ values: { json } }) {
    protectSecrets(secretsIn(process.env))
    const settings = describeSettings(process.env, ENV_FILE.names)
    const rows = settings.map(({ name, value, from }) => [name, value ?? '', from === 'file' ? ENV_FILE.path : from])
    process.stdout.write(
      json
        ? `${JSON.stringify(settings, null, 2)}\n`
        : drawTable({ header: ['setting', 'value', 'from'], rows }, undefined),
    )
    for (const line of unknownSettings(process.env)) process.stderr.write(`${line}\n`)
    readConfig(process.env)
    return 0
  },
})

export interface DescribedSetting {
  readonly name: string
  // Null when it has none.
  readonly value: string | null
  readonly from: 'environment' | 'file' | 'default'
  readonly about: string
}

function describeSettings(env: Environment, inFile: ReadonlySet<string>): DescribedSetting[] {
  return ALL_SETTINGS.map((setting) => {
    const { name, about } = setting
    const text = env[name]?.trim() ?? ''
    if (text === '') return { name, value: defaultIn(setting, env) || null, from: 'default', about }
    return { name, value: showValue(setting, text), from: inFile.has(name) ? 'file' : 'environment', about }
  })
}

const HIDDEN = '[hidden]'

// Of an address, host and path are shown, because they are what is looked for; user, password and query may be secrets.
function showValue(setting: Setting, text: string): string {
  if (setting.kind === 'secret') return HIDDEN
  const url = /:\/\//.test(text) ? URL.parse(text) : null
  if (url === null) return isSecret(setting) ? HIDDEN : hideSecrets(text)
  const user = url.username === '' && url.password === '' ? '' : `${HIDDEN}@`
  return `${url.protocol}//${user}${url.host}${url.pathname}${url.search === '' ? '' : `?${HIDDEN}`}`
}

// Of `npm run check`, which may run in the same environment (bin/audit.mjs).
const SETTINGS_OF_SCRIPTS = ['PANTAU_AUDIT']
const PREFIX = 'PANTAU_'

// A setting with a mistyped name is ignored by everything else. The prefix is left out of the comparison: it makes any two names alike,
// and some settings have none (PORT).
function unknownSettings(env: Environment): string[] {
  const known = new Map(ALL_SETTINGS.map(({ name }) => [withoutPrefix(name), name]))
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && known.get(withoutPrefix(name)) !== name)
    .filter((name) => !SETTINGS_OF_SCRIPTS.includes(name))
    .map((name) => {
      const meant = nearest(withoutPrefix(name), [...known.keys()])
      return unknownMessage('setting', name, meant === null ? null : (known.get(meant) ?? null))
    })
}

function withoutPrefix(name: string): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
}
