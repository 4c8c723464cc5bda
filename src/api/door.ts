import type { Server } from 'node:http'

const HELD_MS_MAX = 100

// Node takes one new connection in a turn of its event loop, however many stand at the door. Were the turns full of work, it would
// take seconds until one sees that there are too many. So while every turn brings somebody new, requests are only gathered, which
// makes for short turns; they begin with the first turn that brings nobody.
export class Door {
  #cameInTurn = false
  #held: (() => void)[] = []
  #since = 0

  watch(server: Server): void {
    server.on('connection', () => {
      this.#cameInTurn = true
    })
  }

  pass(begin: () => void): void {
    if (!this.#cameInTurn) begin()
    else if (this.#held.push(begin) === 1) {
      this.#since = performance.now()
      setImmediate(() => this.#look())
    }
  }

  #look(): void {
    const wait = this.#cameInTurn && performance.now() - this.#since < HELD_MS_MAX
    this.#cameInTurn = false
    if (wait) setImmediate(() => this.#look())
    else for (const begin of this.#held.splice(0)) begin()
  }
}
