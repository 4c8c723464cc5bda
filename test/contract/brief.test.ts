import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { numbersIn, recount, type WireFact } from '../briefs/recount.ts'
import { type PostFields, seedMentions } from '../mentions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BRIEF = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  time: '07:00',
  timeZone: 'Asia/Jakarta',
  projects: 'all',
  channels: [],
  language: 'en',
}

describe('the brief', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function addChannel(owner: TestUser): Promise<string> {
    const fields = { kind: 'webhook', name: 'Uji', url: 'https://hooks.example.org/x' }
    return (await owner.send('POST', '/api/channels', fields)).body.id
  }

  test('has settings of one person, which can be read and changed', async () => {
    const other = await api.user()
    assert.equal((await other.get('/api/brief')).status, 404)
    const { id } = await addTestProject(other)
    const channel = await addChannel(other)
    const settings = { ...BRIEF, days: ['mon', 'fri'], projects: [id], channels: [channel] }
    const put = await other.send('PUT', '/api/brief', settings)
    assert.equal(put.status, 200, JSON.stringify(put.body))
    const { next_at: next, ...same } = (await other.get('/api/brief')).body
    assert.deepEqual(same, { ...settings, report: null })
    assert.ok([1, 5].includes(new Date(next).getUTCDay()) && next.endsWith('T00:00:00.000Z'), next)
    const off = await other.send('PUT', '/api/brief', { ...settings, days: [] })
    assert.equal(off.body.next_at, null)
    assert.equal((await user.get('/api/brief')).status, 404)
  })

  test('keeps a brief that is due when something other than its time is changed', async () => {
    const other = await api.user()
    await other.send('PUT', '/api/brief', BRIEF)
    await api.pool`update brief set next_at = now() - interval '1 hour' where account_id = ${other.id}`
    const changed = await other.send('PUT', '/api/brief', { ...BRIEF, language: 'id' })
    assert.ok(Date.parse(changed.body.next_at) < Date.now())
    const moved = await other.send('PUT', '/api/brief', { ...BRIEF, time: '07:01' })
    assert.ok(Date.parse(moved.body.next_at) > Date.now())
  })

  test('refuses wrong settings by the name of the field', async () => {
    const other = await api.user()
    const foreign = { project: (await addTestProject(other)).id, channel: await addChannel(other) }
    const wrong: [string, unknown, number][] = [
      ['days', ['monday'], 400],
      ['days', ['mon', 'mon'], 400],
      ['days', 'mon', 400],
      ['time', '7:00', 400],
      ['time', '24:00', 400],
      ['time', '07:60', 400],
      ['timeZone', 'Asia/Atlantis', 400],
      ['timeZone', '+07:00', 400],
      ['timeZone', '', 400],
      ['projects', [], 400],
      ['projects', 'some', 400],
      ['projects', [randomUUID()], 404],
      ['projects', ['not an id'], 404],
      ['projects', [foreign.project], 404],
      ['channels', [randomUUID()], 400],
      ['channels', ['not an id'], 400],
      ['channels', [foreign.channel], 400],
      ['language', 'de', 400],
    ]
    for (const [field, value, status] of wrong) {
      const answer = await user.send('PUT', '/api/brief', { ...BRIEF, [field]: value })
      assert.equal(answer.status, status, `${field} ${JSON.stringify(value)}: ${JSON.stringify(answer.body)}`)
      assert.match(answer.body.message, new RegExp(field), JSON.stringify(value))
    }
    assert.equal((await user.get('/api/brief')).status, 404)
  })

  test('is one sentence when nothing happened', async () => {
    const other = await api.user()
    await addTestProject(other)
    const { status, body } = await other.get('/api/brief/preview')
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.title, /^Tidak ada yang baru sejak [^.]+\.?[^.]*\.$/)
    assert.deepEqual([body.blocks, body.links, body.data.facts], [[], [], []])
  })

  test('shows numbers that the rows confirm, each with the link to its mentions', async () => {
    const owner = await api.user({ quota: 100_000 })
    const { id } = await addTestProject(owner, { group: 'Banjir 2026' })
    await addTestProject(owner, { group: 'Sepi' })
    await seedMentions(api.pool, owner, { id }, busyProject(Date.now()))
    await api.pool`
      insert into incident (id, account_id, project_id, kind, opened_at, seen, peak, facts)
      values (gen_random_uuid(), ${owner.id}, ${id}, 'volume', now() - interval '2 hours', 9, 9, '{}')`
    await api.pool`
      insert into feed (id, source, address, name, state) values (gen_random_uuid(), 'news', 'https://mati.example/feed', 'Kabar Mati', 'broken')`
    for (const language of ['en', 'id']) {
      await owner.send('PUT', '/api/brief', { ...BRIEF, language })
      const { body } = await owner.get('/api/brief/preview')
      const facts: WireFact[] = body.data.facts
      for (const fact of facts) {
        const counted = await recount(api.pool, fact)
        if (counted !== null) assert.equal(fact.value, counted, JSON.stringify(fact))
        if (fact.kind !== 'mentions') continue
        assert.ok(fact.url?.includes(`/projects/${id}?`), JSON.stringify(fact))
        assert.equal((await owner.get(`/api/mentions/search?${fact.query}`)).body.total, fact.value, String(fact.query))
      }
      const known = new Set(facts.map(({ value }) => value))
      for (const number of numbersIn(body)) assert.ok(known.has(number), `${number} in ${JSON.stringify(body.blocks)}`)
      assert.equal(facts.filter(({ kind }) => kind === 'mentions').length >= 8, true)
      assert.deepEqual(
        facts
          .filter(({ kind }) => kind === 'unchanged' || kind === 'incidents' || kind === 'feeds')
          .map(({ value }) => value),
        [1, 1, 1],
      )
      const [charged] =
        await api.pool`select -sum(amount)::int as n from quota_entry where account_id = ${owner.id} and amount < 0`
      const [left] = await api.pool`select remaining from quota where account_id = ${owner.id}`
      assert.equal(facts.find(({ kind }) => kind === 'quota_spent')?.value, charged?.n)
      assert.equal(facts.find(({ kind }) => kind === 'quota_left')?.value, left?.remaining)
      const text = JSON.stringify(body.blocks)
      for (const part of ['Tanggul jebol', 'Pompa air', 'Kabar Mati', 'pengamat_baru', 'tanggul'])
        assert.ok(text.includes(part), `${part}: ${text}`)
      assert.ok(!text.includes('penulis_lama'), text)
    }
    await api.pool`delete from feed`
  })

  test('reports hours that were not collected, and that its numbers are then lower bounds', async () => {
    const owner = await api.user()
    const project = await addTestProject(owner)
    await seedMentions(api.pool, owner, project, [{ at: Date.now() - HOUR_MS }])
    await owner.send('PATCH', '/api/project/listen-status', { id: project.id, islisten: 1 })
    await api.pool`delete from project_listening where project_id = ${project.id} and until is not null`
    await api.pool`update project_listening set since = now() - interval '40 hours' where project_id = ${project.id}`
    await api.pool`
      insert into coverage (project_id, platform, hour, asked, answered)
      select ${project.id}, 0, date_trunc('hour', now()) - make_interval(hours => n), 1, 1
        from generate_series(0, 39) n where n not in (4, 5, 6)`
    const { body } = await owner.get('/api/brief/preview')
    const missed = body.data.facts.find(({ kind }: WireFact) => kind === 'hours_missed')
    const range = `from=${missed.filter.from}&to=${missed.filter.to}`
    const { coverage } = (await owner.get(`/api/project/coverage?id=${project.id}&${range}`)).body
    assert.equal(missed.value, Math.ceil(coverage.hours_listened - coverage.hours_covered))
    assert.equal(missed.value, 3)
    assert.match(JSON.stringify(body.blocks), /batas bawah: beberapa jam tidak terkumpul/)
  })

  test('has the audited share with its interval, the same as the insights', async () => {
    const owner = await api.user()
    const project = await addTestProject(owner)
    const posts = Array.from({ length: 40 }, (_, n) => ({ at: Date.now() - (n + 1) * 60_000 }))
    await seedMentions(api.pool, owner, project, posts)
    const audit = (await owner.send('POST', '/api/audits', { keywordId: project.id, size: 40 })).body
    for (const [n, { id }] of audit.cards.entries())
      await owner.send('PUT', `/api/audits/${audit.id}/labels`, { mentionId: id, sentimen: n % 4 === 0 ? -1 : 0 })
    const { body } = await owner.get('/api/brief/preview')
    const facts: WireFact[] = body.data.facts
    const stated = ['estimate', 'estimate_low', 'estimate_high'].map((kind) => facts.find((fact) => fact.kind === kind))
    const { from, to } = stated[0]?.filter ?? {}
    const insights = (await owner.get(`/api/project/insights?id=${project.id}&from=${from}&to=${to}`)).body
    const { share, low, high } = insights.sentiment_estimate.negative
    assert.deepEqual(
      stated.map((fact) => fact?.value),
      [share, low, high].map((value) => Math.round(100 * value)),
    )
  })

  test('compares with the same weekdays and leaves weeks out that the project does not reach back to', async () => {
    const owner = await api.user({ quota: 100_000 })
    const { id } = await addTestProject(owner)
    const now = Date.now()
    const at = (days: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ at: now - days * DAY_MS - (n + 1) * 60_000 }))
    // The oldest mention is fifteen days and one hour old: two of the four weeks are inside.
    await seedMentions(api.pool, owner, { id }, [
      ...at(0, 9),
      ...at(3, 50),
      ...at(7, 4),
      ...at(14, 2),
      { at: now - 15 * DAY_MS - HOUR_MS },
    ])
    const { body } = await owner.get('/api/brief/preview')
    const value = (kind: string) => body.data.facts.find((fact: WireFact) => fact.kind === kind)?.value
    assert.deepEqual([value('mentions'), value('mean'), value('weeks')], [9, 3, 2])
  })

  test('describes the ten projects with the most mentions, and has a line for the others', async () => {
    const owner = await api.user({ quota: 1_000 })
    const text = 'Tanggul jebol di Jakarta Barat, banjir setinggi dada orang dewasa menurut laporan petugas'
    for (let n = 1; n <= 12; n++) {
      const project = await addTestProject(owner, { group: `Proyek ${String.fromCharCode(64 + n)}` })
      const posts = Array.from({ length: n + 1 }, () => ({ text, at: Date.now() - HOUR_MS }))
      await seedMentions(api.pool, owner, project, posts)
    }
    const { body } = await owner.get('/api/brief/preview')
    const lists = body.blocks.filter(({ kind }: { kind: string }) => kind === 'list')
    const described = lists.filter(({ title }: { title: string }) => /: cerita baru$/.test(title))
    assert.deepEqual(
      described.map(({ title }: { title: string }) => title.slice(1, 9)),
      Array.from('LKJIHGFEDC', (letter) => `Proyek ${letter}`),
    )
    assert.deepEqual(
      [lists[0].items.length, lists.find(({ title }: { title: string }) => title === 'Proyek lain').items.length],
      [5, 7],
    )
    for (const fact of body.data.facts as WireFact[]) {
      const counted = await recount(api.pool, fact)
      if (counted !== null) assert.equal(fact.value, counted, JSON.stringify(fact))
    }
  })

  test('reports only projects that were chosen, and forgets removed ones', async () => {
    const owner = await api.user({ quota: 1_000 })
    const [one, two] = [await addTestProject(owner, { group: 'Satu' }), await addTestProject(owner, { group: 'Dua' })]
    for (const project of [one, two]) await seedMentions(api.pool, owner, project, [{ at: Date.now() - HOUR_MS }])
    await owner.send('PUT', '/api/brief', { ...BRIEF, projects: [one.id] })
    const shown = async () => JSON.stringify((await owner.get('/api/brief/preview')).body)
    assert.ok((await shown()).includes('Satu') && !(await shown()).includes('Dua'))
    await owner.send('DELETE', `/api/project?id=${one.id}`)
    assert.ok((await shown()).includes('Nothing new since'))
  })
})

