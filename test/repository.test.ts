import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = resolve(import.meta.dirname, '..')
const PUBLIC = join(ROOT, 'web', 'public')

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

test('the web manifest is linked, and its icons have the declared sizes, also one that can be masked', () => {
  const page = read('web/index.html')
  assert.match(page, /<link rel="manifest" href="\/manifest\.webmanifest" \/>/)
  const manifest = JSON.parse(read('web/public/manifest.webmanifest'))
  assert.equal(manifest.start_url, '/')
  assert.equal(manifest.display, 'standalone')
  for (const purpose of ['any', 'maskable']) {
    const sizes = manifest.icons.filter((icon: { purpose: string }) => icon.purpose === purpose)
    assert.deepEqual(
      sizes.map((icon: { sizes: string }) => icon.sizes),
      ['192x192', '512x512'],
    )
  }
  const [touch = ''] = /(?<=<link rel="apple-touch-icon" href=")[^"]+/.exec(page) ?? []
  assert.equal(sizeOf(touch), '192x192')
  for (const { src, sizes } of manifest.icons) assert.equal(sizeOf(src), sizes, src)
})

test('every component of the dashboard is described, with a picture of each specimen', () => {
  const page = read('docs/reference/components.md')
  const components = globSync('web/src/components/*.tsx', { cwd: ROOT })
  assert.deepEqual(
    components.filter((path) => !page.includes(`\`${path}\``)),
    [],
  )
  const specimens = globSync('web/src/gallery/*specimens.tsx', { cwd: ROOT }).flatMap((path) =>
    Array.from(read(path).matchAll(/^ {2,4}(?:\{ )?name: '([a-z-]+)'/gm), ([, name]) => name),
  )
  assert.ok(specimens.length > 20)
  assert.deepEqual(
    specimens.filter((name) => !page.includes(`](../images/components/${name}.png)`)),
    [],
  )
})

// The width and height of a PNG file.
function sizeOf(path: string): string {
  const bytes = readFileSync(join(PUBLIC, path))
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the service is started with the same memory by npm start, npx, the container and the systemd unit', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const [, variables = '', flags = ''] = /^((?:\w+=\S+ )+)exec node (.+) bin\/pantau\.mjs/.exec(scripts.start) ?? []
  const environment = variables.trim()
  assert.deepEqual(environment.replaceAll(/=\S+/g, '').split(' '), ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'])
  const literal = environment.replaceAll(/(\w+)=(\S+)/g, "$1: '$2',")
  const others = {
    'bin/pantau.mjs': [`env: { ${literal} ...process.env }`, `'${flags}'`],
    Containerfile: [`ENV ${environment}\n`, `["node", "${flags}", "bin/pantau.mjs"]`],
    'docs/how-to/operate.md': [`\nEnvironment=${environment}\n`, `/node ${flags} bin/pantau.mjs start\n`],
  }
  for (const [path, parts] of Object.entries(others)) {
    const text = read(path)
    for (const part of parts) assert.ok(text.includes(part), `${path}: ${part}`)
  }
})

test('the workflow runs the test command of the README on x64 and arm64', () => {
  const workflow = read('.github/workflows/test.yml')
  const [command = ''] = /(?<=^ {6}- run: ).+$/m.exec(workflow) ?? []
  const [, tested] = /^```\nnpm start .*\n(npm test)\b.*\n```$/m.exec(read('README.md')) ?? []
  assert.equal(command, tested)
  assert.match(workflow, /runner: \[ubuntu-24\.04, ubuntu-24\.04-arm\]/)
  const [oldest] = /(?<=with Node )\d+/.exec(read('README.md')) ?? []
  assert.match(workflow, new RegExp(`node-version: ${oldest}$`, 'm'))
})

test('the development container has the Node of the container that is shipped', () => {
  const { image } = JSON.parse(read('.devcontainer/devcontainer.json'))
  const [shipped] = /(?<=^FROM )\S+:\d+-[a-z]+/m.exec(read('Containerfile')) ?? []
  assert.equal(image, shipped)
})

test('the forms for issues have a name, a description and fields with ids of their own', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT }).filter((path) => !path.endsWith('config.yml'))
  assert.equal(forms.length, 2)
  for (const path of forms) {
    const text = read(path)
    assert.match(text, /^name: .+\ndescription: .+\n/)
    const ids = Array.from(text.matchAll(/^ {4}id: (\w+)$/gm), ([, id]) => id)
    assert.ok(ids.length > 0)
    assert.equal(new Set(ids).size, ids.length)
  }
})
