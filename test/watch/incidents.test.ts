import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi } from '../api.ts'
import { addTestChannel, HOUR, MINUTE, START, spread, type Watched, watchProject } from './fixture.ts'

const VOLUME = { kind: 'volume', count: 5, minutes: 60 }
const STORY = 'banjir besar melanda jakarta utara pagi ini dan ribuan warga mengungsi ke sekolah terdekat'

describe('incidents', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  const titles = async (watched: Watched) =>
    (await watched.messages()).map(({ type, title }) => [type, title.split('. ')[0]])
  const deliveriesOf = (channel: string) =>
    api.pool`select next_at <= now() as due from delivery where channel_id = ${channel} order by created_at, id`

  test('quiet hours hold what is small and let through what is larger than their level', async () => {
    const watched = await watchProject(api)
    const channel = await addTestChannel(api, watched.user)
    const quiet = { from: '00:00', to: '23:59', timeZone: 'UTC', exceptAbove: 3 }
    await watched.addRule(VOLUME, { channels: [channel], quiet, cooldownMinutes: 0 })
    // At noon: the one minute of the day that is not quiet is far away.
    const noon = Math.floor(START / (24 * HOUR)) * 24 * HOUR - 12 * HOUR
    await watched.seed(spread(6, noon, 10 * MINUTE))
    await watched.evaluate(noon + 10 * MINUTE)
    await api.pool`update delivery set next_at = next_at + interval '10 days'`
    assert.deepEqual([...(await deliveriesOf(channel))], [{ due: false }])
    await watched.seed(spread(30, noon + 11 * MINUTE, 5 * MINUTE))
    await watched.evaluate(noon + 17 * MINUTE)
    assert.deepEqual([...(await deliveriesOf(channel))], [{ due: false }, { due: true }])
  })

  test('a message about hours that were not collected says that its number is a lower bound', async () => {
    const [whole, gap] = [await watchProject(api), await watchProject(api)]
    for (const watched of [whole, gap]) {
      const { id } = watched.project
      await watched.user.send('PATCH', '/api/project/listen-status', { id, islisten: 1 })
      await api.pool`delete from project_listening where project_id = ${id} and until is not null`
      await api.pool`update project_listening set since = ${new Date(START - 40 * HOUR)} where project_id = ${id}`
      await api.pool`
        insert into coverage (project_id, platform, hour, asked, answered)
        select ${id}, 0, ${new Date(START - 30 * HOUR)}::timestamptz + make_interval(hours => n), 1, 1
          from generate_series(0, 40) n where ${watched === whole} or n <> 30`
      await watched.addRule({ kind: 'volume', count: 5, minutes: 180 })
      await watched.seed(spread(8, START + 10 * MINUTE, HOUR))
      await watched.evaluate(START + 80 * MINUTE)
    }
    assert.match((await gap.messages())[0]?.text ?? '', /angka ini adalah batas bawah/)
    assert.equal((await gap.incidents())[0].moment.coverage.lower_bound, true)
    assert.doesNotMatch((await whole.messages())[0]?.text ?? '', /batas bawah/)
  })

  test('one message when it turns negative, and none for the windows in which nothing changes', async () => {
    const watched = await watchProject(api)
    await watched.addRule(VOLUME)
    await watched.seed(spread(5, START, 5 * MINUTE))
    await watched.evaluate(START + 6 * MINUTE)
    await watched.seed(spread(30, START + 10 * MINUTE, 10 * MINUTE, { sentiment: -1 }))
    await watched.evaluate(START + 20 * MINUTE)
    await watched.seed(spread(8, START + 25 * MINUTE, 5 * MINUTE, { sentiment: -1 }))
    for (let minute = 30; minute < 80; minute += 10) await watched.evaluate(START + minute * MINUTE)
    assert.deepEqual(await titles(watched), [
      ['incident.opened', 'Banjir Jakarta: 5 mention dalam 60 menit.'],
      ['incident.updated', 'Naik dua kali lipat'],
    ])
    assert.match((await watched.messages())[1]?.title ?? '', /Menjadi negatif\./)
  })

  test('an incident closes when its condition was not met for an hour, and none opens during the cool-down', async () => {
    const watched = await watchProject(api)
    await watched.addRule(VOLUME, { cooldownMinutes: 240 })
    await watched.seed(spread(5, START, 5 * MINUTE))
    await watched.evaluate(START + 6 * MINUTE)
    await watched.evaluate(START + 100 * MINUTE)
    assert.equal((await watched.incidents())[0].state, 'open')
    await watched.evaluate(START + 130 * MINUTE)
    assert.equal((await watched.incidents())[0].state, 'closed')
    await watched.seed(spread(6, START + 140 * MINUTE, 5 * MINUTE))
    await watched.evaluate(START + 150 * MINUTE)
    assert.equal((await watched.incidents()).length, 1)
    await watched.seed(spread(6, START + 400 * MINUTE, 5 * MINUTE))
    await watched.evaluate(START + 410 * MINUTE)
    assert.deepEqual(
      (await watched.incidents()).map(({ state }) => state),
      ['closed', 'open'],
    )
  })

  test('a catch-up after a pause and a source that returns after a gap open nothing', async () => {
    const watched = await watchProject(api)
    await watched.addRule(VOLUME)
    await watched.addRule({ kind: 'spike', sensitivity: 'high' })
    await watched.addRule({ kind: 'story', copies: 5, minutes: 60 })
    const history = Array.from({ length: 21 * 24 }, (_, hour) => spread(1, START - (hour + 10) * HOUR, HOUR))
    await watched.seed(history.flat())
    await watched.evaluate(START)
    // What was published in the gap arrives at once, hours later.
    await watched.seed(spread(60, START - 6 * HOUR, 2 * HOUR, { text: STORY }))
    await watched.evaluate(START + 10 * MINUTE)
    assert.deepEqual(await watched.incidents(), [])
    assert.deepEqual(await watched.messages(), [])
  })

  test('a rule that is changed or switched off leaves no open incident', async () => {
    const watched = await watchProject(api)
    const rules = [await watched.addRule(VOLUME), await watched.addRule(VOLUME), await watched.addRule(VOLUME)]
    await watched.seed(spread(6, START, 5 * MINUTE))
    await watched.evaluate(START + 6 * MINUTE)
    await watched.user.send('PATCH', `/api/alerts/${rules[0]}`, { enabled: false })
    await watched.user.send('PATCH', `/api/alerts/${rules[1]}`, { rule: { ...VOLUME, count: 50 } })
    await watched.user.send('PATCH', `/api/alerts/${rules[2]}`, { name: 'Lain' })
    const open = (await watched.incidents()).filter(({ state }) => state === 'open')
    assert.deepEqual(
      open.map(({ alert_id }) => alert_id),
      [rules[2]],
    )
  })

  test('a back-test counts the mentions of every incident that it lists, also of those without a story', async () => {
    const watched = await watchProject(api)
    const bursts = Array.from({ length: 40 }, (_, index) => START - (index + 1) * 3 * HOUR)
    await watched.seed(bursts.flatMap((at) => spread(6, at, 18 * MINUTE)))
    const rule = { kind: 'volume', count: 3, minutes: 10 }
    for (const filter of [{}, { q: 'banjir' }]) {
      const { incidents, count } = await watched.backtest(rule, START - 130 * HOUR, START, { filter })
      assert.equal(count, 40)
      for (const { peak, seen } of incidents) assert.deepEqual([peak, seen], [4, 6])
    }
    const copies = spread(6, START, 18 * MINUTE, { text: STORY, platform: 'news' })
    await watched.seed(copies)
    const story = { kind: 'story', copies: 3, minutes: 10 }
    const filter = { sosmedId: 'news' }
    const [found] = (await watched.backtest(story, START - HOUR, START + HOUR, { filter })).incidents
    assert.deepEqual([found.peak, found.seen, found.story], [4, 6, STORY])
  })

  test('an incident whose mentions are hidden is closed with one message', async () => {
    const watched = await watchProject(api)
    const channel = await addTestChannel(api, watched.user)
    await watched.addRule({ kind: 'story', copies: 4, minutes: 60 }, { channels: [channel] })
    await watched.seed(spread(5, START, 10 * MINUTE, { text: STORY }))
    await watched.evaluate(START + 15 * MINUTE)
    const { body } = await watched.user.get(`/api/mentions?keywordId=${watched.project.id}`)
    for (const { id } of body.data) await watched.user.send('PATCH', `/api/mentions/${id}`, { hidden: true })
    await watched.evaluate(START + 20 * MINUTE)
    await watched.evaluate(START + 25 * MINUTE)
    assert.deepEqual(await titles(watched), [
      ['incident.opened', (await titles(watched))[0]?.[1]],
      ['incident.closed', 'Tidak lagi dipantau'],
    ])
    assert.equal((await watched.incidents())[0].closed_at, new Date(START + 20 * MINUTE).toISOString())
    assert.equal((await deliveriesOf(channel)).length, 2)
  })

  test('a story rule counts only what passes each field of its filter', async () => {
    const watched = await watchProject(api)
    const rule = { kind: 'story', copies: 4, minutes: 60 }
    const copies = (fields: object) => spread(2, START, 10 * MINUTE, { text: STORY, ...fields })
    await watched.seed([
      ...copies({}),
      ...copies({
        platform: 'news',
        sentiment: -1,
        language: 'jv',
        author: 'sari',
        text: `${STORY} sekarang`,
        passing: true,
        entities: ['place:jakarta'],
      }),
    ])
    const find = async (filter: object) => (await watched.backtest(rule, START - HOUR, START + HOUR, { filter })).count
    assert.equal(await find({}), 1)
    for (const filter of [
      { sosmedId: 'news' },
      { sentimen: -1 },
      { language: 'jv' },
      { relevance: 'passing' },
      { entity: 'place:jakarta' },
      { author: 'sari' },
      { q: 'sekarang' },
    ])
      assert.equal(await find(filter), 0, JSON.stringify(filter))
    assert.equal(await find({ sosmedId: 'news,twitter', q: 'mengungsi' }), 1)
    const named = { relevance: 'passing', entity: 'place:jakarta' }
    await watched.seed(copies({ passing: true, entities: ['place:jakarta'] }))
    assert.equal(await find(named), 1)
    await watched.seed(spread(2, START, 10 * MINUTE, { text: `${STORY} sekarang`, platform: 'news', author: 'sari' }))
    assert.equal(await find({ sosmedId: 'news' }), 1)
  })

  test('a story counts inside any window of its length, and authors who repeat it once', async () => {
    const watched = await watchProject(api)
    const at = [0, 30, 59.5, 89.8].map((minute) => START + minute * MINUTE)
    await watched.seed(at.map((time, index) => ({ at: time, text: STORY, author: `a${index % 3}` })))
    const count = async (rule: object) =>
      (await watched.backtest({ kind: 'story', ...rule }, START - HOUR, START + 3 * HOUR)).count
    assert.equal(await count({ copies: 3, minutes: 60 }), 1)
    assert.equal(await count({ copies: 3, minutes: 59 }), 0)
    assert.equal(await count({ copies: 4, minutes: 90 }), 1)
    assert.equal(await count({ authors: 3, minutes: 90 }), 1)
    assert.equal(await count({ authors: 4, minutes: 90 }), 0)
  })

  test('a back-test of many hours finds what a back-test of a few finds', async () => {
    const watched = await watchProject(api)
    const day = 24 * HOUR
    const hours = Array.from({ length: 200 }, (_, hour) => spread(6, START - (hour + 1) * HOUR, HOUR))
    await watched.seed([...hours.flat(), ...spread(6, START - day + 20 * MINUTE, 10 * MINUTE, { sentiment: -1 })])
    for (const filter of [{}, { sentimen: -1 }]) {
      const rule = { kind: 'volume', count: 'sentimen' in filter ? 6 : 8, minutes: 30 }
      const many = await watched.backtest(rule, START - 200 * HOUR, START, { filter })
      const few = await watched.backtest(rule, START - day - 2 * HOUR, START - day + 3 * HOUR, { filter })
      assert.equal(few.count, 1)
      assert.deepEqual(many, few)
    }
  })

  test('more stories than a page are all found', async () => {
    const watched = await watchProject(api)
    const posts = Array.from({ length: 520 }, (_, story) => {
      const words = Array.from({ length: 12 }, (_, word) => `k${story}x${word}`).join(' ')
      return spread(2, START + story * 1_000, 500, { text: `banjir ${words}` })
    })
    await watched.seed(posts.flat())
    assert.equal(
      (await watched.backtest({ kind: 'story', copies: 2, minutes: 5 }, START - HOUR, START + HOUR)).count,
      520,
    )
  })

  test('an outlet that used to bring news and stops is an incident, and so is one whose feeds broke', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'silence', hours: 5, source: 'news' })
    const outlet = (author: string, every: number, end: number) =>
      Array.from({ length: Math.floor((21 * 24) / every) }, (_, index) => ({
        platform: 'news' as const,
        author,
        at: end - index * every * HOUR - MINUTE,
      }))
    const now = START + 6 * HOUR
    await watched.seed([
      ...outlet('ramai.example', 0.5, now),
      ...outlet('diam.example', 0.5, START),
      ...outlet('jarang.example', 20, START),
    ])
    await watched.evaluate(now)
    assert.deepEqual(
      (await watched.incidents()).map(({ subject }) => subject),
      ['diam.example'],
    )
    await api.pool`
      insert into feed (id, source, address, name, state, state_since)
      values (gen_random_uuid(), 'news', 'https://rss.jarang.example/all', 'Jarang', 'blocked', ${new Date(START)})`
    await watched.evaluate(now + HOUR)
    assert.deepEqual((await watched.incidents()).map(({ subject }) => subject).sort(), [
      'diam.example',
      'jarang.example',
    ])
  })

  test('a quota rule opens by what is left or by how long it lasts, and says both', async () => {
    const [pace, both] = [await watchProject(api), await watchProject(api)]
    await pace.addRule({ kind: 'quota', days: 30 })
    await both.addRule({ kind: 'quota', below: 9_000, days: 365 })
    for (const watched of [pace, both]) {
      await watched.seed(spread(10, START, HOUR))
      await watched.evaluate(Date.now())
    }
    assert.deepEqual([(await pace.incidents()).length, (await both.incidents()).length], [0, 0])
    await api.pool`update quota set remaining = 200 where account_id = ${pace.user.id}`
    await pace.evaluate(Date.now() + 1)
    assert.equal((await pace.incidents()).length, 1)
    assert.match((await pace.messages())[0]?.title ?? '', /Kuota: tersisa 200, cukup untuk 20 hari/)
    await api.pool`update quota set remaining = 8999 where account_id = ${both.user.id}`
    await both.evaluate(Date.now() + 1)
    assert.match((await both.messages())[0]?.title ?? '', /tersisa 8\.999, cukup untuk 899 hari/)
  })
})
