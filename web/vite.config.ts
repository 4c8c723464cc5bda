import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Browsers with `light-dark()`; one theme declaration then serves both themes.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A data: address in a style sheet would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
