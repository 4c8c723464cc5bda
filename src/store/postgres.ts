import { registerHooks } from 'node:module'
import { log } from '../log.ts'

// The database client, with its handling of lost connections mended while it is loaded. As published (3.4.9), a connection that is
// lost at the wrong moment ends the whole process, or goes back into the pool with a question that will never be answered, and
// whoever gets it next waits for ever with his locks. Reported upstream (porsager/postgres, issues 1154 and 1208), not released.
// docs/decisions tells more; when a release has it, this file goes.
export const MENDS: readonly { readonly found: RegExp; readonly instead: string }[] = [
  {
    // A question for a connection that is gone fails at once. True: the connection must not be filed as busy.
    found: /( {2}function execute\(q\) \{\n)/,
    instead: `$1    if (socket === null)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

`,
  },
  {
    found: /const x = socket\.write\(chunk, fn\)/,
    instead: 'const x = socket === null ? false : socket.write(chunk, fn)',
  },
  {
    // Nothing of the old connection may be left when the new one begins: neither a write nor an answer that was waited for.
    found: / {4}if \(initial\)\n {6}return reconnect\(\)\n\n {4}!hadError && \(query \|\| sent\.length\) && error\(/,
    instead: `    nextWriteTimer = chunk = null

    if (initial) {
      query = results = errorResponse = null
      result = new Result()
      return reconnect()
    }

    ;(query || sent.length) && error(`,
  },
  {
    found: /( {4}closedTime = performance\.now\(\)\n)/,
    instead: '    query = results = errorResponse = null\n    result = new Result()\n$1',
  },
  {
    // A question of its own on every new connection, for whose answer nobody waits.
    found: /return fetchArrayTypes\(\)/,
    instead: 'return fetchArrayTypes().catch(() => {})',
  },
]

export function mend(source: string): string {
  let mended = source
  for (const { found, instead } of MENDS) {
    if (!found.test(mended))
      log.warn({ found: found.source }, 'the database client has changed; look whether it still needs mending')
    mended = mended.replace(found, instead)
  }
  return mended
}

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/postgres/src/connection.js') || loaded.source === undefined || loaded.source === null)
      return loaded
    return { ...loaded, source: mend(Buffer.from(loaded.source as Uint8Array).toString()) }
  },
})

// Loaded here and not imported above: what is imported is loaded before the first line runs.
export const { default: postgres } = await import('postgres')
// Everything that is loaded later would pass through it, too, and take longer.
hooks.deregister()
