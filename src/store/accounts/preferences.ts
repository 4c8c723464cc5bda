import type { Language } from '../../domain/message.ts'
import type { Db } from '../db.ts'

export interface Preferences {
  // Of messages.
  readonly language: Language
  // In which the person reads times. Null: that of the service.
  readonly timeZone: string | null
}

export async function readPreferences(db: Db, accountId: string): Promise<Preferences> {
  const [row] = await db<Preferences>`
    select language, time_zone as "timeZone" from account where id = ${accountId}`
  return row ?? { language: 'id', timeZone: null }
}

export async function setTimeZone(db: Db, accountId: string, timeZone: string | null): Promise<void> {
  await db`update account set time_zone = ${timeZone} where id = ${accountId}`
}
