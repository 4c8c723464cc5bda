import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

export interface NumpyArray {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

const ENTRY = 0x02014b50
const STORED = 0
const EXTRA_SIZES = 1

// The arrays of a .npz file, which is a zip of .npy files: 16- or 32-bit floats in rows.
export function readNpz(path: string): Map<string, NumpyArray> {
  const file = readFileSync(path)
  const arrays = new Map<string, NumpyArray>()
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Error(`${path} is not a zip file that can be read here.`)
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const local = file.readUInt32LE(at + 42)
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(from, from + size)
    arrays.set(name.replace(/\.npy$/, ''), readNpy(method === STORED ? bytes : inflateRawSync(bytes)))
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return arrays
}

export function readNpy(file: Buffer): NumpyArray {
  const long = (file[6] as number) > EXTRA_SIZES
  const length = long ? file.readUInt32LE(8) : file.readUInt16LE(8)
  const start = (long ? 12 : 10) + length
  const header = file.toString('latin1', long ? 12 : 10, start)
  const type = /'descr': '<(f[24])'/.exec(header)?.[1]
  if (type === undefined || !header.includes("'fortran_order': False")) throw new Error(`Unsupported array: ${header}`)
  const shape = (/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .flatMap((size) => (size.trim() === '' ? [] : [Number(size)]))
  const total = shape.reduce((product, size) => product * size, 1)
  const view = new DataView(file.buffer, file.byteOffset + start)
  const values = Float32Array.from({ length: total }, (_, index) =>
    type === 'f2' ? halfOf(view.getUint16(index * 2, true)) : view.getFloat32(index * 4, true),
  )
  return { shape, values }
}

function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
