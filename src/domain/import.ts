// The outcome of an import, counted by row.
export interface ImportReport {
  readonly rows: number
  readonly new: number
  readonly known: number
  readonly notMatched: number
  readonly outsideDates: number
  readonly unpaid: number
  readonly invalid: number
  // The first rows that could not be read, and why. The counts above cover all rows.
  readonly errors: readonly { readonly row: number; readonly message: string }[]
}
