// Part of `npm run check`: fails on known serious vulnerabilities in what runs in production. Where the registry cannot be asked,
// or does not offer audits, it says so and passes: an unreachable register is no fault of the code.
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
  const reason = report?.message ?? report?.error?.summary ?? error?.message ?? 'no answer'
  console.log(
    `audit: skipped, the registry could not be asked (${String(reason).split('\n')[0].replace(/ - .*/, '').slice(0, 100)})`,
  )
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity))
  for (const { name, severity, range } of found) console.error(`audit: ${severity}: ${name} ${range}`)
  if (found.length === 0) console.log('audit: no serious vulnerability is known in what runs in production')
  else process.exitCode = 1
}

function readReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
