import { readFileSync } from 'node:fs'
import type { Outcome } from './traffic.ts'

const SECOND_MS = 1_000
// A second in which other machines took more of the processors than this tells about them.
const STOLEN_MAX = 0.01

interface Second {
  readonly accepted: number[]
  readonly shed: number[]
  // Share of the processors' time.
  stolen: number
}

// What became of many requests, second by second, and how much of the processors the machine really had: what is shared with
// others stands still now and then, and then slow answers tell nothing about the service. Only numbers are kept: the sender shares
// the processors with what it measures, and a million objects would keep its garbage collector busy.
export class Tally {
  readonly failures: string[] = []
  readonly #seconds: Second[] = []
  #second: Second = { accepted: [], shed: [], stolen: 0 }
  #ticks: readonly number[] = []

  // Counts what is added while `work` goes on.
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#ticks = readTicks()
    const timer = setInterval(() => this.#close(), SECOND_MS)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      this.#close()
    }
  }

  add(outcome: Outcome): void {
    if ('told' in outcome) this.failures.push(outcome.told)
    else this.#second[outcome.kind].push(outcome.ms)
  }

  times(kind: 'accepted' | 'shed'): number[] {
    return this.#seconds.flatMap((second) => second[kind])
  }

  // Only of those seconds in which the machine was ours, without the first: a flood is noticed in it, and what was let in until
  // then is late, which is little in ten minutes and would be most of what is left of them.
  quiet(): { readonly seconds: number; readonly accepted: number[] } {
    const quiet = this.#seconds.slice(1).filter(({ stolen }) => stolen <= STOLEN_MAX)
    return { seconds: quiet.length, accepted: quiet.flatMap(({ accepted }) => accepted) }
  }

  get seconds(): number {
    return this.#seconds.length
  }

  get stolen(): number {
    return this.#seconds.reduce((sum, { stolen }) => sum + stolen, 0) / this.#seconds.length
  }

  #close(): void {
    const now = readTicks()
    const passed = now.map((ticks, n) => ticks - (this.#ticks[n] ?? 0))
    this.#ticks = now
    this.#second.stolen =
      (passed[STOLEN] ?? 0) /
      Math.max(
        1,
        passed.reduce((sum, ticks) => sum + ticks, 0),
      )
    this.#seconds.push(this.#second)
    this.#second = { accepted: [], shed: [], stolen: 0 }
  }
}

// Where Linux counts the time that a virtual machine wanted of its processors and did not get.
const STOLEN = 7

function readTicks(): number[] {
  const line = /^cpu +(.*)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  return line
    .split(' ')
    .slice(0, STOLEN + 1)
    .map(Number)
}
