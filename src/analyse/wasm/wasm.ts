// Writes WebAssembly modules whose functions take 32-bit integers and return nothing: just enough for the kernels of the models. An
// instruction is written as a call, with its operands as arguments.
export type Code = readonly number[]

export interface Local {
  readonly get: Code
  set(value: Code): Code
}

export interface WasmFunction {
  readonly params: number
  readonly bytes: Code
}

export type WasmModule = Readonly<Record<string, WasmFunction>>

const TYPES = { i32: 0x7f, v128: 0x7b } as const
const NO_RESULT = 0x40
const END = 0x0b

interface Locals<P extends string, I extends string, V extends string> {
  readonly params: readonly P[]
  readonly integers: readonly I[]
  readonly vectors: readonly V[]
  // How many more vectors the function needs, without names.
  readonly sums?: number
}

// A vector with the same float, or the same integer, in each lane. It is computed once, before the function's loops: the engine does
// not move it out of them.
export interface Constants {
  float(value: number): Code
  integer(value: number): Code
}

export function defineFunction<P extends string, I extends string, V extends string>(
  { params, integers, vectors, sums = 0 }: Locals<P, I, V>,
  build: (locals: Readonly<Record<P | I | V, Local>>, constants: Constants, sums: readonly Local[]) => Code,
): WasmFunction {
  const named = Object.fromEntries([...params, ...integers, ...vectors].map((name, index) => [name, newLocal(index)]))
  const first = params.length + integers.length + vectors.length
  const prologue = new Map<string, { readonly get: Code; readonly init: Code }>()
  const constant = (value: Code): Code => {
    const key = value.join()
    const local = newLocal(first + sums + prologue.size)
    if (!prologue.has(key)) prologue.set(key, { get: local.get, init: local.set(value) })
    return prologue.get(key)?.get as Code
  }
  const constants: Constants = {
    float: (value) => constant(f32x4.splat(f32.const(value))),
    integer: (value) => constant(i32x4.splat(i32.const(value))),
  }
  const code = build(
    named as Record<P | I | V, Local>,
    constants,
    Array.from({ length: sums }, (_, index) => newLocal(first + index)),
  )
  const groups = vector([
    [...unsigned(integers.length), TYPES.i32],
    [...unsigned(vectors.length + sums + prologue.size), TYPES.v128],
  ])
  return {
    params: params.length,
    bytes: sized([...groups, ...[...prologue.values()].flatMap(({ init }) => init), ...code, END]),
  }
}

function newLocal(index: number): Local {
  return { get: [0x20, ...unsigned(index)], set: (value) => [...value, 0x21, ...unsigned(index)] }
}

export interface ImportedMemory {
  readonly pages: number
  readonly shared: boolean
}

// Of a module that has two memories: the first is a table that threads share.
export const TABLE = 0
export const WORK = 1

// The bytes of a module that exports its functions by name and imports its memories, `memory0` and so on.
export function writeModule(functions: WasmModule, memories: readonly ImportedMemory[]): Uint8Array<ArrayBuffer> {
  const names = Object.keys(functions)
  const all = Object.values(functions)
  const types = all.map(({ params }) => [0x60, ...vector(Array.from({ length: params }, () => [TYPES.i32])), 0])
  const exported = names.map((name, index) => [...text(name), 0x00, ...unsigned(index)])
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector(memories.map(importMemory))),
    ...section(3, vector(all.map((_, index) => unsigned(index)))),
    ...section(7, vector(exported)),
    ...section(10, vector(all.map(({ bytes }) => bytes))),
  ])
}

function importMemory({ pages, shared }: ImportedMemory, index: number): Code {
  // Shared memory must have a limit.
  const limits = shared ? [0x03, ...unsigned(pages), ...unsigned(pages)] : [0x00, ...unsigned(pages)]
  return [...text('host'), ...text(`memory${index}`), 0x02, ...limits]
}

// Repeats the body with `index` = `from`, `from` + `step`, … below `to`. The body runs at least once.
export function repeat(index: Local, range: { from: Code; to: Code; step: number }, body: Code): Code {
  const next = index.set(i32.add(index.get, i32.const(range.step)))
  const again = i32.lessThan(index.get, range.to)
  return [...index.set(range.from), 0x03, NO_RESULT, ...body, ...next, ...again, 0x0d, 0, END]
}

export function sequence(...codes: readonly Code[]): Code {
  return codes.flat()
}

const plain =
  (opcode: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), opcode]
const simd =
  (opcode: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), 0xfd, ...unsigned(opcode)]
// With a constant offset, which costs nothing when it runs.
const simdMemory =
  (opcode: number, align: number) =>
  (operands: readonly Code[], offset: number, memory = 0): Code => [
    ...simd(opcode)(...operands),
    ...place(align, offset, memory),
  ]

// Any memory but the first is named.
function place(align: number, offset: number, memory: number): Code {
  const where = memory === 0 ? unsigned(align) : [...unsigned(align | 0x40), ...unsigned(memory)]
  return [...where, ...unsigned(offset)]
}

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: plain(0x6a),
  multiply: plain(0x6c),
  lessThan: plain(0x49),
  load: (address: Code, memory = 0): Code => [...address, 0x28, ...place(2, 0, memory)],
}

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  add: plain(0x92),
  multiply: plain(0x94),
  divide: plain(0x95),
  squareRoot: plain(0x91),
  max: plain(0x97),
  store: (address: Code, value: Code): Code => [...address, ...value, 0x38, 2, 0],
}

export const v128 = {
  load: (address: Code, offset = 0): Code => simdMemory(0x00, 4)([address], offset),
  // Loads 32 bits into each of the four lanes.
  loadSplat: (address: Code, offset = 0): Code => simdMemory(0x09, 2)([address], offset),
  store: (address: Code, value: Code, offset = 0, memory = 0): Code =>
    simdMemory(0x0b, 4)([address, value], offset, memory),
}

export const f32x4 = {
  splat: simd(0x13),
  lane: (value: Code, lane: number): Code => [...simd(0x1f)(value), lane],
  // The four lanes of two vectors: 0 to 3 are of the first, 4 to 7 of the second.
  shuffle: (a: Code, b: Code, lanes: readonly number[]): Code => [
    ...simd(0x0d)(a, b),
    ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)),
  ],
  abs: simd(0xe0),
  add: simd(0xe4),
  subtract: simd(0xe5),
  multiply: simd(0xe6),
  divide: simd(0xe7),
  // The forms that are one instruction on every machine; they differ from `min` and `max` only for NaN and −0.
  min: simd(0xea),
  max: simd(0xeb),
  fromIntegers: simd(0xfa),
}

export const i16x8 = {
  add: simd(0x8e),
  // Eight signed bytes, each as 16 bits.
  loadBytes: (address: Code, offset = 0, memory = 0): Code => simdMemory(0x01, 3)([address], offset, memory),
}

export const i32x4 = {
  splat: simd(0x11),
  add: simd(0xae),
  subtract: simd(0xb1),
  shiftLeft: (value: Code, bits: number): Code => simd(0xab)(value, i32.const(bits)),
  // Eight products of 16-bit integers, added in pairs.
  dot: simd(0xba),
  // Eight 16-bit integers of two vectors, saturated.
  narrow: simd(0x85),
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)]
}

function sized(content: Code): Code {
  return [...unsigned(content.length), ...content]
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()]
}

function text(value: string): Code {
  return sized([...new TextEncoder().encode(value)])
}

// LEB128.
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): Code {
  if (value >= -64 && value < 64) return [value & 0x7f]
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)]
}
