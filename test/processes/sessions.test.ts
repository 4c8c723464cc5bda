import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { hashPassword } from '../../src/api/passwords.ts'
import { addAccount } from '../../src/store/accounts/accounts.ts'
import { addEvent } from '../../src/store/accounts/events.ts'
import { openPool, type Pool } from '../../src/store/db.ts'
import { addTestSession } from '../sessions.ts'
import { type TestDatabase, testDatabase } from '../setup.ts'
import { followEvents, type Live } from './live.ts'
import { type Client, logIn, openClient, type Service, startService } from './service.ts'
import { until } from './until.ts'

// Two processes that serve, as on two machines: a session that ends in one ends its streams in both.
const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const PASSWORD = 'kata sandi seorang pengguna'

let database: TestDatabase
let pool: Pool
let serving: Service[]
let admin: Client
let passwordHash: string
before(async () => {
  database = await testDatabase()
  pool = openPool(database.url, { max: 2 })
  const start = () => startService('serve', { database: database.url })
  serving = await Promise.all([start(), start()])
  admin = await logIn(() => baseOf(0))
  passwordHash = await hashPassword(PASSWORD)
})
after(async () => {
  await Promise.all(serving.map((service) => service.end('SIGKILL')))
  await pool.end()
  await database.drop()
})

const runCommand = (...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...process.env, DATABASE_URL: database.url } })
const baseOf = (process: number) => serving[process]?.base ?? ''

interface User {
  readonly id: string
  readonly username: string
  // Of the session that is ended, and of another one of the same user.
  readonly ending: Client
  readonly staying: Client
}

async function addUser(endingSeconds = 3_600): Promise<User> {
  const username = `user-${randomBytes(4).toString('hex')}`
  const fields = { username, name: username, email: '', passwordHash, roles: ['user'], quota: 10 } as const
  const id = (await pool.begin((tx) => addAccount(tx, fields)))?.id ?? ''
  const openSession = async (seconds: number) => {
    const token = randomBytes(32).toString('base64url')
    await addTestSession(pool, id, token, seconds)
    return openClient(() => baseOf(0), token)
  }
  return { id, username, ending: await openSession(endingSeconds), staying: await openSession(3_600) }
}

const follow = ({ token }: Client) => Promise.all(serving.map(({ base }) => followEvents(base, token)))
const untilEnded = (streams: readonly Live[]) =>
  until('the streams have ended in both processes', async () => streams.every((stream) => !stream.isOpen()))

// Events reach every stream that should stay open, so it is still served.
async function assertServed(user: User, streams: readonly Live[]): Promise<void> {
  await pool.begin((tx) => addEvent(tx, user.id, 'project', { projectId: user.id, change: 'still open' }))
  await until('the other streams get events', async () =>
    streams.every((stream) => stream.isOpen() && stream.events.some(({ data }) => data.change === 'still open')),
  )
  for (const stream of streams) stream.close()
}

const ENDS_ONE: Record<string, (user: User) => Promise<unknown>> = {
  'logging out': ({ ending }) => ending.request('POST', '/api/auth/logout', { token: ending.token }),
  'dropping the session with its bearer token': ({ ending }) => ending.request('DELETE', '/api/session'),
  'ending it from another session': async ({ ending, staying }) => {
    const { body } = await ending.request('GET', '/api/auth/sessions')
    const id = body.data.find(({ current }: { current: boolean }) => current).id
    return staying.request('DELETE', `/api/auth/sessions/${id}`)
  },
  'changing the own password in another session': ({ staying }) =>
    staying.request('PATCH', '/api/auth/me', { password: { old: PASSWORD, new: 'kata sandi yang lain' } }),
}

for (const [what, end] of Object.entries(ENDS_ONE)) {
  test(`${what} ends the streams of that session in every process, and no others`, async () => {
    const user = await addUser()
    const streams = await follow(user.ending)
    const others = await follow(user.staying)
    await end(user)
    await untilEnded(streams)
    await assertServed(user, others)
  })
}

const ENDS_ALL: Record<string, (user: User) => Promise<unknown>> = {
  'logging out everywhere': ({ ending }) => ending.request('POST', '/api/auth/logout-all'),
  'disabling the user': ({ id }) => admin.request('PATCH', `/api/admin/users/${id}`, { disabled: true }),
  'a password set by an administrator': ({ id }) =>
    admin.request('PATCH', `/api/admin/users/${id}`, { password: 'dari pengelola sistem' }),
  'a password set on the command line': ({ username }) => runCommand('user', 'password', username),
  'disabling the user on the command line': ({ username }) => runCommand('user', 'disable', username),
  'deleting the account': ({ id }) => pool.begin((tx) => tx`delete from account where id = ${id}`),
}

for (const [what, end] of Object.entries(ENDS_ALL)) {
  test(`${what} ends all streams of the user in every process, and of no other user`, async () => {
    const [user, neighbour] = [await addUser(), await addUser()]
    const streams = [...(await follow(user.ending)), ...(await follow(user.staying))]
    const others = await follow(neighbour.staying)
    await end(user)
    await untilEnded(streams)
    await assertServed(neighbour, others)
  })
}

test('a stream ends when its session expires', async () => {
  const user = await addUser(2)
  const streams = await follow(user.ending)
  const others = await follow(user.staying)
  await untilEnded(streams)
  await assertServed(user, others)
})

test('a stream ends when the expiry of its session is moved to now, and stays when it is moved ahead', async () => {
  const user = await addUser()
  const streams = await follow(user.ending)
  const others = await follow(user.staying)
  const { body } = await user.ending.request('GET', '/api/auth/sessions')
  for (const { id, current } of body.data as { id: string; current: boolean }[])
    await pool`update session set expires_at = now() + make_interval(hours => ${current ? 0 : 2_000}) where id = ${id}`
  await untilEnded(streams)
  await assertServed(user, others)
})

test('a session that ended while a process was not listening ends its streams once it listens again', async () => {
  const user = await addUser()
  const streams = await follow(user.ending)
  const others = await follow(user.staying)
  const { body } = await user.ending.request('GET', '/api/auth/sessions')
  const id = body.data.find(({ current }: { current: boolean }) => current).id
  // Without the trigger nothing is announced, as if the notification were lost.
  await pool`alter table session disable trigger session_ends`
  await pool`delete from session where id = ${id}`
  await pool`alter table session enable trigger session_ends`
  assert.ok(streams.every((stream) => stream.isOpen()))
  await pool`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pantau listen' and datname = current_database()`
  await untilEnded(streams)
  await assertServed(user, others)
})

test('failed log-ins count in both processes together', async () => {
  const { username } = await addUser()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const client = openClient(() => baseOf(n % 2))
    statuses.push((await client.request('POST', '/api/auth/login', { username, password: 'wrong' })).status)
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
})
