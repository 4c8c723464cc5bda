// Numbers, ids and times as a PostgreSQL array literal. The client would quote and escape every element, which these values never
// need and which takes longer than the rest of sending them.
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

// Texts as one. The client checks each for its type and escapes it twice.
export function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${ESCAPED.test(value) ? value.replaceAll(EVERY_ESCAPED, '\\$&') : value}"`).join(',')}}`
}

const ESCAPED = /["\\]/
const EVERY_ESCAPED = /["\\]/g

// Several such arrays, as an array of array literals: SQL has no array of arrays of different lengths.
export function plainArrays(lists: readonly (readonly (number | string)[])[]): string {
  return `{${lists.map((values) => `"{${values.join(',')}}"`).join(',')}}`
}
