// The Chromium in the npm package @sparticuz/chromium: x86-64 Linux only, compressed, with the libraries and fonts that
// a minimal system lacks. The package's own code expects to run in a cloud function, so it is unpacked here.
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fontSettings } from './browser-fonts.mjs'

const TAR_BLOCK = 512

export function unpackNpmChromium({ cache, root, log }) {
  const source = join(root, 'node_modules', '@sparticuz', 'chromium')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(source)) return null
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const folder = join(cache, `npm-${version}`)
  if (!existsSync(folder)) {
    log('Unpacking a browser for the browser tests.')
    unpack(join(source, 'bin'), folder)
  }
  const env = { LD_LIBRARY_PATH: join(folder, 'lib'), ...fontSettings({ folder, fonts: [join(folder, 'fonts')] }) }
  return { path: join(folder, 'chromium'), env }
}

// Unpacks under a temporary name first, so that an interrupted set-up does not leave a broken browser behind.
function unpack(source, folder) {
  const draft = `${folder}.${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  try {
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      untar(brotliDecompressSync(readFileSync(join(source, `${name}.tar.br`))), draft)
    }
    writeFileSync(join(draft, 'chromium'), brotliDecompressSync(readFileSync(join(source, 'chromium.br'))))
    chmodSync(join(draft, 'chromium'), 0o755)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

// A tar archive is a sequence of 512-byte headers, each followed by the file's content padded to a multiple of 512 bytes.
function untar(archive, folder) {
  for (let offset = 0; offset + TAR_BLOCK <= archive.length && archive[offset] !== 0; ) {
    const text = (from, to) => archive.toString('utf8', offset + from, offset + to).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 136), 8) || 0
    const path = join(folder, normalize(`/${text(0, 100)}`))
    const content = archive.subarray(offset + TAR_BLOCK, offset + TAR_BLOCK + size)
    const kind = text(156, 157)
    mkdirSync(dirname(path), { recursive: true })
    if (kind === '5') mkdirSync(path, { recursive: true })
    else if (kind === '2') symlinkSync(text(157, 257), path)
    else if (kind === '' || kind === '0') writeFileSync(path, content, { mode: 0o755 })
    offset += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
}
