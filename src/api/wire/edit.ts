import { type Static, Type } from 'typebox'
import { CATEGORIES } from '../../domain/category.ts'
import { PROJECT_KINDS } from '../../domain/project.ts'
import { Count, nullable, Timestamp, words } from './fields.ts'
import { WireEnrichedMention } from './mention.ts'
import { WireProject } from './project.ts'

// How many mentions no longer match, and whether more are still being compared.
const compared = { no_longer_matching: Count, checking: Type.Boolean() }

export const WireEditedProject = Type.Object({ ...WireProject.properties, ...compared })

const WireProjectState = Type.Object({
  group: Type.String(),
  keyword: Type.String(),
  exclude: Type.String(),
  categoryid: words(CATEGORIES),
  start_date: Type.String({ format: 'date' }),
  end_date: nullable(Type.String({ format: 'date' })),
  type: words(PROJECT_KINDS),
})
// Newest first.
export const WireProjectEdits = Type.Object({
  data: Type.Array(
    Type.Object({ at: Timestamp, by: Type.String(), before: WireProjectState, after: WireProjectState }),
  ),
  ...compared,
})
export const WireUnmatchedMentions = Type.Object({
  data: Type.Array(WireEnrichedMention),
  next: nullable(Type.String()),
  total: Count,
  checking: Type.Boolean(),
})
// `left`: how many are still marked; send the request again while there are any.
export const WireDroppedMentions = Type.Object({ changed: Count, left: Count })

export type WireEditedProject = Static<typeof WireEditedProject>
export type WireProjectEdits = Static<typeof WireProjectEdits>
export type WireUnmatchedMentions = Static<typeof WireUnmatchedMentions>
export type WireDroppedMentions = Static<typeof WireDroppedMentions>
