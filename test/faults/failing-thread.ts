import { rmSync, statSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded before everything else in a child process (`--import`), and in each of its threads: when the file FAIL_FILE appears, the
// thread that collects fails, as by a mistake in a library. It fails once: the file goes.
const file = process.env.FAIL_FILE ?? ''
if (!isMainThread) {
  setInterval(() => {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return
    rmSync(file)
    throw new Error('a mistake that nobody catches')
  }, 50).unref()
}
