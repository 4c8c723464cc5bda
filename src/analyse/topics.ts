// Texts as sets of terms, weighted by how rare a term is, for comparing what they are about.
export interface TopicText {
  readonly terms: ReadonlySet<string>
}

// A term that would change what an expression finds: how many texts for the better, and how many for the worse.
export interface TermOffer {
  readonly term: string
  readonly gain: number
  readonly loss: number
}

export type Vector = ReadonlyMap<string, number>

// Unit vectors. A term in every text says nothing about any of them.
export function vectorsOf(texts: readonly TopicText[]): Vector[] {
  const counts = countTerms(texts)
  return texts.map(({ terms }) => {
    const vector = new Map<string, number>()
    for (const term of terms) {
      const count = counts.get(term) ?? 0
      // A term of a single text cannot make two alike.
      if (count > 1) vector.set(term, Math.log((texts.length + 1) / count))
    }
    return scale(vector)
  })
}

export function countTerms(texts: readonly TopicText[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { terms } of texts) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

export function sumOf(vectors: readonly Vector[]): Vector {
  const sum = new Map<string, number>()
  for (const vector of vectors) for (const [term, value] of vector) sum.set(term, (sum.get(term) ?? 0) + value)
  return sum
}

export function centreOf(vectors: readonly Vector[]): Vector {
  return scale(sumOf(vectors))
}

// How alike the centre of a group is to that of all others, from the sum of the group and the sum of all: the others are never added up.
export function likenessToRest(group: Vector, all: Vector, allSquares: number, except?: string): number {
  let [squares, withAll, left] = [0, 0, 0]
  for (const [term, value] of group) {
    const total = all.get(term) ?? 0
    squares += value * value
    withAll += value * total
    if (term !== except) left += value * (total - value)
  }
  const restSquares = allSquares - 2 * withAll + squares
  return squares <= 0 || restSquares <= 0 ? 0 : left / Math.sqrt(squares * restSquares)
}

export function squaresOf(vector: Vector): number {
  let squares = 0
  for (const value of vector.values()) squares += value * value
  return squares
}

// The cosine of two unit vectors.
export function likeness(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, value] of small) sum += value * (large.get(term) ?? 0)
  return sum
}

function scale(vector: ReadonlyMap<string, number>): Vector {
  const squares = squaresOf(vector)
  if (squares === 0) return vector
  const length = Math.sqrt(squares)
  return new Map([...vector].map(([term, value]) => [term, value / length]))
}
