import { setImmediate } from 'node:timers/promises'
import type { Ordinals } from './ordinals.ts'

// Between two turns of the event loop at most this many mentions are counted.
export const TURN_MAX = 8_192

// The ordinals in pieces, each in a turn of the event loop of its own: other requests are answered between them.
export async function* inTurns(ordinals: Ordinals): AsyncGenerator<Ordinals> {
  for (let at = 0; at < ordinals.length; at += TURN_MAX) {
    yield ordinals.subarray(at, at + TURN_MAX)
    await setImmediate()
  }
}
