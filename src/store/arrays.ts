// Numbers, ids and times as a PostgreSQL array literal. The client would quote and escape every element, which these values never
// need and which takes longer than the rest of sending them.
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

// Several such arrays, as an array of array literals: SQL has no array of arrays of different lengths.
export function plainArrays(lists: readonly (readonly (number | string)[])[]): string {
  return `{${lists.map((values) => `"{${values.join(',')}}"`).join(',')}}`
}
