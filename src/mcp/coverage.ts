import { Type } from 'typebox'
import { nullable } from '../api/wire/fields.ts'

// What the numbers of a range rest on.
export const CoverageNote = Type.Object({
  share: nullable(Type.Number({ description: 'Of the hours in which the project listened; null when it did not' })),
  lower_bound: Type.Boolean({ description: 'True: there are gaps, so the real numbers are at least as large' }),
})

export function coverageNote({ share, lower_bound }: { readonly share: number | null; readonly lower_bound: boolean }) {
  return { share, lower_bound }
}
