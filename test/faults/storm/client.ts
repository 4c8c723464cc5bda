import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLoss, openPool } from '../../../src/store/db.ts'
import type { Random } from '../../platforms/content.ts'
import { type Client, openClient, type Reply } from '../../processes/service.ts'
import type { Answer, Change, Person, Storm } from './storm.ts'

const NOBODY: Person = { id: '', token: '' }
const PAUSE_MS = 100
const TRIES_MAX = 6_000

export interface StormOptions {
  readonly random: Random
  readonly database: string
  // The addresses that can be called now.
  readonly bases: () => readonly string[]
}

export function openStorm({ random, database, bases }: StormOptions): Storm {
  const pool = openPool(database, { max: 3, name: 'storm watcher' })
  const acknowledged = new Map<string, number>()
  const unanswered = new Map<string, number>()
  let next = Promise.withResolvers<void>()
  const acknowledge = (what: string, isRemembered = true) => {
    increase(acknowledged, what)
    if (!isRemembered) return
    next.resolve()
    next = Promise.withResolvers()
  }
  const open = { isOpen: true }
  const repeat = <T>(what: string, attempt: () => Promise<T | null>) => repeatWhile(open, what, attempt)
  const call = async (person: Person, what: string, send: (client: Client) => Promise<Reply>) => {
    const known = bases()
    if (known.length === 0) return null
    const base = random.pick(known)
    const reply = await send(openClient(() => base, person.token)).catch(() => null)
    if (reply !== null && reply.status < 500) return reply
    increase(unanswered, what)
    return null
  }
  const get = (person: Person, path: string) =>
    repeat(path, () => call(person, 'reading', (client) => client.request('GET', path)))
  const change = async (
    person: Person,
    { what, method, path, body, doneBefore, isRemembered }: Change,
  ): Promise<Answer> => {
    const reply = await call(person, what, (client) => client.request(method, path, body))
    if (reply === null) {
      await sleep(PAUSE_MS)
      return { made: false }
    }
    const made = reply.status < 300 || reply.status === doneBefore
    assert.ok(made, `${what}: ${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(reply)}`)
    acknowledge(what, isRemembered)
    return { made: true, body: reply.body }
  }
  return {
    random,
    pool,
    acknowledged,
    unanswered,
    acknowledgement: () => next.promise,
    change,
    async insist(person, wanted) {
      const answer = await repeat(wanted.what, async () => {
        const tried = await change(person, wanted)
        return tried.made ? tried : null
      })
      return answer.body
    },
    async read(person, path) {
      const { status, body } = await get(person, path)
      assert.equal(status, 200, `GET ${path}: ${JSON.stringify(body)}`)
      return body
    },
    look: (path) => get(NOBODY, path),
    async load(person, projectId, rows) {
      const path = `/api/import?keywordId=${projectId}`
      const { status, body } = await repeat('import', () => call(person, 'import', (client) => client.load(path, rows)))
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.new + body.known, rows.length, JSON.stringify(body))
      acknowledge('import')
    },
    steadily: (work) => repeat('the database', () => work(pool).catch(nullIfUnreachable)),
    isOpen: () => open.isOpen,
    async close() {
      open.isOpen = false
      await pool.end({ timeout: 1 })
    },
  }
}

function increase(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

async function repeatWhile<T>(
  open: { readonly isOpen: boolean },
  what: string,
  attempt: () => Promise<T | null>,
): Promise<T> {
  for (let tries = 0; open.isOpen && tries < TRIES_MAX; tries++) {
    const result = await attempt()
    if (result !== null) return result
    await sleep(PAUSE_MS)
  }
  throw new Error(`The service did not recover: ${what}.`)
}

// A mistake in a statement is not repeated.
function nullIfUnreachable(error: unknown): null {
  if (isConnectionLoss(error) || isTrouble(error)) return null
  throw error
}

// The server is starting, stopping or out of space, or the statement met another one.
function isTrouble(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^(57P|53|08|40|58)/.test(code)
}
