import type { Language } from '../../domain/message.ts'
import type { Db } from '../db.ts'

// The language of messages to a person.
export async function readLanguage(db: Db, accountId: string): Promise<Language> {
  const [row] = await db<{ language: Language }>`select language from account where id = ${accountId}`
  return row?.language ?? 'id'
}

export async function setLanguage(db: Db, accountId: string, language: Language): Promise<void> {
  await db`update account set language = ${language} where id = ${accountId}`
}
