import type { ImportField } from '../../domain/import.ts'
import type { Platform } from '../../domain/platform.ts'
import type { PostKind } from '../../domain/post.ts'

// Where a field is found: alternatives, the first that has a value wins. A column's name is compared without case, spaces and
// punctuation; `outer.inner` is a nested value, `list.0` the first of a list. `{column}` inserts a value into a text, and
// `{address.id}` and `{address.user}` what the post's address contains; `a+b` adds numbers.
export type Sources = readonly string[]

export interface ImportFormat {
  readonly id: string
  readonly name: string
  // The platform of every row; null when a column or the address of the post decides.
  readonly platform: Platform | null
  readonly kind?: PostKind
  // A file that has all columns of one of these lists has this format. The first format that fits wins.
  readonly has: readonly (readonly string[])[]
  // The zone of dates without one; by default that of the installation.
  readonly timeZone?: string
  // True when `&`, `<` and `>` are written as `&amp;`, `&lt;` and `&gt;`.
  readonly escaped?: true
  readonly fields: Readonly<Partial<Record<ImportField, Sources>>>
  // Where its columns were learnt.
  readonly learntFrom: string
}
