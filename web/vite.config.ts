import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// Compresses every asset once at build time, so that the server never compresses per request.
const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = dir ?? ''
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue
      const bytes = await readFile(join(folder, name))
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(bytes))
      await writeFile(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressAssets],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The oldest browsers with `light-dark()`, which lets one declaration cover both themes.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A data: URL in a style sheet would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Advice on profiling plugins is of no use to people who start the service.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})
