// Numbers, ids and times as PostgreSQL reads an array of them. The client quotes and escapes every value of an array, which these
// never need and which takes longer than the rest of sending them.
export function plainArray(values: readonly (number | string)[]): string {
  return `{${values.join(',')}}`
}

// Several such arrays, as an array of their texts: SQL has no array of arrays of different lengths.
export function plainArrays(lists: readonly (readonly (number | string)[])[]): string {
  return `{${lists.map((values) => `"{${values.join(',')}}"`).join(',')}}`
}
