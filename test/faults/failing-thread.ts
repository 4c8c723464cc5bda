import { rmSync, statSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Loaded first in a child process (`--import`) and in each of its threads: when the file FAIL_FILE appears, the worker thread
// fails, as from a bug in a library. It fails once, because it removes the file.
const file = process.env.FAIL_FILE ?? ''
if (!isMainThread) {
  setInterval(() => {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return
    rmSync(file)
    throw new Error('an uncaught error')
  }, 50).unref()
}
