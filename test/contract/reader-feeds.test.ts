import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseFeed as parseOther } from '@rowanmanning/feed-parser'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { addTestKey, addTestProject, startApi, type TestApi, type TestClient, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

const PUBLIC = 'https://pantau.example.org'
const HOSTILE = 'banjir <b>"besar"</b> & ]]> &amp; \u0001\u{1f30a}'
const POSTS = [
  { at: '2026-06-01T00:00:00Z', text: HOSTILE, author: 'ani', sentiment: -1 },
  {
    at: '2026-06-02T00:00:00Z',
    text: 'banjir surut\nWarga pulang ke rumah.',
    author: 'budi',
    sentiment: 1,
    passing: true,
    entities: ['place:jakarta'],
  },
  { at: '2026-06-03T00:00:00Z', text: 'hujan deras membuat jalan di jakarta banjir sejak pagi tadi', platform: 'news' },
  { at: '2026-06-04T00:00:00Z', text: 'hujan deras membuat jalan di jakarta banjir sejak pagi tadi' },
] as const

describe('feeds for feed readers', () => {
  let api: TestApi
  let user: TestUser
  let id: string
  before(async () => {
    api = await startApi()
    user = await api.user()
    id = (await addTestProject(user, { group: 'Banjir & <"air">' })).id
    await seedMentions(api.pool, user, { id }, POSTS)
  })
  after(() => api.close())

  const add = async (body: object = {}, by = user) =>
    (await by.send('POST', '/api/feeds', { keywordId: id, list: 'mentions', ...body })).body
  // Without a session.
  const read = (address: string, headers: Record<string, string> = {}) =>
    api.request({ method: 'GET', url: address.replace(PUBLIC, ''), headers })

  test('an address shows the newest mentions as Atom, whatever their text is', async () => {
    const { atom } = await add()
    assert.match(atom, /^https:\/\/pantau\.example\.org\/api\/feeds\/pantau_feed_[\w-]{43}\.atom$/)
    const response = await read(atom)
    assert.equal(response.status, 200)
    assert.equal(response.headers['content-type'], 'application/atom+xml; charset=utf-8')
    assert.match(String(response.headers['cache-control']), /^private/)
    const feed = parseAtomFeed(response.body)
    assert.match(feed.id ?? '', /^urn:uuid:/)
    assert.equal(textOf(feed.title), 'Banjir & <"air">')
    assert.deepEqual(
      feed.links?.map(({ rel, href }) => [rel, href]),
      [
        ['self', atom],
        ['alternate', `${PUBLIC}/projects/${id}`],
      ],
    )
    const { data } = (await user.get(`/api/mentions/search?keywordId=${id}`)).body
    assert.deepEqual(
      feed.entries?.map((entry) => [entry.id, entry.links?.[0]?.href, entry.published, entry.authors?.[0]?.name]),
      data.map(
        (mention: { id: string; url: string; createdat: string; targeted_account: { display_name: string } }) => [
          `urn:uuid:${mention.id}`,
          mention.url,
          mention.createdat,
          mention.targeted_account.display_name,
        ],
      ),
    )
    const [, , second, first] = feed.entries ?? []
    assert.equal(textOf(second?.title), 'banjir surut')
    assert.equal(textOf(second?.content), 'banjir surut\nWarga pulang ke rumah.')
    assert.equal(textOf(first?.title), HOSTILE.replace('\u0001', '\ufffd'))
    assert.deepEqual(
      first?.categories?.map(({ term }) => term),
      ['negative', 'twitter'],
    )
    assert.equal(parseOther(response.body).items.length, POSTS.length)
  })

  test('stories are shown once, with the number of their copies, as JSON Feed 1.1', async () => {
    await user.send('PATCH', '/api/auth/me', { language: 'en' })
    const { json } = await add({ list: 'stories' })
    const response = await read(json)
    assert.equal(response.headers['content-type'], 'application/feed+json; charset=utf-8')
    const feed = JSON.parse(response.body)
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
    assert.equal(feed.feed_url, json)
    assert.equal(feed.items.length, 3)
    for (const item of feed.items) {
      assert.equal(typeof item.id, 'string')
      assert.ok(item.content_text.length > 0)
      assert.match(item.date_published, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.ok(URL.canParse(item.url))
    }
    const story = feed.items.find((item: { content_text: string }) => item.content_text.startsWith('hujan'))
    assert.deepEqual(story._pantau, { copies: 1 })
    assert.match(story.content_text, /\n\n1 copy$/)
    assert.deepEqual(story.tags, ['neutral', 'news'])
    assert.equal(parseJsonFeed(feed).items?.length, 3)
  })

  test('the filter of the feed applies, and only the newest fifty are shown', async () => {
    const { json, filter } = await add({ filter: { sentimen: -1, q: 'besar' } })
    assert.deepEqual(filter, { sentimen: -1, q: 'besar' })
    assert.equal(JSON.parse((await read(json)).body).items.length, 1)
    const named = { relevance: 'passing', entity: 'place:jakarta' }
    const other = await add({ filter: named })
    assert.deepEqual(other.filter, named)
    const shown = JSON.parse((await read(other.json)).body)
    assert.equal(shown.items.length, 1)
    assert.match(shown.home_page_url, /\?relevance=passing&entity=place%3Ajakarta$/)
    const many = await addTestProject(user)
    await seedMentions(
      api.pool,
      user,
      many,
      Array.from({ length: 60 }, () => ({})),
    )
    const full = await add({ keywordId: many.id })
    assert.equal(JSON.parse((await read(full.json)).body).items.length, 50)
  })

  test('a reader that has the present version gets 304, and after a change the new one', async () => {
    const { atom } = await add()
    const { headers } = await read(atom)
    const tag = { 'if-none-match': String(headers.etag) }
    const date = { 'if-modified-since': String(headers['last-modified']) }
    const unchanged = await read(atom, tag)
    assert.equal(unchanged.status, 304)
    assert.equal(unchanged.body, '')
    assert.equal(unchanged.headers.etag, headers.etag)
    assert.equal((await read(atom, { 'if-none-match': `"other", W/${headers.etag}` })).status, 304)
    assert.equal((await read(atom, date)).status, 304)
    assert.equal((await read(atom, { ...date, 'if-none-match': '"other"' })).status, 200)
    const [mention] = (await user.get(`/api/mentions?keywordId=${id}`)).body.data
    await user.send('PATCH', `/api/mentions/${mention.id}`, { hidden: true })
    await api.pool`update project set mentions_changed_at = mentions_changed_at + interval '1 second' where id = ${id}`
    assert.equal((await read(atom, tag)).status, 200)
    assert.equal((await read(atom, date)).status, 200)
    await user.send('PATCH', `/api/mentions/${mention.id}`, { hidden: false })
  })

  test('the secret is shown once; the list says what there is and whether it is read', async () => {
    const { atom, json, ...added } = await add({ filter: { language: 'id' } })
    const own = async () =>
      (await user.get(`/api/feeds?keywordId=${id}`)).body.data.find((feed: { id: string }) => feed.id === added.id)
    assert.deepEqual(await own(), { ...added, last_read_at: null })
    await read(json)
    assert.notEqual((await own()).last_read_at, null)
    const secret = /pantau_feed_[\w-]+/.exec(atom)?.[0] ?? ''
    const [row] = await api.pool`select row_to_json(f)::text as text from reader_feed f where id = ${added.id}`
    assert.ok(!row?.text.includes(secret.slice('pantau_feed_'.length)))
    assert.ok((await user.get('/api/feeds')).body.data.length >= 1)
  })

  test('a feed ends when it is revoked, with its project, and while its owner is disabled', async () => {
    const revoked = await add()
    assert.equal((await user.send('DELETE', `/api/feeds/${revoked.id}`)).status, 200)
    assert.equal((await user.send('DELETE', `/api/feeds/${revoked.id}`)).status, 404)
    const owner = await api.user()
    const project = await addTestProject(owner)
    const ofProject = await add({ keywordId: project.id }, owner)
    const ofOwner = await add({ keywordId: (await addTestProject(owner)).id }, owner)
    assert.equal((await read(ofProject.atom)).status, 200)
    await owner.send('DELETE', `/api/project?id=${project.id}`)
    for (const { atom, json } of [revoked, ofProject]) {
      for (const address of [atom, json]) {
        const { status, body } = await read(address)
        assert.equal(status, 404)
        assert.equal(body.message, 'There is no feed at this address, or it was revoked.')
      }
    }
    assert.deepEqual(
      (await owner.get('/api/feeds')).body.data.map((feed: { id: string }) => feed.id),
      [ofOwner.id],
    )
    await api.pool`update account set disabled_at = now() where id = ${owner.id}`
    assert.equal((await read(ofOwner.atom)).status, 404)
    await api.pool`update account set disabled_at = null where id = ${owner.id}`
    assert.equal((await read(ofOwner.atom)).status, 200)
    assert.equal((await read(`/api/feeds/${ofOwner.id}.atom`)).status, 404)
    assert.equal((await read('/api/feeds/x.json')).status, 404)
  })

  test('a key that is limited to projects adds, lists and revokes the feeds of these, and reaches no other', async () => {
    const owner = await api.user()
    const [own, other] = [await addTestProject(owner), await addTestProject(owner)]
    const key = await addTestKey(api, owner, { projects: [own.id] })
    const beyond = await add({ keywordId: other.id }, owner)
    const { body: added, status } = await key.send('POST', '/api/feeds', { keywordId: own.id, list: 'stories' })
    assert.equal(status, 201)
    assert.equal((await key.send('POST', '/api/feeds', { keywordId: other.id, list: 'stories' })).status, 404)
    const ids = async (by: TestClient) => (await by.get('/api/feeds')).body.data.map((feed: { id: string }) => feed.id)
    assert.deepEqual(await ids(key), [added.id])
    assert.equal((await key.get(`/api/feeds?keywordId=${other.id}`)).status, 404)
    assert.equal((await key.send('DELETE', `/api/feeds/${beyond.id}`)).status, 404)
    assert.equal((await key.send('DELETE', `/api/feeds/${added.id}`)).status, 200)
    assert.deepEqual(await ids(owner), [beyond.id])
  })

  test('what is refused names the field and the rule', async () => {
    const refused = async (body: object) => (await user.send('POST', '/api/feeds', body)).body.message
    assert.equal(await refused({ keywordId: id, list: 'authors' }), 'list must be one of: mentions, stories.')
    assert.match(await refused({ keywordId: id, list: 'mentions', filter: { from: '2026-01-01' } }), /^from is not/)
    assert.match(await refused({ keywordId: id, list: 'mentions', filter: { q: '"open' } }), /^q /)
    assert.match(await refused({ keywordId: id, list: 'mentions', filter: { sosmedId: 'x' } }), /"x" is not a source/)
    const stranger = await api.user()
    assert.equal((await stranger.send('POST', '/api/feeds', { keywordId: id, list: 'mentions' })).status, 404)
    const own = await addTestProject(stranger)
    const statuses: number[] = []
    for (let n = 0; n < 51; n++)
      statuses.push((await stranger.send('POST', '/api/feeds', { keywordId: own.id, list: 'mentions' })).status)
    assert.deepEqual([statuses[49], statuses[50]], [201, 400])
  })

  test('without a public address the addresses are paths, and the documents have no links to itself', async () => {
    const local = await startApi({}, { publicUrl: null })
    try {
      const owner = await local.user()
      const project = await addTestProject(owner)
      const { body } = await owner.send('POST', '/api/feeds', { keywordId: project.id, list: 'mentions' })
      assert.match(body.atom, /^\/api\/feeds\//)
      const feed = await local.request({ method: 'GET', url: body.atom })
      assert.equal(parseAtomFeed(String(feed.body)).links, undefined)
    } finally {
      await local.close()
    }
  })
})

function textOf(text: unknown): string | undefined {
  return typeof text === 'string' ? text : (text as { value?: string } | undefined)?.value
}
