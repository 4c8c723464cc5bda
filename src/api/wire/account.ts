import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../../domain/message.ts'
import { Count, nullable, paging, Timestamp, words } from './fields.ts'

export const WireUser = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  username: Type.String(),
})
// Only to the person themselves: the language of messages, and the time zone of times in the dashboard; null: that of the service.
const preferences = { language: words(LANGUAGES), timeZone: nullable(Type.String()) }
export const WireOwnUser = Type.Object({ ...WireUser.properties, ...preferences })
export const WireNewToken = Type.Object({
  token: Type.String(),
  expires_at: Timestamp,
  roles: Type.Array(Type.String()),
  user: WireUser,
})
export const WireSession = Type.Object({
  valid: Type.Boolean(),
  expires_at: Timestamp,
  roles: Type.Array(Type.String()),
  user: WireUser,
})
export const WireLoggedOut = Type.Object({ success: Type.Boolean(), message: Type.String() })
// `revoked` is how many other sessions a change of the password ended.
export const WireChangedOwnUser = Type.Object({
  success: Type.Boolean(),
  message: Type.String(),
  revoked: Count,
  ...preferences,
})
export const WireLoggedOutEverywhere = Type.Object({ success: Type.Boolean(), message: Type.String(), revoked: Count })
export const WireOwnSessions = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Timestamp,
      last_seen_at: Timestamp,
      expires_at: Timestamp,
      address: Type.String(),
      user_agent: Type.String(),
      // The session of this request.
      current: Type.Boolean(),
    }),
  ),
})
export const WireQuota = Type.Object({ id: Type.String(), kuota: Count })
export const WireQuotaHistory = Type.Object({
  kuota: Count,
  granted: Count,
  charged: Count,
  // Charged per local day and project; the group is null when the project is gone.
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      keyword_id: Type.String(),
      group: nullable(Type.String()),
      charged: Count,
    }),
  ),
})
export const WireAccount = Type.Object({
  ...WireUser.properties,
  roles: Type.Array(Type.String()),
  kuota: Count,
  disabled: Type.Boolean(),
})
// `default_kuota` is what a new account gets unless another quota is sent.
export const WireAccountPage = Type.Object({ data: Type.Array(WireAccount), ...paging, default_kuota: Count })

export type WireUser = Static<typeof WireUser>
export type WireOwnUser = Static<typeof WireOwnUser>
export type WireChangedOwnUser = Static<typeof WireChangedOwnUser>
export type WireSession = Static<typeof WireSession>
export type WireOwnSessions = Static<typeof WireOwnSessions>
export type WireLoggedOutEverywhere = Static<typeof WireLoggedOutEverywhere>
export type WireQuota = Static<typeof WireQuota>
export type WireQuotaHistory = Static<typeof WireQuotaHistory>
export type WireAccount = Static<typeof WireAccount>
export type WireAccountPage = Static<typeof WireAccountPage>
