import { type WasmModule, writeModule } from './wasm.ts'

// The part of the engine's interface that is used here; the types of Node do not have it.
interface Engine {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer }
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

// A new instance of the functions, with memory of its own.
export function instantiate<T>(functions: WasmModule, bytes: number): { readonly memory: Memory; readonly run: T } {
  const pages = Math.ceil(bytes / PAGE_BYTES)
  const memory = new engine.Memory({ initial: pages })
  const module = new engine.Module(writeModule(functions, pages))
  const { exports } = new engine.Instance(module, { host: { memory } })
  return { memory: newMemory(memory.buffer), run: exports as T }
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
