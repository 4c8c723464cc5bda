import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { shareForBrief } from '../../src/api/share-report.ts'
import { REPORT_BLOCKS } from '../../src/domain/report.ts'
import { sendBrief } from '../../src/evaluate/brief-send.ts'
import { trimRecords } from '../../src/store/jobs/due.ts'
import { addTestKey, addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const PUBLIC = 'https://pantau.example.org'
const BLOCKS = REPORT_BLOCKS.map((kind) => ({ kind }))
const LONG = `banjir ${'sangat panjang '.repeat(40)}`
const POSTS = [
  { at: '2026-06-01T01:00:00Z', text: 'banjir jakarta memburuk di pasar', author: 'ani', sentiment: -1 },
  { at: '2026-06-01T02:00:00Z', text: LONG, author: 'budi', sentiment: -1 },
  { at: '2026-06-01T03:00:00Z', text: 'banjir jakarta surut, terima kasih petugas', author: 'citra', sentiment: 1 },
  { at: '2026-06-02T01:00:00Z', text: 'hujan deras membuat jalan di jakarta banjir sejak pagi tadi', author: 'dewi' },
  { at: '2026-06-02T02:00:00Z', text: 'hujan deras membuat jalan di jakarta banjir sejak pagi tadi', author: 'eka' },
  { at: '2026-05-31T02:00:00Z', text: 'banjir jakarta kemarin', author: 'fajar', platform: 'news' },
] as const
const FILTER = { from: '2026-06-01', to: '2026-06-02' }

describe('reports and their links', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    id = (await addTestProject(user)).id
    await seedMentions(api.pool, user, { id }, POSTS)
  })
  after(() => api.close())

  const body = (fields: object = {}) => ({ keywordId: id, filter: FILTER, blocks: BLOCKS, language: 'id', ...fields })
  const add = async (fields: object = {}, by = user) => (await by.send('POST', '/api/reports', body(fields))).body
  const share = (report: string, fields: object = {}) => user.send('POST', `/api/reports/${report}/links`, fields)
  const tokenOf = (url: string) => url.slice(`${PUBLIC}/s/`.length)
  // Without a session.
  const open = (url: string) => api.request({ method: 'GET', url: `/api/shared/${tokenOf(url)}` })
  const unlock = (url: string, password: string) =>
    api.request({ method: 'POST', url: `/api/shared/${tokenOf(url)}`, payload: { password } })

  test('a report is stored, listed, changed and deleted', async () => {
    const added = await user.send('POST', '/api/reports', body({ filter: { days: 7, sentimen: -1, sosmedId: 'news' } }))
    assert.equal(added.status, 201)
    assert.equal(added.body.title, 'Banjir Jakarta')
    assert.deepEqual(added.body.filter, { days: 7, sentimen: -1, sosmedId: 'news' })
    const url = `/api/reports/${added.body.id}`
    const blocks = [{ kind: 'method' }, { kind: 'figures', comment: 'Untuk rapat.' }]
    const changed = await user.send('PATCH', url, { blocks, title: '  Pekan ini ', language: 'en' })
    assert.deepEqual([changed.body.title, changed.body.language, changed.body.blocks], ['Pekan ini', 'en', blocks])
    assert.deepEqual(changed.body.filter, added.body.filter)
    assert.deepEqual((await user.get(url)).body, changed.body)
    assert.deepEqual((await user.get(`/api/reports?keywordId=${id}`)).body.data, [changed.body])
    assert.equal((await user.send('DELETE', url)).status, 200)
    assert.equal((await user.get(url)).status, 404)
    const actions = await api.pool`select action from audit_entry where subject = ${added.body.id} order by id`
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['report.create', 'report.change', 'report.delete'],
    )
  })

  test('the numbers of a report are those of the screens', async () => {
    const { status, body: content } = await user.send('POST', '/api/reports/preview', body())
    assert.equal(status, 200)
    const query = `id=${id}&from=${FILTER.from}&to=${FILTER.to}`
    const { body: insights } = await user.get(`/api/project/insights?${query}`)
    const block = (kind: string) => content.blocks.find((one: { kind: string }) => one.kind === kind)
    assert.deepEqual(
      content.blocks.map(({ kind }: { kind: string }) => kind),
      REPORT_BLOCKS,
    )
    const { total, unique, independent, sentiment_distribution: shares } = insights
    assert.deepEqual(block('figures').now, { total, unique, independent, ...shares })
    assert.equal(block('figures').before.total, insights.previous.total)
    assert.equal(insights.previous.total, 1)
    assert.equal(block('figures').estimate, null)
    assert.deepEqual(content.headline, {
      total: 5,
      before: 1,
      lower_bound: insights.coverage.lower_bound,
      story: { text: insights.groups[0].mention.content, count: 2 },
    })
    assert.deepEqual(
      block('chart').points.map((point: { at: string; negative: number }) => [point.at, point.negative]),
      insights.series.map((point: { at: string; negative: number }) => [point.at, point.negative]),
    )
    assert.deepEqual(
      block('stories').stories.map((story: { count: number; authors: number }) => [story.count, story.authors]),
      [
        [insights.groups[0].count, insights.groups[0].authors],
        [1, 1],
        [1, 1],
        [1, 1],
      ],
    )
    const { body: moment } = await user.get(
      `/api/project/moments?id=${id}&from=${block('why').from}&to=${block('why').to}`,
    )
    assert.deepEqual([block('why').seen, block('why').expected], [moment.seen, moment.expected])
    assert.deepEqual(block('comparison').before.counts.total, 1)
    assert.deepEqual(block('comparison').before.sources, [{ source: 'news', count: 1 }])
    assert.equal(block('coverage').coverage.hours_listened, insights.coverage.hours_listened)
    assert.equal(block('method').keyword, 'banjir and jakarta or gempa bumi')
    assert.deepEqual(
      block('voices').positive.map(({ author }: { author: string }) => author),
      ['CITRA'],
    )
    const cut = block('voices').negative.find(({ author }: { author: string }) => author === 'BUDI')
    assert.ok(cut.text.length <= 281 && cut.text.endsWith('…'))
  })

  test('the marks of a chart are the changes of the expression in its range, however many there are later', async () => {
    const project = (await addTestProject(user)).id
    const edit = (fields: object) => user.send('PATCH', `/api/project?id=${project}`, fields)
    assert.equal((await edit({ keyword: 'banjir or rob', exclude: 'promo' })).status, 200)
    assert.equal((await edit({ group: 'Nama lain' })).status, 200)
    await api.pool`update project_edit set at = '2026-06-01T12:00:00Z' where project_id = ${project}`
    await api.pool`
      insert into project_edit (project_id, number, edited_by, before, after, checked)
      select project_id, number + n, edited_by, before, after, true from project_edit cross join generate_series(10, 50) n
       where project_id = ${project} and number = 1`
    const { body: content } = await user.send('POST', '/api/reports/preview', body({ keywordId: project }))
    const { marks } = content.blocks.find(({ kind }: { kind: string }) => kind === 'chart')
    assert.deepEqual(marks, [{ at: '2026-06-01T12:00:00.000Z', kind: 'edit', label: 'banjir or rob − promo' }])
  })

  test('a report says what it is limited to, and begins where the project begins', async () => {
    const project = (await addTestProject(user, { startDate: '2026-05-20' })).id
    // The peak is a day of copies.
    const copies = ['gita', 'hadi'].map((author) => ({ ...POSTS[3], author, at: '2026-06-02T03:00:00Z' }))
    await seedMentions(api.pool, user, { id: project }, [...POSTS, ...copies])
    await user.send('PATCH', `/api/project?id=${project}`, { group: 'Nama lain' })
    await user.send('POST', `/api/project/generate-summary/${project}`)
    const filter = { from: '2026-05-01', to: '2026-06-05', sosmedId: 'twitter', tag: undefined }
    const { body: content } = await user.send('POST', '/api/reports/preview', body({ keywordId: project, filter }))
    const block = (kind: string) => content.blocks.find((one: { kind: string }) => one.kind === kind)
    assert.deepEqual(content.filter, { sosmedId: 'twitter' })
    assert.equal(content.from, '2026-05-19T17:00:00.000Z')
    assert.deepEqual([block('chart').marks, block('chart').marks_left_out], [[], 0])
    assert.equal(block('why').story.count, 4)
    assert.match(block('why').story.url, /^https?:/)
    const { written_at: writtenAt, total, sentences, evidence } = block('summary')
    assert.deepEqual([typeof writtenAt, total], ['string', POSTS.length + 2])
    assert.ok(sentences.length > 0 && evidence.length > 0)
    for (const sentence of sentences) assert.ok(sentence.evidence.every((at: number) => at < evidence.length))
  })

  test('a link shows what the report showed when it was made, and nothing of later', async () => {
    const report = await add({ blocks: [{ kind: 'figures', comment: 'Lihat puncaknya.' }, { kind: 'stories' }] })
    const { status, body: link } = await share(report.id)
    assert.equal(status, 201)
    assert.match(link.url, /^https:\/\/pantau\.example\.org\/s\/[\w-]{43}$/)
    const first = await open(link.url)
    assert.equal(first.status, 200)
    assert.equal(first.body.expires_at, link.expires_at)
    assert.equal(first.body.blocks[0].comment, 'Lihat puncaknya.')
    await seedMentions(api.pool, user, { id }, [{ at: '2026-06-01T05:00:00Z', text: 'banjir jakarta lagi' }])
    await user.send('PATCH', `/api/reports/${report.id}`, { title: 'Lain', blocks: [{ kind: 'method' }] })
    assert.deepEqual((await open(link.url)).body, first.body)
    const later = (await user.send('POST', '/api/reports/preview', body())).body
    assert.equal(later.headline.total, first.body.headline.total + 1)
    // Only what the two blocks show, and no id of anything.
    assert.deepEqual(
      first.body.blocks.map(({ kind }: { kind: string }) => kind),
      ['figures', 'stories'],
    )
    assert.doesNotMatch(JSON.stringify(first.body), /[0-9a-f]{8}-[0-9a-f]{4}-/)
    assert.ok(!JSON.stringify(first.body).includes('gempa bumi'))
  })

  test('the response to a reader is not cached, not indexed, and sets no cookie', async () => {
    const { headers } = await open((await share((await add()).id)).body.url)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(headers['set-cookie'], undefined)
  })

  test('the address is stored as a hash only, and the list says whether a link is opened', async () => {
    const report = await add()
    const { url, ...added } = (await share(report.id, { password: 'rahasia bos' })).body
    const own = async () => (await user.get(`/api/reports/${report.id}/links`)).body.data
    assert.deepEqual(await own(), [{ ...added, has_password: true, last_opened_at: null }])
    assert.equal((await unlock(url, 'rahasia bos')).status, 200)
    assert.notEqual((await own())[0].last_opened_at, null)
    const [row] = await api.pool`select row_to_json(l)::text as text from report_link l where id = ${added.id}`
    assert.ok(!row?.text.includes(tokenOf(url)))
    assert.ok(!row?.text.includes('rahasia bos'))
    const [audit] =
      await api.pool`select detail from audit_entry where action = 'report.share' and subject = ${report.id}`
    assert.deepEqual(audit?.detail, { link: added.id, expiresAt: added.expires_at, hasPassword: true })
  })

  test('a link with a password opens with it only, and guesses have to wait', async () => {
    const { url } = (await share((await add()).id, { password: 'rahasia bos' })).body
    const locked = await open(url)
    assert.equal(locked.status, 403)
    assert.equal(locked.headers['x-robots-tag'], 'noindex, nofollow')
    assert.ok(!JSON.stringify(locked.body).includes('Banjir'))
    for (let n = 0; n < 5; n++) assert.equal((await unlock(url, `tebakan ${n}`)).status, 403)
    const waiting = await unlock(url, 'rahasia bos')
    assert.equal(waiting.status, 429)
    assert.ok(Number(waiting.headers['retry-after']) > 0)
    await api.pool`delete from login_attempt where scope like 'sharedLink%'`
    assert.equal((await unlock(url, 'rahasia bos')).body.headline.total, 6)
    assert.equal((await unlock((await share((await add()).id)).body.url, 'apa saja')).status, 200)
  })

  test('a link ends when it expires, is revoked, with its report and project, and while its owner is disabled', async () => {
    const owner = await api.user()
    const project = await addTestProject(owner)
    const sharing = async () => {
      const report = await add({ keywordId: project.id }, owner)
      const link = (await owner.send('POST', `/api/reports/${report.id}/links`, {})).body
      return { report: report.id, ...link }
    }
    const [expired, revoked, deleted, last] = [await sharing(), await sharing(), await sharing(), await sharing()]
    await api.pool`update report_link set expires_at = now() where id = ${expired.id}`
    assert.deepEqual((await owner.get(`/api/reports/${expired.report}/links`)).body.data, [])
    const revoke = () => owner.send('DELETE', `/api/reports/${revoked.report}/links/${revoked.id}`)
    assert.deepEqual([(await revoke()).status, (await revoke()).status], [200, 404])
    await owner.send('DELETE', `/api/reports/${deleted.report}`)
    const unknown = await open(`${PUBLIC}/s/${'x'.repeat(43)}`)
    assert.equal(unknown.status, 404)
    for (const { url } of [expired, revoked, deleted]) {
      assert.deepEqual([(await open(url)).status, (await open(url)).body], [404, unknown.body])
      assert.deepEqual((await unlock(url, 'apa saja')).body, unknown.body)
    }
    await api.pool`update account set disabled_at = now() where id = ${owner.id}`
    assert.equal((await open(last.url)).status, 404)
    await api.pool`update account set disabled_at = null where id = ${owner.id}`
    assert.equal((await open(last.url)).status, 200)
    await owner.send('DELETE', `/api/project?id=${project.id}`)
    assert.equal((await open(last.url)).status, 404)
    await trimRecords(api.pool, 100)
    assert.equal((await api.pool`select id from report_link where id = ${expired.id}`).length, 0)
  })

  test('a key that is limited to projects reaches the reports of these', async () => {
    const other = await addTestProject(user)
    const [own, beyond] = [await add(), await add({ keywordId: other.id })]
    const key = await addTestKey(api, user, { projects: [id] })
    assert.equal((await key.get(`/api/reports/${own.id}`)).status, 200)
    assert.equal((await key.get(`/api/reports/${beyond.id}`)).status, 404)
    assert.equal((await key.send('POST', `/api/reports/${beyond.id}/links`, {})).status, 404)
    assert.equal((await key.send('POST', '/api/reports/preview', body({ keywordId: other.id }))).status, 404)
  })

  test('what is refused names the field and the rule', async () => {
    const refused = async (fields: object) => (await user.send('POST', '/api/reports', body(fields))).body.message
    assert.match(await refused({ blocks: [{ kind: 'map' }] }), /^blocks\.0\.kind must be one of/)
    assert.match(await refused({ blocks: [{ kind: 'why' }, { kind: 'why' }] }), /^blocks: "why" occurs twice/)
    assert.match(await refused({ filter: { days: 7, from: '2026-06-01' } }), /^filter: days cannot be combined/)
    assert.match(await refused({ filter: { from: '2026-06-02', to: '2026-06-01' } }), /^from must be before to/)
    assert.match(await refused({ filter: { entity: 'banjir' } }), /^entity must begin/)
    const report = await add()
    const message = async (fields: object) => (await share(report.id, fields)).body.message
    assert.match(await message({ expiresAt: '2020-01-01T00:00:00Z' }), /^expiresAt must be in the next/)
    assert.match(await message({ expiresAt: '2999-01-01T00:00:00Z' }), /^expiresAt must be in the next/)
    assert.match(await message({ password: 'pendek' }), /^password /)
  })

  test('a report of the last days moves with the time', async () => {
    const { body: week } = await user.send('POST', '/api/reports/preview', body({ filter: { days: 7 } }))
    const dayMs = 86_400_000
    const local = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
    assert.equal(Date.parse(week.from), Date.parse(`${local}T00:00:00+07:00`) - 6 * dayMs)
    assert.ok(Date.parse(week.to) <= Date.parse(`${local}T00:00:00+07:00`) + dayMs)
  })

  test('a brief carries a new link to its report each time it is sent', async () => {
    const report = await add({ blocks: [{ kind: 'figures' }] })
    const brief = {
      days: ['mon'],
      time: '07:00',
      timeZone: 'Asia/Jakarta',
      projects: 'all',
      channels: [],
      language: 'en',
    }
    assert.equal((await user.send('PUT', '/api/brief', { ...brief, report: user.id })).status, 404)
    assert.equal((await user.send('PUT', '/api/brief', { ...brief, report: report.id })).body.report, report.id)
    await api.pool`update brief set next_at = date_trunc('milliseconds', now()) - interval '1 minute' where account_id = ${user.id}`
    const how = { timeZone: 'Asia/Jakarta', requestSeconds: 900 }
    const publicUrl = new URL(PUBLIC)
    const deps = {
      pool: api.pool,
      how,
      publicUrl,
      writeOpening: null,
      shareReport: (request: Parameters<typeof shareForBrief>[1]) =>
        shareForBrief(api.pool, request, { ...how, publicUrl }),
    }
    await sendBrief(deps, user.id, { signal: new AbortController().signal } as Parameters<typeof sendBrief>[2])
    const { body: inbox } = await user.get('/api/inbox')
    const link = inbox.data[0].links.at(-1)
    assert.equal(link.label, 'Open the report')
    assert.equal((await open(link.url)).body.blocks[0].kind, 'figures')
    const [stored] = (await user.get(`/api/reports/${report.id}/links`)).body.data
    assert.ok(Date.parse(stored.expires_at) - Date.now() > 29 * 86_400_000)
    await user.send('DELETE', `/api/reports/${report.id}`)
    assert.equal((await user.get('/api/brief')).body.report, null)
  })

  test('without a browser there is no PDF, and the response says why', async () => {
    const { status, body: problem } = await user.get(`/api/reports/${(await add()).id}/pdf`)
    assert.equal(status, 501)
    assert.match(problem.message, /PANTAU_BROWSER/)
  })
})
