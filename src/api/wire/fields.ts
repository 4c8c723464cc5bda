import { type Static, type TSchema, Type } from 'typebox'
import { ENTITY_LENGTH_MAX } from '../../domain/entity.ts'
import { RELEVANCES } from '../../domain/mention.ts'
import { PLATFORMS } from '../../domain/platform.ts'

// Fields that several schemas share. The schemas in this folder are the shapes on the wire: the contract's spellings live here and
// nowhere else. They validate what comes in, describe what goes out, and the OpenAPI document is made from them.
export const words = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Timestamp = Type.String({ format: 'date-time' })
export const Count = Type.Integer({ minimum: 0 })
// From 0 to 1.
export const Share = Type.Number({ minimum: 0, maximum: 1 })
export const Sentiment = Type.Unsafe<-1 | 0 | 1>({ type: 'integer', enum: [-1, 0, 1] })
export const Source = words(PLATFORMS)
export const Relevance = words(RELEVANCES)
export type Relevance = Static<typeof Relevance>
export const EntityField = Type.String({
  minLength: 1,
  maxLength: ENTITY_LENGTH_MAX,
  description:
    'A person, an organisation, a place or a province (by its code) that the text names, as insights list them',
  examples: ['place:bandung', 'province:32'],
})
// Something that a text names. `id` is what the filter `entity` takes.
export const WireEntity = Type.Object({ id: Type.String(), name: Type.String() })
export type WireEntity = Static<typeof WireEntity>
export const WireError = Type.Object({ success: Type.Literal(false), error: Type.String(), message: Type.String() })
export const WireConfirmation = Type.Object({ message: Type.String() })
export const paging = { total: Count, page: Count, limit: Count, totalPages: Count }
export const Distribution = Type.Record(Type.String(), Count)

export type WireError = Static<typeof WireError>

// Terms were counted in so many of so many mentions.
export const WireTermsSample = Type.Object({ mentions: Count, of: Count })
