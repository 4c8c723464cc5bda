import { hash, randomBytes } from 'node:crypto'

// A UUIDv7: 48 bits of milliseconds, then random bits.
export function newId(now: number = Date.now()): string {
  return uuidOf(now, randomBytes(10))
}

// The id of a mention is derived from the post, so that the same post of the same project always gets the same one:
// publication time first (ids sort by it), then a hash of (project, platform, platform id).
export function mentionId(projectId: string, platform: string, platformId: string, publishedAt: Date): string {
  return uuidOf(publishedAt.getTime(), hash10(`${projectId}\n${platform}\n${platformId}`))
}

// The order key of a story: its rank as a time, then the hash that its id ends with.
export function rankId(storyId: string, rankMs: number): string {
  const hex = boundedMs(rankMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${storyId.slice(13)}`
}

export function millisOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

// The position of an id in the order of all ids, in 4096ths of a millisecond: its time, then the 12 bits of hash after the version.
// The last three bits are dropped, so that a number holds it exactly until 2527.
export function positionOf(id: string): number {
  return millisOf(id) * 4096 + (Number.parseInt(id.slice(15, 18), 16) & 0xff8)
}

// The first id at a position: the bound of a range of ids.
export function firstIdAt(position: number): string {
  const hex = BigInt(position).toString(16).padStart(15, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-0000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

// Ids in requests are arbitrary strings: one that is not a UUID is treated as not found.
export function isUuid(id: string): boolean {
  return UUID.test(id)
}

// Ids in bytes, sixteen each, as the search index stores them.
export const ID_BYTES = 16

export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

export function idAt(ids: Buffer, index: number): string {
  const hex = ids.toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

// The position in ascending `ids` of the id at `index` of others; -1 when it is not among them.
export function findId(ids: Buffer, others: Buffer, index: number): number {
  let low = 0
  let high = ids.length / ID_BYTES
  const start = index * ID_BYTES
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = ids.compare(others, start, start + ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}

export function millisAt(ids: Buffer, index: number): number {
  return ids.readUIntBE(index * ID_BYTES, 6)
}

function hash10(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, 10)
}

function boundedMs(ms: number): number {
  return Math.min(Math.max(Math.floor(ms), 0), 2 ** 48 - 1)
}

function uuidOf(ms: number, rest: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(boundedMs(ms), 0, 6)
  rest.copy(bytes, 6, 0, 10)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return idAt(bytes, 0)
}
