// Part of `npm run check`: fails on known high or critical vulnerabilities in production dependencies. When the registry cannot be
// reached or does not support audits, it prints a notice and passes: an unreachable registry is not a fault of the code.
import { spawnSync } from 'node:child_process'

const TIMEOUT_MS = 60_000
const SERIOUS = ['high', 'critical']

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json', '--no-fund'], {
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 64 * 1024 * 1024,
})
const report = readReport(stdout)
if (report?.vulnerabilities === undefined) {
  const reason = report?.message ?? report?.error?.summary ?? error?.message ?? 'no response'
  console.log(
    `audit: skipped, the registry could not be queried (${String(reason).split('\n')[0].replace(/ - .*/, '').slice(0, 100)})`,
  )
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity))
  for (const { name, severity, range } of found) console.error(`audit: ${severity}: ${name} ${range}`)
  if (found.length === 0) console.log('audit: no high or critical vulnerabilities known in production dependencies')
  else process.exitCode = 1
}

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
