import type { Server } from 'node:http'

const HELD_MS_MAX = 100

// Whoever came in one turn of the event loop begins at its end, the newest first. After a pause many stand at the door, and in a
// flood only one of them is let in: the one who waited least, while the others are answered beside its work and not before it.
//
// Node takes one new connection in a turn, however many stand at the door. Were the turns full of work, it would take seconds until
// one sees that there are too many. So while every turn brings somebody new, requests are only gathered, which makes for short
// turns; they begin with the first turn that brings nobody.
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
    if (this.#held.push(begin) > 1) return
    this.#since = performance.now()
    setImmediate(() => this.#look())
  }

  #look(): void {
    const wait = this.#cameInTurn && performance.now() - this.#since < HELD_MS_MAX
    this.#cameInTurn = false
    if (wait) setImmediate(() => this.#look())
    else for (const begin of this.#held.splice(0).reverse()) begin()
  }
}
