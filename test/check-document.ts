import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { log } from '../src/log.ts'
import { startApi } from './api.ts'

// Part of `npm run check`: the OpenAPI document against the recommended rules of Redocly and the rules for OpenAPI of Spectral,
// warnings included. Making the document needs no database, so none is started.

// What Spectral only recommends to those who want it, and why we do not.
const LEFT_OUT = {
  // An installation has no address of ours to name.
  'contact-properties': 'off',
  // In OpenAPI 3.1 a licence has an identifier or a URL, not both.
  'license-url': 'off',
  // The tags are in the order in which a reader needs them.
  'openapi-tags-alphabetical': 'off',
} as const
// The rule as it is shipped fails with an error on a null, which examples contain.
const ENUM_RULE = 'duplicated-entry-in-enum'
const ENUMS = "$..[?(@property !== 'properties' && @ && @.enum && @.enum.constructor.name === 'Array')]"

log.level = 'warn'
const api = await startApi({}, {}, { url: 'postgres://127.0.0.1:1/none', drop: async () => {} })
const source = (await api.app.inject({ method: 'GET', url: '/openapi.json' })).body
await api.close()
const count = (await checkWithRedocly()) + (await checkWithSpectral())
if (count > 0) process.exitCode = 1
else console.log('openapi: the document follows the recommended rules of Redocly and the rules of Spectral')

async function checkWithRedocly(): Promise<number> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  if (problems.length > 0) formatProblems(problems, { format: 'stylish', totals: getTotals(problems), version: '' })
  return problems.length
}

async function checkWithSpectral(): Promise<number> {
  const linter = new spectral.Spectral()
  const { oas } = rulesets
  const enums = { ...oas.rules[ENUM_RULE], given: [ENUMS] }
  linter.setRuleset({
    extends: [[oas as RulesetDefinition, 'all']],
    rules: { ...LEFT_OUT, [ENUM_RULE]: enums },
  } as RulesetDefinition)
  const problems = await linter.run(JSON.parse(source))
  for (const { code, message, path } of problems) console.error(`openapi: ${code}: ${message} at ${path.join('.')}`)
  return problems.length
}
