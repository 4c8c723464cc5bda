import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// The first file of each thread that thread.ts opens. It is JavaScript, so that a thread whose modules are all in the cache does not
// load what strips types, which takes 18 MB. Each thread must enable the cache for itself.
enableCompileCache()
await import(workerData.file)
