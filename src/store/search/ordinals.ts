// Sets of ordinals (positions in a segment), as ascending arrays.
export type Ordinals = Uint32Array

export const NONE: Ordinals = new Uint32Array(0)

let ascending: Ordinals = NONE

// Those in [start, end), as a view of one array that all of them share. Like all ordinals it must not be changed.
export function rangeOf(start: number, end: number): Ordinals {
  if (end > ascending.length) {
    ascending = new Uint32Array(2 ** Math.ceil(Math.log2(end)))
    for (let at = 0; at < ascending.length; at++) ascending[at] = at
  }
  return ascending.subarray(start, end)
}

export function intersect(a: Ordinals, b: Ordinals): Ordinals {
  if (a.length > b.length) return intersect(b, a)
  if (a.length === 0) return NONE
  return a.length * 16 < b.length ? intersectFew(a, b) : intersectMany(a, b)
}

function intersectMany(a: Ordinals, b: Ordinals): Ordinals {
  const both = new Uint32Array(a.length)
  let length = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number)
    if (difference === 0) both[length++] = a[i] as number
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return both.subarray(0, length)
}

function intersectFew(few: Ordinals, many: Ordinals): Ordinals {
  const both = new Uint32Array(few.length)
  let length = 0
  let from = 0
  for (const ordinal of few) {
    from = lowerBound(many, ordinal, from)
    if (many[from] === ordinal) both[length++] = ordinal
  }
  return both.subarray(0, length)
}

export function unite(a: Ordinals, b: Ordinals): Ordinals {
  if (a.length === 0) return b
  if (b.length === 0) return a
  const either = new Uint32Array(a.length + b.length)
  let length = 0
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const x = i < a.length ? (a[i] as number) : Number.POSITIVE_INFINITY
    const y = j < b.length ? (b[j] as number) : Number.POSITIVE_INFINITY
    either[length++] = Math.min(x, y)
    if (x <= y) i++
    if (y <= x) j++
  }
  return either.subarray(0, length)
}

export function subtract(a: Ordinals, b: Ordinals): Ordinals {
  if (a.length === 0 || b.length === 0) return a
  const rest = new Uint32Array(a.length)
  let length = 0
  let j = 0
  for (const ordinal of a) {
    while (j < b.length && (b[j] as number) < ordinal) j++
    if (b[j] !== ordinal) rest[length++] = ordinal
  }
  return rest.subarray(0, length)
}

// Those in [start, end).
export function within(ordinals: Ordinals, start: number, end: number): Ordinals {
  const first = lowerBound(ordinals, start, 0)
  return ordinals.subarray(first, lowerBound(ordinals, end, first))
}

// The first index at or after `from` whose value is not below `value`.
function lowerBound(values: Ordinals, value: number, from: number): number {
  let low = from
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
