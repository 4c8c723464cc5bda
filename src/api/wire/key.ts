import { Type } from 'typebox'
import { KEY_PROJECTS_MAX, SCOPES } from '../../domain/api-key.ts'
import { nullable, Timestamp, words } from './fields.ts'

const Scopes = Type.Array(words(SCOPES), { minItems: 1, uniqueItems: true })

export const KeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    scopes: Scopes,
    projects: Type.Optional(
      nullable(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: KEY_PROJECTS_MAX })),
    ),
    expiresAt: Type.Optional(nullable(Timestamp)),
  },
  { additionalProperties: false },
)

const shown = {
  id: Type.String(),
  name: Type.String(),
  // The first characters of the key, to recognise it by.
  prefix: Type.String(),
  scopes: Scopes,
  // Null: all projects of the account.
  projects: nullable(Type.Array(Type.String())),
  // Null: until it is revoked.
  expiresAt: nullable(Timestamp),
  createdAt: Timestamp,
}
export const WireKeyCreated = Type.Object({ ...shown, key: Type.String() })
export const WireKeys = Type.Object({
  data: Type.Array(
    Type.Object({
      ...shown,
      // To the minute; null before the first use.
      lastUsedAt: nullable(Timestamp),
      lastUsedFrom: nullable(Type.String()),
    }),
  ),
})
