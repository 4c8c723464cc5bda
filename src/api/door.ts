import type { Server } from 'node:http'

const HELD_MS_MAX = 300

// Is told how many others stand at the door.
type Begin = (others: number) => void

// Whoever came in one turn of the event loop begins at its end, the newest first. After a pause many stand at the door, and in a
// flood only one of them is let in: the one who waited least, while the others are answered beside its work and not before it.
//
// Node takes one new connection in a turn, however many stand at the door. Were the turns full of work, it would take seconds until
// one sees that there are too many. So while every turn brings somebody new, requests are only gathered, which makes for short
// turns; they begin with the first turn that brings nobody, or when more stand there than there is room for.
export class Door {
  readonly #room: number
  #cameInTurn = false
  #held: Begin[] = []
  #since = 0

  constructor(room: number) {
    this.#room = room
  }

  watch(server: Server): void {
    server.on('connection', () => {
      this.#cameInTurn = true
    })
  }

  pass(begin: Begin): void {
    if (this.#held.push(begin) > 1) return
    this.#since = performance.now()
    setImmediate(() => this.#look())
  }

  #look(): void {
    const hold = this.#cameInTurn && this.#held.length <= this.#room && performance.now() - this.#since < HELD_MS_MAX
    this.#cameInTurn = false
    if (hold) setImmediate(() => this.#look())
    else this.#open(this.#held.splice(0))
  }

  #open(held: Begin[]): void {
    for (let newest = held.pop(); newest !== undefined; newest = held.pop()) newest(held.length)
  }
}
