import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi } from '../api.ts'
import { HOUR, type Incident, MINUTE, START, spread, watchProject } from './fixture.ts'

const STORY = 'banjir besar melanda jakarta utara pagi ini dan ribuan warga mengungsi ke sekolah terdekat'
const RULES = [
  { kind: 'story', authors: 4, minutes: 60 },
  { kind: 'mention', everyMinutes: 30 },
  { kind: 'silence', hours: 3 },
]

describe('a stream that is evaluated live', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  const shape = ({ subject, opened_at, closed_at, peak }: Incident) => ({ subject, opened_at, closed_at, peak })
  const byTime = (a: Incident, b: Incident) => (`${a.opened_at}${a.subject}` < `${b.opened_at}${b.subject}` ? -1 : 1)

  test('opens the incidents that a back-test lists, about stories, new mentions and silence', async () => {
    const watched = await watchProject(api)
    await watched.seed(Array.from({ length: 21 * 24 }, (_, hour) => spread(4, START - (hour + 1) * HOUR, HOUR)).flat())
    for (const rule of RULES) await watched.addRule(rule)
    // Nothing for four hours, then a story, then the usual.
    const steps = 9 * 6
    for (let step = 0; step < steps; step++) {
      const at = START + step * 10 * MINUTE
      if (step > 25) await watched.seed([{ at: at + MINUTE, ...(step < 40 ? { text: STORY } : {}) }])
      await watched.evaluate(at + 10 * MINUTE)
    }
    const end = START + steps * 10 * MINUTE
    const live = await watched.incidents()
    for (const rule of RULES) {
      const { incidents, count } = await watched.backtest(rule, START, end)
      const own = live.filter(({ kind, opened_at }) => kind === rule.kind && Date.parse(opened_at) >= START)
      assert.ok(own.length > 0, rule.kind)
      assert.deepEqual(own.map(shape).sort(byTime), incidents.map(shape).sort(byTime), rule.kind)
      assert.equal(count, own.length, rule.kind)
    }
  })

  test('opens the incidents that a back-test lists, about the quota', async () => {
    const watched = await watchProject(api)
    const rule = { kind: 'quota', below: 9_990 }
    await watched.addRule(rule)
    await watched.seed(spread(20, START, HOUR))
    const now = Date.now()
    for (const at of [now, now + MINUTE, now + 2 * HOUR]) await watched.evaluate(at)
    const { incidents } = await watched.backtest(rule, now - 8 * HOUR, now)
    assert.equal(incidents.length, 1)
    assert.deepEqual((await watched.incidents()).map(shape), incidents.map(shape))
  })
})
