import { once } from 'node:events'
import { storyRules } from '../src/collect/analyse-post.ts'
import { openPool } from '../src/store/db.ts'
import { addMentions } from '../src/store/mentions/ingest.ts'
import { incomingBatches, renew, type WritersData, type Written } from './writers.ts'

// Stores made-up posts into one project, on as many connections as there are writers, until the parent sends a message.
const { url, projectId, ownerId, count } = JSON.parse(process.argv[2] ?? '') as WritersData
const pool = openPool(url, { max: count })
const target = { projectId, ownerId, jobId: null }
const batches = incomingBatches(20)
let stopped = false
let added = 0
let made = 0

async function write(): Promise<void> {
  while (!stopped) {
    const batch = (batches[made % batches.length] ?? []).map((incoming) => renew(incoming, `w${made}`))
    made += 1
    const ingested = await pool.begin((tx) => addMentions(tx, target, batch, storyRules))
    added += ingested?.added ?? 0
  }
}

const start = performance.now()
const writers = Array.from({ length: count }, write)
process.send?.('writing')
await once(process, 'message')
stopped = true
await Promise.all(writers)
const written: Written = { added, perSecond: (added * 1000) / (performance.now() - start) }
await pool.end({ timeout: 5 })
process.send?.(written)
process.disconnect()