describe('what is new since a person last looked', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  test('counts mentions published since then, for each person and project', async () => {
    const user = await api.user()
    const project = await addTestProject(user)
    const since = async () => (await user.get(`/api/project/since?id=${project.id}`)).body
    await seedMentions(api.pool, user, project, [{ at: Date.now() - HOUR_MS }, { at: Date.now() - 3 * DAY_MS }])
    const never = await since()
    assert.deepEqual([never.since, never.seen], [null, 1])
    const seen = await user.send('POST', '/api/project/seen', { id: project.id })
    assert.equal(seen.status, 200)
    assert.equal(seen.body.previous, null)
    assert.equal((await since()).since, seen.body.seen_at)
    assert.equal((await since()).seen, 0)
    await api.pool`update project_seen set seen_at = now() - interval '4 days' where account_id = ${user.id}`
    assert.equal((await since()).seen, 2)
    const again = await user.send('POST', '/api/project/seen', { id: project.id })
    assert.ok(again.body.seen_at >= seen.body.seen_at)
    assert.ok(Date.parse(again.body.previous) < Date.now() - 3 * DAY_MS)
  })

  test('is not visible to other accounts', async () => {
    const [user, other] = [await api.user(), await api.user()]
    const project = await addTestProject(user)
    for (const id of [project.id, randomUUID(), 'x']) {
      assert.equal((await other.get(`/api/project/since?id=${id}`)).status, 404)
      assert.equal((await other.send('POST', '/api/project/seen', { id })).status, 404)
    }
    assert.equal((await user.get(`/api/project/since?id=${project.id}`)).body.since, null)
  })
})

