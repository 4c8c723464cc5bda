import { type Static, Type } from 'typebox'
import { CATEGORIES } from '../../domain/category.ts'
import { PROJECT_KINDS } from '../../domain/project.ts'
import { Count, nullable, paging, Timestamp, words } from './fields.ts'
import { WireReason } from './reason.ts'

export const WireProject = Type.Object({
  id: Type.String(),
  group: Type.String(),
  keyword: Type.String(),
  exclude: Type.String(),
  islisten: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
  updatedAt: Timestamp,
  categoryid: words(CATEGORIES),
  start_date: Type.String({ format: 'date' }),
  end_date: nullable(Type.String({ format: 'date' })),
  type: words(PROJECT_KINDS),
})
export const WireProjectPage = Type.Object({ data: Type.Array(WireProject), ...paging })
export const WireProjectCreated = Type.Object({ message: Type.String(), data: WireProject })
export const WireMentionCount = Type.Object({ data: Count })
export const WireExpressionCheck = Type.Object({
  valid: Type.Boolean(),
  error: nullable(Type.Object({ message: Type.String(), position: Count, reason: WireReason })),
  alternatives: Type.Array(Type.Array(Type.String())),
  exclusions: Type.Array(Type.String()),
  match: nullable(
    Type.Object({
      matched: Type.Boolean(),
      alternative: nullable(Count),
      found: Type.Array(
        Type.Object({ term: Type.String(), spans: Type.Array(Type.Object({ start: Count, end: Count })) }),
      ),
      excluded_by: nullable(Type.String()),
    }),
  ),
})

export type WireProject = Static<typeof WireProject>
export type WireProjectPage = Static<typeof WireProjectPage>
export type WireExpressionCheck = Static<typeof WireExpressionCheck>
