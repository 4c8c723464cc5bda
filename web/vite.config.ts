import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import react from '@vitejs/plugin-react'
import { fastify } from 'fastify'
import { defineConfig, type Plugin } from 'vite'

// The last steps of brotli's quality take ten seconds for a megabyte and save little.
const BEST_BYTES_MAX = 1_000_000

// Compresses every asset once at build time, so that the server never compresses per request.
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = dir ?? ''
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue
      const bytes = await readFile(join(folder, name))
      const quality = bytes.length > BEST_BYTES_MAX ? 9 : 11
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
      await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

// Copies the script of the reference page (/docs). The package only offers it as a route of a server. Loading that package costs
// 0.4 s and 40 MB, which a build pays once and every start of the service would pay again.
const referenceScript: Plugin = {
  name: 'reference-script',
  apply: 'build',
  async generateBundle() {
    const app = fastify()
    await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
    const { statusCode, body } = await app.inject('/docs/js/scalar.js')
    await app.close()
    if (statusCode !== 200) throw new Error(`The script of the reference page is missing: ${statusCode}.`)
    // The source map is not shipped.
    this.emitFile({
      type: 'asset',
      fileName: 'docs/scalar.js',
      source: body.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    })
  },
}

// Names the cache of the service worker after the content of its files.
const offlineWorker: Plugin = {
  name: 'offline-worker',
  apply: 'build',
  async generateBundle() {
    const folder = import.meta.dirname
    const worker = await readFile(join(folder, 'src/offline-worker.js'), 'utf8')
    const hash = createHash('sha256').update(worker)
    for (const name of ['offline/index.html', 'offline/offline.js', 'offline/offline.css', 'theme.js', 'favicon.svg'])
      hash.update(await readFile(join(folder, 'public', name)))
    const source = worker.replace('__VERSION__', hash.digest('hex').slice(0, 12))
    this.emitFile({ type: 'asset', fileName: 'offline-worker.js', source })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), referenceScript, offlineWorker, compressAssets],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest browsers with `light-dark()`, which lets one declaration cover both themes.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A data: URL in a style sheet would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The dashboard, and the page of shared reports, which has nothing of it.
    // Advice on profiling plugins is of no use to people who start the service.
    rolldownOptions: {
      input: { index: join(import.meta.dirname, 'index.html'), shared: join(import.meta.dirname, 'shared.html') },
      checks: { bundlerTimings: false },
    },
  },
})
