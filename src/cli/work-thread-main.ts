import { enableCompileCache } from 'node:module'

// Each thread must enable it for itself, before it loads large modules.
enableCompileCache()
await import('./work-thread-run.ts')
