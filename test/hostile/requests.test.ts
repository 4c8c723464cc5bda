import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addSession } from '../../src/store/accounts/sessions.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'
import { type Attempt, makeAttempt, type Tokens, toInject } from './attempts.ts'
import { createJudge, type Document, type Operation, operationsOf } from './document.ts'
import { type Chance, createChance } from './random.ts'
import { stateOf } from './state.ts'

const REQUESTS_MIN = 20_000
const BATCH = 60
const TOGETHER = 8
const PARTS = 4
const TROUBLES_SHOWN = 20
// Each costs 40 ms of hashing when it gets as far as the password.
const LOGIN = /^\/api\/(auth\/login|session)$/
const LOGINS_MAX = 120
// The same requests on every run, so that a red one is red again; another seed tries others.
const seed = Number(process.env.HOSTILE_SEED ?? 7)

interface Place {
  readonly user: TestUser
  readonly admin: TestUser
  readonly known: readonly string[]
}

describe(`hostile requests (HOSTILE_SEED=${seed})`, () => {
  let api: TestApi
  let place: Place
  let operations: Operation[]
  let judge: ReturnType<typeof createJudge>
  const chance = createChance(seed)
  before(async () => {
    // Where a request arrived is told in a header, because its path may have been turned into another on the way.
    const watch = (app: TestApi['app']) =>
      void app.addHook(
        'onSend',
        async ({ routeOptions }, reply) => void reply.header('x-route', routeOptions.url ?? ''),
      )
    api = await startApi({ observers: [{ watch }] })
    place = await furnish(api)
    const document = (await api.ask({ method: 'GET', url: '/openapi.json' })).body as Document
    operations = operationsOf(document)
    judge = createJudge(document)
  })
  after(() => api.close())

  const statuses = new Map<number, number>()
  let sent = 0
  let compared = 0

  // In parts, because each has a time limit of its own.
  for (let part = 0; part < PARTS; part++) {
    test(`no 5xx, only what the document declares, and nothing changed when refused: part ${part + 1} of ${PARTS}`, async () => {
      const troubles = new Map<string, string>()
      let tokens = await logInAgain(api, place)
      let state = await stateOf(api.pool)
      const each = Math.ceil((REQUESTS_MIN + 1_200) / operations.length / BATCH) * BATCH
      for (const operation of operations.filter((_, n) => n % PARTS === part)) {
        const count = LOGIN.test(operation.path) ? LOGINS_MAX : each
        for (let from = 0; from < count; from += BATCH) {
          const batch = await sendBatch({ api, place, judge, chance }, operation, tokens, state)
          for (const { kind, told } of batch.wrong) troubles.set(kind, told)
          for (const status of batch.answered) statuses.set(status, (statuses.get(status) ?? 0) + 1)
          sent += batch.answered.length
          if (batch.refused) {
            compared += batch.answered.length
            if (batch.changed)
              troubles.set(`${operation.method} ${operation.path}`, 'all were refused, and something changed')
          } else {
            tokens = await logInAgain(api, place)
            state = await stateOf(api.pool)
          }
        }
      }
      assert.deepEqual([...troubles].slice(0, TROUBLES_SHOWN), [], `${troubles.size} kinds of wrong answers`)
    })
  }

  test(`at least ${REQUESTS_MIN} were sent, and they reached every kind of answer`, () => {
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    console.log(`${sent} requests, ${compared} in batches without an accepted change; ${told.join(', ')}`)
    assert.ok(sent >= REQUESTS_MIN, String(sent))
    assert.ok(compared >= sent / 2, `${compared} of ${sent} were compared`)
    for (const status of [200, 201, 400, 401, 403, 404, 406, 409, 413, 415, 429]) {
      assert.ok(statuses.has(status), `no request was answered ${status}: the generator does not reach it`)
    }
  })
})

async function furnish(api: TestApi): Promise<Place> {
  const user = await api.user()
  const admin = await api.user({ roles: ['user', 'admin'] })
  const project = await addTestProject(user)
  const other = await addTestProject(admin)
  await seedMentions(api.pool, user, project, [{}, { sentiment: 1 }, { platform: 'news', sentiment: -1 }])
  await seedMentions(api.pool, admin, other, [{}])
  const mentions = (await user.get(`/api/mentions?keywordId=${project.id}`)).body.data as { id: string }[]
  const feed = (await admin.send('POST', '/api/admin/feeds', { url: 'https://example.com/feed' })).body.id as string
  return { user, admin, known: [project.id, other.id, user.id, feed, ...mentions.map(({ id }) => id)] }
}

interface Setting {
  readonly api: TestApi
  readonly place: Place
  readonly judge: ReturnType<typeof createJudge>
  readonly chance: Chance
}

interface Trouble {
  // Many requests may show one mistake; one of them is enough.
  readonly kind: string
  readonly told: string
}

interface Batch {
  readonly answered: readonly number[]
  readonly refused: boolean
  readonly changed: boolean
  readonly wrong: readonly Trouble[]
}

async function sendBatch(
  { api, place, judge, chance }: Setting,
  operation: Operation,
  tokens: Tokens,
  before: string,
): Promise<Batch> {
  const attempts = Array.from({ length: BATCH }, () => makeAttempt(operation, tokens, place.known, chance))
  if (chance.happens(0.02)) attempts[0] = tooLarge(operation, tokens)
  const answered: number[] = []
  const wrong: Trouble[] = []
  let accepted = false
  for (let from = 0; from < attempts.length; from += TOGETHER) {
    const some = attempts.slice(from, from + TOGETHER)
    const answers = await Promise.all(some.map((attempt) => send(api, attempt, judge)))
    answered.push(...answers.map(({ status }) => status))
    wrong.push(...answers.flatMap(({ trouble }) => (trouble === null ? [] : [trouble])))
    accepted ||= answers.some(({ status, method }) => status < 400 && method !== 'GET' && method !== 'HEAD')
  }
  return { answered, wrong, refused: !accepted, changed: !accepted && before !== (await stateOf(api.pool)) }
}

async function send(api: TestApi, attempt: Attempt, judge: ReturnType<typeof createJudge>) {
  const { statusCode: status, body: text, headers } = await api.app.inject(toInject(attempt))
  const { method } = attempt
  const route = String(headers['x-route'] ?? '')
  try {
    judge(method, route, { status, headers, text })
    return { status, method, trouble: null }
  } catch (error) {
    const shown = JSON.stringify({ ...attempt, payload: attempt.payload?.toString().slice(0, 500) })
    return {
      status,
      method,
      trouble: {
        kind: `${method} ${route} ${status}`,
        told: `${error instanceof Error ? error.message : error} ${shown}`,
      },
    }
  }
}

// What was accepted may have ended the sessions or disabled the user.
async function logInAgain({ pool }: TestApi, { user, admin }: Place): Promise<Tokens> {
  const tokens = { user: newToken(), admin: newToken(), expired: newToken() }
  await pool`update account set disabled_at = null, roles = '{user}' where id = ${user.id}`
  await pool`delete from session`
  await addSession(pool, user.id, tokens.user, 3_600)
  await addSession(pool, admin.id, tokens.admin, 3_600)
  await addSession(pool, admin.id, tokens.expired, -1)
  return tokens
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function tooLarge({ method, path }: Operation, { admin }: Tokens): Attempt {
  return {
    method: method === 'GET' ? 'POST' : method,
    url: path.replace(/\{[^}]+\}/g, 'x'),
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    payload: `{"a":"${'x'.repeat(1024 * 1024)}"}`,
  }
}
