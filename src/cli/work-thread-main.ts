import { enableCompileCache } from 'node:module'

// A thread has to ask for it by itself, before anything large is loaded.
enableCompileCache()
await import('./work-thread-run.ts')
