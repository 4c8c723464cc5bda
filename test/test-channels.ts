import { setCode } from '../src/store/watching/channels.ts'
import type { TestApi, TestUser } from './api.ts'

export interface TestChannels {
  // A webhook, and a delivery of it that failed.
  readonly id: string
  readonly delivery: string
  // Of an e-mail address that is not confirmed: its code and its unsubscribe token.
  readonly code: string
  readonly token: string
}

const OLDER_MAX = 10

// Two channels of a user, whose earlier ones are deleted when there are many: a person has at most 20.
export async function addTestChannels({ pool }: TestApi, user: TestUser): Promise<TestChannels> {
  const { body } = await user.get('/api/channels')
  if (body.data.length > OLDER_MAX) await pool`delete from channel where account_id = ${user.id}`
  await pool`update message set data = '{}' where account_id = ${user.id}`
  const add = async (fields: Record<string, string>) => {
    const response = await user.send('POST', '/api/channels', { name: 'Uji', ...fields })
    if (response.status !== 201) throw new Error(`The channel was not created: ${JSON.stringify(response.body)}`)
    return response.body.id as string
  }
  const id = await add({ kind: 'webhook', url: 'https://example.com/hook' })
  const delivery = (await user.send('POST', `/api/channels/${id}/test`)).body.id as string
  await pool`update delivery set state = 'failed' where id = ${delivery}`
  const email = await add({ kind: 'email', address: 'sari@example.com' })
  const code = email.replaceAll('-', '').toUpperCase()
  await setCode(pool, email, code, 60)
  const [row] = await pool`select secrets->0->>'secret' as secret from channel where id = ${email}`
  return { id, delivery, code, token: `${email}.${row?.secret}` }
}
