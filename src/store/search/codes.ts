// In as few bytes as the largest one needs: a project may have millions.
export type Codes = Uint8Array | Uint16Array | Uint32Array

export function newCodes(length: number, largest: number): Codes {
  if (largest < 2 ** 8) return new Uint8Array(length)
  return largest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length)
}
