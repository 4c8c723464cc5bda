import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pantau } from '../backup/pantau.ts'
import { openRandom } from '../platforms/content.ts'
import { checkAccounts } from './storm/accounts.ts'
import type { Backups } from './storm/backups.ts'
import { makeDue } from './storm/due.ts'
import { openService, type UsedService } from './storm/service.ts'
import type { Actor, Storm } from './storm/storm.ts'
import { type Counts, KILLS, strike } from './storm/strikes.ts'

// Everything that Pantau does, at once, while every kind of its processes is killed, connections are cut, the disk is full and the
// platforms misbehave. Afterwards nothing that was acknowledged is lost, and nothing is there twice.
// FAULT_SECONDS sets the duration; with 600 there are at least 100 kills. FAULT_SEED repeats the choices of a run, not its timing.
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0)
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const TIMEOUT_MS = 1_800_000 + SECONDS * 4_000
const SIZES = SECONDS > 0 ? { diskMegabytes: 1_000, briefs: 40 } : { diskMegabytes: 400, briefs: 4 }
const RESTORES = SECONDS > 0 ? 3 : 1
// Of the logs, when the test fails.
const LOG_LENGTH_MAX = 20_000
const STEP_PAUSE_MS = 40
const DUE_PAUSE_MS = 500
const CHECK_PAUSE_MS = 20
const BACKUP_PAUSE_MS = 500
const BACKUP_EVERY = 60

// The faults go on while it is stormy; afterwards what is late is still made due.
interface Phase {
  isStormy: boolean
  isOver: boolean
}

test(`in a storm of faults nothing acknowledged is lost or doubled (FAULT_SEED=${SEED})`, {
  timeout: TIMEOUT_MS,
}, async (t) => {
  const closing: (() => unknown)[] = []
  t.after(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const service = await openService(openRandom(SEED), SIZES, closing)
  const phase = { isStormy: true, isOver: false }
  let hasPassed = false
  closing.push(() => {
    phase.isStormy = false
    phase.isOver = true
    if (!hasPassed) t.diagnostic(service.fleet.logs().slice(-LOG_LENGTH_MAX))
  })
  const work = keepWorking(service, phase)
  // Someone who fails ends the storm.
  const failed = work.then(() => new Promise<never>(() => {}))
  const strikes = await Promise.race([strike(service, SECONDS), failed])
  phase.isStormy = false
  await Promise.race([calm(service), failed])
  for (const actor of service.actors) await Promise.race([actor.check(), failed])
  phase.isOver = true
  await work
  await checkWhole(service)
  hasPassed = true
  process.stdout.write(`${JSON.stringify(figuresOf(service, strikes))}\n`)
})

async function keepWorking({ storm, actors, backups }: UsedService, phase: Phase): Promise<void> {
  await Promise.all([
    ...actors.map((actor) => keepActing(actor, phase)),
    keepBackingUp(backups, phase),
    keepDue(storm, phase),
    keepChecking(storm, phase),
  ])
}

async function keepActing(actor: Actor, phase: Phase): Promise<void> {
  while (phase.isStormy) {
    await actor.step()
    await sleep(STEP_PAUSE_MS)
  }
}

// At least one is made, if need be when the faults have ended.
async function keepBackingUp(backups: Backups, phase: Phase): Promise<void> {
  for (let rounds = 0; phase.isStormy || (!phase.isOver && backups.total() === 0); rounds++) {
    if (rounds % BACKUP_EVERY === 0 || !phase.isStormy) await backups.make()
    await sleep(BACKUP_PAUSE_MS)
  }
}

async function keepDue(storm: Storm, phase: Phase): Promise<void> {
  while (!phase.isOver) {
    await makeDue(storm)
    await sleep(DUE_PAUSE_MS)
  }
}

// A mention and its charge that are committed one after the other are seen apart, even when no kill comes between them.
async function keepChecking(storm: Storm, phase: Phase): Promise<void> {
  while (phase.isStormy) {
    await checkAccounts(storm)
    await sleep(CHECK_PAUSE_MS)
  }
}

// Nothing fails any more. The rules of the schedule run first thing after a start, so that the check does not wait for the slow ones.
async function calm({ platforms, receiver, fleet }: UsedService): Promise<void> {
  platforms.disturb(false)
  receiver.disturb(false)
  await Promise.all([fleet.kill('start'), fleet.kill('work')])
  await fleet.running()
}

async function checkWhole({ url, storm, fleet, receiver, backups }: UsedService): Promise<void> {
  await checkAccounts(storm)
  const { status, printed } = await pantau(['recount'], { DATABASE_URL: url })
  assert.equal(status, 0, printed)
  await backups.check(RESTORES)
  assert.deepEqual(fleet.crashes, [], 'a process ends only when it is killed')
  const logs = fleet.logs()
  for (const secret of receiver.secrets()) assert.ok(!logs.includes(secret), 'no secret is logged')
}

function figuresOf({ storm, platforms, receiver, backups }: UsedService, strikes: Counts) {
  const arrivals = [...receiver.arrived.values()]
  return {
    seed: SEED,
    seconds: SECONDS,
    kills: KILLS.reduce((total, kind) => total + strikes[kind], 0),
    strikes,
    platformFaults: platforms.faults(),
    acknowledged: Object.fromEntries(storm.acknowledged),
    unanswered: Object.fromEntries(storm.unanswered),
    messages: arrivals.length,
    attempts: arrivals.reduce((total, { attempts }) => total + attempts, 0),
    backups: backups.total(),
  }
}