// Four weeks of an ordinary project, and a last day with a new story, one that grew, a new author and a new word.
function busyProject(now: number): PostFields[] {
  const posts: PostFields[] = []
  for (let day = 1; day < 31; day++) {
    for (let n = 0; n < 6; n++) {
      const sentiment = ([-1, 0, 1] as const)[n % 3] ?? 0
      posts.push({
        at: now - day * DAY_MS - n * HOUR_MS,
        sentiment,
        author: n === 0 ? 'penulis_lama' : `warga${day}-${n}`,
      })
    }
  }
  const copies = (text: string, count: number, hours: number) =>
    Array.from({ length: count }, (_, n) => ({
      text,
      at: now - hours * HOUR_MS - n * 60_000,
      author: `penyalin${hours}${n}`,
    }))
  const grown = 'Pompa air di Pluit berhenti sejak pagi dan warga banjir diminta mengungsi ke posko terdekat'
  return [
    ...posts,
    ...copies(grown, 3, 50),
    ...copies(grown, 4, 5),
    ...copies('Tanggul jebol di Jakarta Barat, banjir setinggi dada orang dewasa menurut laporan petugas', 7, 3),
    ...Array.from({ length: 4 }, (_, n) => ({
      at: now - (n + 1) * HOUR_MS,
      author: 'pengamat_baru',
      sentiment: -1 as const,
    })),
    ...Array.from({ length: 3 }, (_, n) => ({ at: now - (n + 1) * HOUR_MS, author: 'penulis_lama' })),
  ]
}
