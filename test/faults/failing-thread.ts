import { existsSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded before everything else in a child process (`--import`), and in each of its threads: the first thread that collects fails
// a while after it has begun, as by a mistake in a library. FAILED_FILE remembers that one did.
const file = process.env.FAILED_FILE ?? ''
if (!isMainThread && !existsSync(file)) {
  setTimeout(() => {
    writeFileSync(file, '')
    throw new Error('a mistake that nobody catches')
  }, 1_500).unref()
}
