import { type Static, Type } from 'typebox'
import { REASONS, type ReasonCode } from '../../domain/reason.ts'
import { words } from './fields.ts'

export type { ReasonCode, ReasonTexts } from '../../domain/reason.ts'

// Why something was refused; docs/reference/api.md has the values of each code.
export const WireReason = Type.Object({
  code: words(Object.keys(REASONS) as ReasonCode[]),
  values: Type.Array(Type.String()),
})

export type WireReason = Static<typeof WireReason>
