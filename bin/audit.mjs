// Part of `npm run check`: fails on known high or critical vulnerabilities in production dependencies. When the registry cannot be
// queried nothing is known about them. That is not a fault of the code, so it passes with a notice that `npm test` repeats at its
// end; with PANTAU_AUDIT=required it fails.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NOTICE = join(ROOT, '.cache', 'audit-notice')
const TIMEOUT_MS = 60_000
const SERIOUS = ['high', 'critical']

const wanted = process.env.PANTAU_AUDIT ?? ''
if (!['', 'required'].includes(wanted)) {
  console.error(`audit: PANTAU_AUDIT is "${wanted}", but it can only be "required" or unset.`)
  process.exit(2)
}
const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json', '--no-fund'], {
  cwd: ROOT,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 64 * 1024 * 1024,
})
const report = readReport(stdout)
rmSync(NOTICE, { force: true })
if (report?.vulnerabilities === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? error?.message ?? 'no response'
  reportSkipped(String(reason).split('\n')[0].replace(/ - .*/, '').slice(0, 100))
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity))
  for (const { name, severity, range } of found) console.error(`audit: ${severity}: ${name} ${range}`)
  if (found.length === 0) console.log('audit: no high or critical vulnerabilities known in production dependencies')
  else process.exitCode = 1
}

function reportSkipped(reason) {
  const isRequired = wanted === 'required'
  const lines = [
    'VULNERABILITIES WERE NOT CHECKED',
    `The registry could not be queried: ${reason}.`,
    'Nothing is known about vulnerabilities of the production dependencies.',
    isRequired
      ? 'This is a failure, because PANTAU_AUDIT=required is set.'
      : 'Run "npm run check" where the registry answers; PANTAU_AUDIT=required makes this a failure.',
  ]
  const bar = '!'.repeat(100)
  const notice = `\n${bar}\n${lines.map((line) => `!!  ${line}`).join('\n')}\n${bar}\n`
  console.error(notice)
  if (isRequired) process.exitCode = 1
  else {
    mkdirSync(dirname(NOTICE), { recursive: true })
    writeFileSync(NOTICE, notice)
  }
}

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
