import { Type } from 'typebox'
import { LANGUAGES } from '../domain/message.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../domain/password.ts'
import { Refusal } from '../domain/problem.ts'
import { changeOwnPassword, findCredentials } from '../store/accounts/accounts.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { clearAttempts } from '../store/accounts/login-attempts.ts'
import { readPreferences, setTimeZone } from '../store/accounts/preferences.ts'
import { listSessions, removeOwnSession, type Session } from '../store/accounts/sessions.ts'
import type { Pool } from '../store/db.ts'
import { setLanguage } from '../store/watching/languages.ts'
import { isTimeZone } from '../watch/brief-time.ts'
import type { ApiDeps, App } from './app.ts'
import { accountOf, sessionOf } from './bearer.ts'
import { toWireOwnSession } from './convert.ts'
import { checkCounted, refuseGuessing } from './log-in.ts'
import { limitsOfPasswordChange } from './log-in-limits.ts'
import { hashPassword, RANKS, refuseWeakPassword } from './passwords.ts'
import { routesOf } from './route.ts'
import { WireChangedOwnUser, WireLoggedOut, WireOwnSessions } from './wire/account.ts'
import { nullable, words } from './wire/fields.ts'

const SESSIONS_MAX = 200
const PREFERENCES_CHANGED = 'The account is changed.'
const PASSWORD_CHANGED = 'The password is changed; all other sessions are revoked.'

const OwnChange = Type.Object(
  {
    password: Type.Optional(
      Type.Object(
        {
          old: Type.String({ minLength: 1, maxLength: PASSWORD_MAX }),
          new: Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX }),
        },
        { additionalProperties: false },
      ),
    ),
    language: Type.Optional(words(LANGUAGES)),
    timeZone: Type.Optional(
      nullable(Type.String({ maxLength: 100, description: 'Such as Asia/Makassar; null: that of the service' })),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
)

// What people can see and change of their own account.
export function addOwnAccountRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Authentication')

  app.patch(
    '/api/auth/me',
    user({
      id: 'changeMe',
      summary: 'Change my language, time zone or password',
      description: 'A new password needs the old one and ends all other sessions.',
      scope: 'session',
      body: OwnChange,
      response: { 200: WireChangedOwnUser },
      errors: [429],
    }),
    async (request) => {
      const session = sessionOf(request)
      const { password, language, timeZone } = request.body
      const { id } = session.account
      if (timeZone != null && !isTimeZone(timeZone))
        throw new Refusal('invalid', `timeZone: "${timeZone}" is not a time zone, such as Asia/Jakarta.`, ['timeZone'])
      // The password first: a wrong one changes nothing.
      const revoked =
        password === undefined ? 0 : await changePassword(pool, session, password, () => request.releaseSlot?.())
      if (language !== undefined) await setLanguage(pool, id, language)
      if (timeZone !== undefined) await setTimeZone(pool, id, timeZone)
      return {
        success: true,
        message: password === undefined ? PREFERENCES_CHANGED : PASSWORD_CHANGED,
        revoked,
        ...(await readPreferences(pool, id)),
      }
    },
  )

  app.get(
    '/api/auth/sessions',
    user({
      id: 'listSessions',
      summary: 'List my sessions',
      description: 'Each with its address, its program and when it was last used.',
      scope: 'session',
      response: { 200: WireOwnSessions },
    }),
    async (request) => {
      const { id, account } = sessionOf(request)
      const sessions = await listSessions(pool, account.id, SESSIONS_MAX)
      return { data: sessions.map((session) => toWireOwnSession(session, id)) }
    },
  )

  app.delete(
    '/api/auth/sessions/:id',
    user({
      id: 'removeSession',
      summary: 'End one of my sessions',
      description: 'The token of that session is refused from now on.',
      scope: 'session',
      params: Type.Object({ id: Type.String() }),
      response: { 200: WireLoggedOut },
      errors: [404],
    }),
    async (request) => {
      const { id } = request.params
      if (!(await removeOwnSession(pool, accountOf(request).id, id)))
        throw new Refusal('not-found', `You have no session with the id "${id}".`, ['gone'])
      return { success: true, message: 'The session is revoked.' }
    },
  )
}

// Returns how many other sessions ended. The old password is required, and guesses of it are limited, because a session may be left
// open on a shared computer.
async function changePassword(
  pool: Pool,
  session: Session,
  change: { readonly old: string; readonly new: string },
  onCounted: () => void,
): Promise<number> {
  const { account } = session
  refuseWeakPassword('password.new', change.new, account.username)
  if (change.new === change.old)
    throw new Refusal('invalid', 'password.new must differ from password.old.', ['passwordSame'])
  const limits = limitsOfPasswordChange(account.id)
  const credentials = await findCredentials(pool, account.username)
  await refuseGuessing(pool, limits)
  onCounted()
  const hash = credentials?.passwordHash ?? null
  const right = await checkCounted(pool, limits, { password: change.old, hash, rank: RANKS.device })
  if (hash === null || !right) throw wrongPassword()
  const newHash = await hashPassword(change.new)
  const revoked = await pool.begin(async (tx) => {
    const ended = await changeOwnPassword(tx, session, { oldHash: hash, newHash })
    const detail = { fields: ['password'] }
    if (ended !== null)
      await addAudit(tx, { accountId: account.id, action: 'user.change', subject: account.id, detail })
    return ended
  })
  if (revoked === null) throw wrongPassword()
  await clearAttempts(pool, limits)
  return revoked
}

function wrongPassword(): Refusal {
  return new Refusal('invalid', 'password.old is not your password.', ['passwordWrong'])
}
