import { createHash } from 'node:crypto'

// A model file: 8 bytes of magic, the length of a JSON header (u32, little-endian), the header, the sections in sequence, each
// padded to 8 bytes, and the SHA-256 of all of it. The same model always produces the same bytes.
const MAGIC = 'PANTAU\0\x01'
const DIGEST_BYTES = 32
const START = MAGIC.length + 4
const BYTES = { int8: 1, int16: 2, float32: 4 } as const

export type Section = Int8Array | Int16Array | Float32Array

export interface ModelFile {
  readonly kind: string
  // Metadata from the trainer: sizes, classes, data sets. Plain JSON.
  readonly about: Readonly<Record<string, unknown>>
  readonly sections: Readonly<Record<string, Section>>
}

type SectionType = 'int8' | 'int16' | 'float32'

interface Header {
  readonly kind: string
  readonly about: Record<string, unknown>
  readonly sections: readonly { readonly name: string; readonly type: SectionType; readonly length: number }[]
}

export class BadModelFile extends Error {
  constructor(reason: string) {
    super(
      `The model file cannot be used: ${reason}. Reinstall Pantau, or train the model again (docs/reference/model-card.md).`,
    )
    this.name = 'BadModelFile'
  }
}

export function writeModelFile(model: ModelFile): Uint8Array {
  const names = Object.keys(model.sections).sort()
  const header: Header = {
    kind: model.kind,
    about: { ...model.about },
    sections: names.map((name) => {
      const section = model.sections[name] as Section
      return { name, type: typeOf(section), length: section.length }
    }),
  }
  const json = new TextEncoder().encode(JSON.stringify(header))
  const head = new Uint8Array(padded(START + json.length))
  head.set(new TextEncoder().encode(MAGIC))
  new DataView(head.buffer).setUint32(MAGIC.length, json.length, true)
  head.set(json, START)
  const parts = [head, ...names.map((name) => littleEndian(model.sections[name] as Section))]
  const body = Buffer.concat(parts)
  return Buffer.concat([body, digestOf(body)])
}

export function readModelFile(bytes: Uint8Array, kind: string): ModelFile {
  const body = bytes.subarray(0, Math.max(0, bytes.length - DIGEST_BYTES))
  if (new TextDecoder('latin1').decode(body.subarray(0, MAGIC.length)) !== MAGIC) {
    throw new BadModelFile('it is not a Pantau model of this version')
  }
  if (!digestOf(body).equals(bytes.subarray(body.length))) {
    throw new BadModelFile('its checksum is wrong, so it is damaged or truncated')
  }
  const view = new DataView(body.buffer, body.byteOffset, body.length)
  const jsonLength = view.getUint32(MAGIC.length, true)
  const header = JSON.parse(new TextDecoder().decode(body.subarray(START, START + jsonLength))) as Header
  if (header.kind !== kind) throw new BadModelFile(`it contains a model for ${header.kind}, not for ${kind}`)
  const sections: Record<string, Section> = {}
  let at = padded(START + jsonLength)
  for (const { name, type, length } of header.sections) {
    const size = length * BYTES[type]
    if (at + size > body.length) throw new BadModelFile(`its section ${name} is truncated`)
    sections[name] = readSection(view, at, type, length)
    at += padded(size)
  }
  return { kind: header.kind, about: header.about, sections }
}

// A required section of exactly the expected size.
export function sectionOf<T extends Section>(
  model: ModelFile,
  name: string,
  type: { new (length: number): T },
  length: number,
): T {
  const section = model.sections[name]
  if (!(section instanceof type) || section.length !== length) {
    throw new BadModelFile(`its section ${name} is missing or its size is not ${length}`)
  }
  return section
}

// A positive integer from the header, at most `max`.
export function sizeOf(model: ModelFile, name: string, max: number): number {
  const value = model.about[name]
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > max) {
    throw new BadModelFile(`its header has an invalid ${name}: ${JSON.stringify(value)}`)
  }
  return value as number
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function typeOf(section: Section): SectionType {
  return section instanceof Int8Array ? 'int8' : section instanceof Int16Array ? 'int16' : 'float32'
}

function littleEndian(section: Section): Uint8Array {
  const bytes = new Uint8Array(padded(section.length * BYTES[typeOf(section)]))
  const view = new DataView(bytes.buffer)
  if (section instanceof Int8Array) bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.length))
  else if (section instanceof Int16Array)
    section.forEach((value, at) => {
      view.setInt16(at * 2, value, true)
    })
  else
    section.forEach((value, at) => {
      view.setFloat32(at * 4, value, true)
    })
  return bytes
}

function readSection(view: DataView, at: number, type: SectionType, length: number): Section {
  if (type === 'int8') return new Int8Array(view.buffer, view.byteOffset + at, length)
  if (type === 'int16') return Int16Array.from({ length }, (_, index) => view.getInt16(at + index * 2, true))
  return Float32Array.from({ length }, (_, index) => view.getFloat32(at + index * 4, true))
}
