import { type WasmModule, writeModule } from './wasm.ts'

// The part of the engine's interface that is used here; the types of Node do not have it.
interface Engine {
  readonly Memory: {
    new (size: { initial: number }): { readonly buffer: ArrayBuffer }
    new (size: { initial: number; maximum: number; shared: true }): SharedTable
  }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
}

const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly: Engine }
const PAGE_BYTES = 65_536
const ALIGNMENT = 16

// The memory that a module works on. Addresses are given out once and never returned.
export interface Memory {
  readonly buffer: ArrayBuffer
  take(bytes: number): number
}

// Memory that threads can share: sent to one, it is not copied.
export interface SharedTable {
  readonly buffer: SharedArrayBuffer
}

export function newTable(bytes: number): SharedTable {
  const pages = pagesOf(bytes)
  return new engine.Memory({ initial: pages, maximum: pages, shared: true })
}

// A new instance of the functions, with memory of its own and a table if it reads one.
export function instantiate<T>(
  functions: WasmModule,
  bytes: number,
  table?: SharedTable,
): { readonly memory: Memory; readonly run: T } {
  const pages = pagesOf(bytes)
  const own = new engine.Memory({ initial: pages })
  const memories = table === undefined ? [own] : [table, own]
  const module = new engine.Module(
    writeModule(
      functions,
      memories.map((memory) => ({ pages: pagesOf(memory.buffer.byteLength), shared: memory === table })),
    ),
  )
  const host = Object.fromEntries(memories.map((memory, index) => [`memory${index}`, memory]))
  const { exports } = new engine.Instance(module, { host })
  return { memory: newMemory(own.buffer), run: exports as T }
}

function pagesOf(bytes: number): number {
  return Math.ceil(bytes / PAGE_BYTES)
}

function newMemory(buffer: ArrayBuffer): Memory {
  let next = 0
  return {
    buffer,
    take(bytes) {
      const address = next
      next += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
      if (next > buffer.byteLength) throw new RangeError('The memory of the module is too small.')
      return address
    },
  }
}
