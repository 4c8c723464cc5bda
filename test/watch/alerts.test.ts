import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startApi, type TestApi } from '../api.ts'
import { addTestChannel, HOUR, MINUTE, START, spread, watchProject } from './fixture.ts'

describe('rules that watch a project', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  test('a stream that is evaluated live opens the incidents that a back-test of it lists', async () => {
    const watched = await watchProject(api)
    const rules = [
      { kind: 'spike', sensitivity: 'medium' },
      { kind: 'volume', count: 12, minutes: 30 },
      { kind: 'negative', share: 0.4, minutes: 60, min: 10 },
    ]
    for (const rule of rules) await watched.addRule(rule)
    const history = Array.from({ length: 21 * 24 }, (_, hour) =>
      spread(2 + (hour % 3), START - (hour + 1) * HOUR, HOUR),
    )
    await watched.seed(history.flat())
    const rates = [3, 3, 30, 40, 3, 2, 3, 3, 25]
    for (const [hour, rate] of rates.entries()) {
      for (let step = 0; step < 12; step++) {
        const at = START + hour * HOUR + step * 5 * MINUTE
        const count = Math.floor(((step + 1) * rate) / 12) - Math.floor((step * rate) / 12)
        await watched.seed(spread(count, at, 5 * MINUTE, { sentiment: hour === 3 ? -1 : 0 }))
        await watched.evaluate(at + 5 * MINUTE)
      }
    }
    const end = START + rates.length * HOUR
    const live = await watched.incidents()
    for (const rule of rules) {
      const { body } = await watched.user.send('POST', '/api/alerts/backtest', {
        keywordId: watched.project.id,
        rule,
        from: new Date(START).toISOString(),
        to: new Date(end).toISOString(),
      })
      const own = live.filter(({ kind }) => kind === rule.kind)
      const shape = ({ opened_at, closed_at, peak }: Record<string, unknown>) => ({ opened_at, closed_at, peak })
      assert.ok(own.length > 0, rule.kind)
      assert.deepEqual(own.map(shape), body.incidents.map(shape).toReversed(), rule.kind)
      assert.equal(body.count, own.length)
    }
    const [spike] = live.filter(({ kind }) => kind === 'spike')
    assert.equal(spike.basis, 'history')
    assert.ok(spike.peak > 3 * spike.expected)
  })

  test('each change of an incident is one message: opened, doubled, reached a platform, closed', async () => {
    const watched = await watchProject(api)
    const channel = await addTestChannel(api, watched.user)
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 }, { channels: [channel] })
    await watched.seed(spread(5, START, 10 * MINUTE))
    await watched.evaluate(START + 10 * MINUTE)
    await watched.evaluate(START + 11 * MINUTE)
    assert.deepEqual(
      (await watched.messages()).map(({ type }) => type),
      ['incident.opened'],
    )
    await watched.seed(spread(6, START + 15 * MINUTE, 5 * MINUTE))
    await watched.evaluate(START + 20 * MINUTE)
    await watched.seed(spread(4, START + 21 * MINUTE, MINUTE, { platform: 'news' }))
    await watched.evaluate(START + 25 * MINUTE)
    await watched.evaluate(START + 30 * MINUTE)
    await watched.evaluate(START + 4 * HOUR)
    await watched.evaluate(START + 5 * HOUR)
    const messages = await watched.messages()
    assert.deepEqual(
      messages.map(({ type, title }) => [type, title.split('. ')[0]]),
      [
        ['incident.opened', 'Banjir Jakarta: 5 mention dalam 60 menit.'],
        ['incident.updated', 'Naik dua kali lipat'],
        ['incident.updated', 'Mencapai platform lain'],
        ['incident.closed', 'Selesai'],
      ],
    )
    const [incident] = await watched.incidents()
    assert.equal(incident.state, 'closed')
    assert.equal(incident.peak, 15)
    assert.equal(incident.moment.seen, 15)
    const deliveries = await api.pool`select state from delivery where channel_id = ${channel}`
    assert.equal(deliveries.length, 4)
  })

  test('an import of old posts opens nothing, and neither does a project without rules', async () => {
    const watched = await watchProject(api)
    await watched.seed(spread(3, START, HOUR))
    assert.equal((await api.pool`select from alert_due where project_id = ${watched.project.id}`).length, 0)
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 })
    await watched.addRule({ kind: 'mention', everyMinutes: 15 })
    await watched.seed(spread(50, START - 48 * HOUR, HOUR))
    await watched.seed(spread(50, START + HOUR, HOUR))
    await watched.evaluate(START + 5 * HOUR)
    assert.deepEqual(await watched.incidents(), [])
    assert.deepEqual(await watched.messages(), [])
  })

  test('a new project says that it has too little history and uses a fixed rule', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'spike', sensitivity: 'medium' })
    await watched.seed(spread(40, START, HOUR))
    await watched.evaluate(START + HOUR)
    const [incident] = await watched.incidents()
    assert.equal(incident.basis, 'fixed')
    const [message] = await watched.messages()
    assert.match(message?.title ?? '', /riwayat belum cukup/)
  })

  test('a story opens its own incident when enough authors carry it', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'story', authors: 4, minutes: 60 })
    const text = 'banjir besar melanda jakarta utara pagi ini dan ribuan warga mengungsi ke sekolah terdekat'
    await watched.seed(spread(3, START, 10 * MINUTE, { text }))
    await watched.evaluate(START + 20 * MINUTE)
    assert.deepEqual(await watched.incidents(), [])
    await watched.seed(spread(3, START + 20 * MINUTE, 10 * MINUTE, { text }))
    await watched.evaluate(START + 30 * MINUTE)
    const [incident] = await watched.incidents()
    assert.equal(incident.kind, 'story')
    assert.equal(incident.moment.stories[0].text, text)
    assert.equal(incident.subject, incident.moment.stories[0].id)
  })

  test('every new mention is reported once per interval, late ones too', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'mention', everyMinutes: 30 })
    await watched.seed(spread(2, START + MINUTE, MINUTE))
    await watched.evaluate(START + 10 * MINUTE)
    assert.equal((await watched.messages()).length, 0)
    await watched.evaluate(START + 30 * MINUTE)
    await watched.evaluate(START + 31 * MINUTE)
    await watched.seed([{ at: START + 20 * MINUTE }])
    await watched.evaluate(START + 40 * MINUTE)
    assert.deepEqual(
      (await watched.messages()).map(({ title }) => title),
      ['Banjir Jakarta: 2 mention baru.', 'Bertambah. Banjir Jakarta: 3 mention baru.'],
    )
  })

  test('a source that used to bring mentions and stops is an incident until it returns', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'silence', hours: 5 })
    const history = Array.from({ length: 21 * 24 }, (_, hour) => spread(3, START - (hour + 1) * HOUR, HOUR))
    await watched.seed(history.flat())
    await watched.evaluate(START + 3 * HOUR)
    assert.deepEqual(await watched.incidents(), [])
    await watched.evaluate(START + 6 * HOUR)
    const [incident] = await watched.incidents()
    assert.deepEqual([incident.kind, incident.subject, incident.state], ['silence', 'twitter', 'open'])
    await watched.seed([{ at: START + 6.5 * HOUR }])
    await watched.evaluate(START + 8 * HOUR)
    assert.equal((await watched.incidents())[0].state, 'closed')
  })

  test('a quota that runs low is an incident', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'quota', below: 9_998 })
    await watched.evaluate(Date.now())
    assert.deepEqual(await watched.incidents(), [])
    await watched.seed(spread(5, START, HOUR))
    await watched.evaluate(Date.now())
    assert.equal((await watched.incidents())[0].kind, 'quota')
  })

  test('a filter by words counts only what passes it', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'volume', count: 4, minutes: 60 }, { filter: { q: 'pompa', sentimen: 0 } })
    await watched.seed(spread(10, START, 10 * MINUTE))
    await watched.seed(spread(3, START, 10 * MINUTE, { text: 'banjir jakarta pompa rusak' }))
    await watched.evaluate(START + 20 * MINUTE)
    assert.deepEqual(await watched.incidents(), [])
    await watched.seed(spread(1, START + 12 * MINUTE, MINUTE, { text: 'pompa banjir jakarta menyala lagi' }))
    await watched.evaluate(START + 25 * MINUTE)
    assert.equal((await watched.incidents())[0].moment.seen, 4)
  })

  test('deliveries wait for the end of quiet hours, unless the incident is large; a snoozed incident has none', async () => {
    const watched = await watchProject(api)
    const channel = await addTestChannel(api, watched.user)
    const quiet = { from: '00:00', to: '23:59', timeZone: 'UTC' }
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 }, { channels: [channel], quiet })
    const start = Math.floor(Date.now() / HOUR) * HOUR - HOUR
    await watched.seed(spread(5, start, 10 * MINUTE))
    await watched.evaluate(start + 12 * MINUTE)
    const [held] = await api.pool`select next_at > now() as held from delivery where channel_id = ${channel}`
    assert.equal(held?.held, true)
    const [incident] = await watched.incidents()
    const snoozedUntil = new Date(Date.now() + HOUR).toISOString()
    const patched = await watched.user.send('PATCH', `/api/incidents/${incident.id}`, { snoozedUntil })
    assert.equal(patched.body.snoozed_until, snoozedUntil)
    await watched.seed(spread(20, start + 15 * MINUTE, 5 * MINUTE))
    await watched.evaluate(start + 25 * MINUTE)
    assert.equal((await watched.messages()).length, 2)
    assert.equal((await api.pool`select from delivery where channel_id = ${channel}`).length, 1)
  })

  test('a link in a message acknowledges its incident when its button is pressed, and not when it is opened', async () => {
    const watched = await watchProject(api)
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 })
    await watched.seed(spread(5, Date.now() - 10 * MINUTE, 5 * MINUTE))
    await watched.evaluate(Date.now())
    const [row] = await api.pool`select content from message where account_id = ${watched.user.id}`
    const link = row?.content.links.find(({ label }: { label: string }) => label === 'Tandai sudah dilihat').url
    const url = new URL(link).pathname
    assert.equal((await api.request({ method: 'GET', url })).status, 200)
    assert.equal((await watched.incidents())[0].acknowledged_at, null)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await api.request({ method: 'POST', url, headers })).status, 200)
    assert.notEqual((await watched.incidents())[0].acknowledged_at, null)
    assert.equal((await api.request({ method: 'POST', url: `${url}x` })).status, 404)
  })

  test('a range of time explains itself', async () => {
    const watched = await watchProject(api)
    const text = 'banjir jakarta #PompaRusak warga protes ke balai kota hari ini'
    await watched.seed([...spread(5, START - 24 * HOUR, HOUR), ...spread(4, START, HOUR, { text, sentiment: -1 })])
    const range = `from=${new Date(START).toISOString()}&to=${new Date(START + HOUR).toISOString()}`
    const { status, body } = await watched.user.get(`/api/project/moments?id=${watched.project.id}&${range}`)
    assert.equal(status, 200)
    assert.equal(body.seen, 4)
    assert.equal(body.stories[0].new, 4)
    assert.deepEqual(body.platforms, [{ source: 'twitter', count: 4 }])
    assert.deepEqual(body.sentiment.now, { negative: 4, neutral: 0, positive: 0 })
    assert.ok(body.hashtags.some(({ term }: { term: string }) => /pomparusak/i.test(term)))
    const other = await api.user()
    assert.equal((await other.get(`/api/project/moments?id=${watched.project.id}&${range}`)).status, 404)
  })
})
