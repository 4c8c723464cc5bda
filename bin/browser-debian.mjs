// For Debian and its derivatives on any architecture: downloads the distribution's own packages and unpacks them into a
// private folder. This needs no root and installs nothing.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fontSettings } from './browser-fonts.mjs'

const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core', 'fontconfig-config']

export function downloadDebianChromium({ cache, log }) {
  if (process.platform !== 'linux' || !hasTools()) return null
  const folder = join(cache, `debian-${process.arch}`)
  if (!existsSync(folder)) {
    log('Downloading a browser for the browser tests with apt-get, into .cache only. This takes half a minute.')
    download(folder)
  }
  const libraries = readFileSync(join(folder, 'libraries'), 'utf8').trim()
  const env = {
    LD_LIBRARY_PATH: libraries,
    ...fontSettings({ folder, fonts: [join(folder, 'usr', 'share', 'fonts')] }),
  }
  return { path: findProgram(folder), env }
}

function hasTools() {
  return ['apt-get', 'dpkg-deb'].every((tool) => spawnSync(tool, ['--version']).status === 0)
}

function download(folder) {
  const draft = `${folder}.${randomUUID()}`
  const apt = `${folder}.apt.${randomUUID()}`
  try {
    for (const path of [draft, join(apt, 'lists', 'partial'), join(apt, 'archives', 'partial')]) {
      mkdirSync(path, { recursive: true })
    }
    runApt(apt, ['update'])
    runApt(apt, ['install', '--download-only', '--yes', '--no-install-recommends', ...PACKAGES])
    const archives = readdirSync(join(apt, 'archives')).filter((name) => name.endsWith('.deb'))
    for (const name of archives) execFileSync('dpkg-deb', ['-x', join(apt, 'archives', name), draft])
    writeFileSync(join(draft, 'libraries'), libraryFolders(draft, folder).join(':'))
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    for (const path of [draft, apt]) rmSync(path, { recursive: true, force: true })
  }
}

// Installed packages are not downloaded again, because apt still reads the system's own package database.
function runApt(folder, args) {
  const settings = {
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': folder,
    'Dir::Cache::archives': join(folder, 'archives'),
    'Debug::NoLocking': 'true',
    'APT::Sandbox::User': 'root',
    'Acquire::Retries': '2',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const result = spawnSync('apt-get', ['-q', ...flags, ...args], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (result.status === 0) return
  const errors = `${result.stderr}`
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('E:'))
  throw new Error(`apt-get ${args[0]} failed: ${errors[0] ?? 'no error message'}`)
}

function libraryFolders(draft, folder) {
  const found = new Set()
  const walk = (path) => {
    for (const entry of readdirSync(join(draft, path), { withFileTypes: true })) {
      if (entry.isDirectory()) walk(join(path, entry.name))
      else if (/\.so(\.|$)/.test(entry.name)) found.add(join(folder, path))
    }
  }
  for (const top of ['usr/lib', 'lib']) if (existsSync(join(draft, top))) walk(top)
  return [...found]
}

function findProgram(folder) {
  const candidates = [
    'usr/lib/chromium/chromium-headless-shell',
    'usr/bin/chromium-headless-shell',
    'usr/lib/chromium/chromium',
  ]
  const program = candidates.find((path) => existsSync(join(folder, path)))
  if (program === undefined) throw new Error('the downloaded packages do not contain chromium')
  return join(folder, program)
}
