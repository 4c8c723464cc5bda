import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, startService } from '../../processes/service.ts'

// The processes of Pantau, each started again whenever it has ended, as by a service manager.

export const MEMBERS = ['start', 'serve', 'work'] as const
export type Member = (typeof MEMBERS)[number]

export interface Launch {
  readonly database?: string
  readonly env?: Readonly<Record<string, string>>
  readonly node?: readonly string[]
  readonly wrapper?: readonly string[]
}

export interface Fleet {
  // The addresses that can be called now.
  bases(): string[]
  // Waits until the process runs, and kills it.
  kill(member: Member): Promise<void>
  // Waits until all of them run.
  running(): Promise<void>
  // What ended without being killed.
  readonly crashes: readonly string[]
  // The logs of all that has run.
  logs(): string
  close(): Promise<void>
}

export interface Launches extends Readonly<Record<Member, () => Launch>> {
  // Called once the first has started: the others need its database.
  onDatabase(): Promise<void>
}

const RETRY_MS = 200
// The machine may be busy with anything else.
const READY_MS_MAX = 240_000

export async function openFleet(launches: Launches): Promise<Fleet> {
  const crashes: string[] = []
  const ended: string[] = []
  const keep = (member: Member) => keepRunning(member, launches[member], { crashes, ended })
  const start = keep('start')
  await start.running()
  await launches.onDatabase()
  const kept = { start, serve: keep('serve'), work: keep('work') }
  const running = () => Promise.all(MEMBERS.map((member) => kept[member].running()))
  await running()
  return {
    bases: () => [kept.start, kept.serve].flatMap((each) => each.now()?.base ?? []),
    async kill(member) {
      await kept[member].running()
      await kept[member].kill()
    },
    async running() {
      await running()
    },
    crashes,
    logs: () => [...ended, ...MEMBERS.map((member) => kept[member].now()?.log() ?? '')].join('\n'),
    async close() {
      await Promise.all(MEMBERS.map((member) => kept[member].close()))
    },
  }
}

interface Kept {
  now(): Service | null
  running(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

function keepRunning(
  member: Member,
  launch: () => Launch,
  { crashes, ended }: { readonly crashes: string[]; readonly ended: string[] },
): Kept {
  let service: Service | null = null
  let killed = false
  let closing = false
  const loop = (async () => {
    while (!closing) {
      // It does not start without its database, or on a full disk.
      service = await startService(member, { ...launch(), readyMsMax: READY_MS_MAX }).catch((error: Error) => {
        ended.push(error.message)
        return null
      })
      if (service === null) await sleep(RETRY_MS)
      else {
        const { exited, log } = service
        if (closing) break
        await exited
        service = null
        ended.push(log())
        if (!killed) crashes.push(`${member}: ${log().slice(-3_000)}`)
        killed = false
      }
    }
  })()
  const kill = async () => {
    killed = true
    await service?.end('SIGKILL')
  }
  return {
    now: () => service,
    async running() {
      while (service === null && !closing) await sleep(RETRY_MS)
    },
    kill,
    async close() {
      closing = true
      await kill()
      // One may be starting meanwhile.
      const ending = setInterval(kill, RETRY_MS)
      await loop
      clearInterval(ending)
      await kill()
    },
  }
}
