import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayOf } from '../src/domain/day.ts'
import { readOverview } from '../src/store/projects/overview.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { seedMentions } from './mentions.ts'

const HOUR_MS = 3_600_000
const DAYS = 14
// In about two of five hours of six weeks, in which daylight saving begins in some zones and ends in others.
const HOURS = Array.from({ length: 45 * 24 }, (_, n) => Date.UTC(2026, 2, 1) + n * HOUR_MS).filter(
  (_, n) => (n * 7_919) % 13 < 5,
)
const ZONES = [
  'UTC',
  'Asia/Jakarta',
  'Asia/Kolkata',
  'America/New_York',
  'Pacific/Auckland',
  'Europe/London',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]

let api: TestApi
let user: TestUser
let project: { readonly id: string }

describe('the days of the overview', () => {
  before(async () => {
    api = await startApi()
    user = await api.user()
    project = await addTestProject(user, { startDate: '2026-01-01' })
    await seed(HOURS, 'laporan')
  })
  after(() => api.close())

  for (const timeZone of ZONES) {
    test(`are those of ${timeZone}, by hour`, () => check(timeZone, HOURS))
  }

  test('follow what is added to a day that was read before', async () => {
    const added = HOURS.filter((_, n) => n % 50 === 0)
    await seed(added, 'susulan')
    for (const timeZone of ZONES) await check(timeZone, [...HOURS, ...added])
  })
})

// A mention in each of some hours.
async function seed(hours: readonly number[], word: string): Promise<void> {
  const mentions = hours.map((ms, n) => ({
    at: new Date(ms + 600_000).toISOString(),
    text: `${word} ${n} tentang hal ke ${n * 31}`,
  }))
  await seedMentions(api.pool, user, project, mentions)
}

async function check(timeZone: string, hours: readonly number[]): Promise<void> {
  for (const today of ['2026-03-15', '2026-03-31', '2026-04-06', '2026-04-20']) {
    const [card] = await readOverview(api.pool, user.id, { days: DAYS, today, timeZone })
    const noon = Date.parse(`${today}T12:00:00Z`)
    const expected = Array.from({ length: DAYS }, (_, n) => {
      const day = new Date(noon + (n + 1 - DAYS) * 24 * HOUR_MS).toISOString().slice(0, 10)
      // An hour belongs to the day in which it begins.
      return hours.filter((ms) => dayOf(new Date(ms), timeZone) === day).length
    })
    assert.deepEqual(card?.counted?.days, expected, today)
    assert.ok(expected.some((count) => count > 0))
  }
}
