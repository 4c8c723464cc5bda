import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Loaded before a test: replaces a part of one source file as it is imported. The file itself is never written, so a killed run
// leaves nothing behind. NODE_OPTIONS passes this hook on to the processes and threads that the test starts.

const { MUTANT } = process.env
if (MUTANT !== undefined) {
  const { path, start, end, text } = JSON.parse(MUTANT) as { path: string; start: number; end: number; text: string }
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.startsWith('file:') || fileURLToPath(url) !== path) return nextLoad(url, context)
      const source = readFileSync(path, 'utf8')
      return {
        format: 'module-typescript',
        source: source.slice(0, start) + text + source.slice(end),
        shortCircuit: true,
      }
    },
  })
}
