import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { addProjectWith, startApi, type TestApi, type TestUser } from '../api.ts'
import type { PostFields } from '../mentions.ts'

const NOON = Date.parse('2026-06-10T05:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const CLAIM =
  'Pak Wirya menjual pasar induk Tegal tanpa izin warga, jangan biarkan suara pedagang kecil dibungkam segelintir orang kaya'
const RANGE = 'from=2026-06-01&to=2026-06-30'

// So many copies, each by an account of its own.
function copies(count: number, text: string, stepMs: number, fields: PostFields = {}): PostFields[] {
  return Array.from({ length: count }, (_, n) => ({ author: `akun${n}`, text, at: NOON + n * stepMs, ...fields }))
}

describe('campaigns', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 100_000 })
  })
  after(() => api.close())

  async function campaignsOf(posts: readonly PostFields[], range = RANGE) {
    const id = await addProjectWith(api, user, posts)
    const { status, body } = await user.get(`/api/campaigns?keywordId=${id}&${range}`)
    assert.equal(status, 200, JSON.stringify(body))
    return { id, ...body }
  }
  // Why the story of the first post is none.
  async function reasonOf(posts: readonly PostFields[]): Promise<string | null> {
    const { id, data } = await campaignsOf(posts)
    assert.deepEqual(data, [])
    const [mention] = (await user.get(`/api/mentions/r10?keywordId=${id}&limit=1`)).body.data
    return (await user.get(`/api/campaigns/${mention.id}`)).body.ordinary
  }

  test('forty accounts with one text in ten minutes are listed, with timeline, wording and copies side by side', async () => {
    const others = Array.from({ length: 40 }, (_, n) => ({ at: NOON + n * MINUTE }))
    const posts = copies(40, CLAIM, 14_000).map((post, n) =>
      n % 3 === 0 ? { ...post, text: `${CLAIM} #viral` } : post,
    )
    const { id, data, notice, examined, complete } = await campaignsOf([...posts, ...others])
    assert.match(notice, /no proof/)
    assert.deepEqual([data.length, examined, complete], [1, 1, true])
    const [campaign] = data
    assert.deepEqual([campaign.copies, campaign.authors, campaign.own, campaign.keyword_id], [40, 40, 40, id])
    assert.equal(campaign.burst.authors, 40)
    assert.deepEqual([campaign.serial, campaign.together, campaign.ordinary], [null, null, null])
    const points: { copies: number }[] = campaign.timeline.points
    assert.equal(
      points.reduce((sum, point) => sum + point.copies, 0),
      40,
    )
    assert.deepEqual([campaign.wording.text, campaign.wording.share], [CLAIM, 1])
    assert.equal(campaign.examples.length, 6)
    const [{ mention, marks }] = campaign.examples
    assert.deepEqual(
      marks.map(({ start, end }: { start: number; end: number }) => mention.content.slice(start, end)),
      [CLAIM],
    )
    const one = (await user.get(`/api/campaigns/${mention.id}`)).body
    assert.deepEqual([one.id, one.burst, one.examples.length], [campaign.id, campaign.burst, 40])
  })

  test('of many stories all are examined, the oldest too', async () => {
    const wordOf = (text: string) =>
      createHash('sha256')
        .update(text)
        .digest('base64')
        .replace(/[^a-z]/g, '')
    const textOf = (story: number) => Array.from({ length: 12 }, (_, at) => wordOf(`${story} ${at}`)).join(' ')
    const posts = Array.from({ length: 60 }, (_, story) =>
      // The oldest ten have more copies, and come first.
      copies(story < 10 ? 12 : 10, textOf(story), 10_000).map((post, n) => ({
        ...post,
        author: `akun${story}x${n}`,
        at: NOON + story * HOUR + n * 10_000,
      })),
    ).flat()
    const { data, examined } = await campaignsOf(posts, `${RANGE}&limit=50`)
    assert.deepEqual([data.length, examined], [50, 60])
    assert.deepEqual(
      data.map(({ copies }: { copies: number }) => copies),
      [...Array.from({ length: 10 }, () => 12), ...Array.from({ length: 40 }, () => 10)],
    )
  })

  test('numbered copies are a sign, at any pace when the number grows', async () => {
    const numbered = Array.from({ length: 20 }, (_, n) => ({
      author: `akun${n}`,
      text: `${CLAIM} ${311 + n}`,
      at: NOON + n * 2 * HOUR,
    }))
    const [campaign] = (await campaignsOf(numbered)).data
    assert.deepEqual([campaign.copies, campaign.burst, campaign.serial.rising], [20, null, true])
    assert.deepEqual([campaign.serial.distinct, campaign.serial.numbers.slice(0, 2)], [20, ['311', '312']])
  })

  test('numbered copies are found where an older text of the same template keeps them apart as stories', async () => {
    const older = ['Bu Lestari', 'Pak Damar', 'Bu Andini', 'Pak Togar'].map((name, n) => ({
      text: CLAIM.replace('Pak Wirya', name).replace('Tegal', ['Jember', 'Palopo', 'Bima', 'Sorong'][n] ?? ''),
      at: NOON - (n + 1) * 24 * HOUR,
    }))
    const numbered = Array.from({ length: 20 }, (_, n) => ({
      author: `akun${n}`,
      text: `${CLAIM} ${7_000 + ((n * 379) % 1_000)}`,
      at: NOON + n * MINUTE,
    }))
    const { data } = await campaignsOf([...older, ...numbered])
    assert.equal(data.length, 1)
    const [campaign] = data
    assert.deepEqual([campaign.copies, campaign.authors, campaign.serial.distinct], [20, 20, 20])
    const last = (await user.get(`/api/campaigns/${campaign.examples[5].mention.id}`)).body
    assert.deepEqual([last.id, last.serial], [campaign.id, campaign.serial])
  })

  test('the same accounts in three stories are a sign, however slow; in two they are not', async () => {
    const texts = [
      CLAIM,
      'Bu Lestari paling mengerti kebutuhan nelayan Ternate, sekarang waktunya kita bersatu menentukan pilihan yang benar',
      'Bendungan Garut retak sejak lama dan media arus utama sengaja tidak memberitakan kenyataan pahit ini kepada kita',
    ]
    const drip = texts.map((text, day) =>
      copies(8, text, 2 * HOUR).map((post) => ({ ...post, at: Number(post.at) + day * 24 * HOUR })),
    )
    const { data } = await campaignsOf(drip.flat())
    assert.equal(data.length, 3)
    for (const { burst, together } of data) {
      assert.deepEqual([burst, together.accounts, together.of, together.stories.length], [null, 8, 8, 2])
      assert.ok(texts.some((text) => together.stories[0].text.startsWith(text.slice(0, 40))))
    }
    assert.deepEqual((await campaignsOf(drip.slice(0, 2).flat())).data, [])
  })

  test('a goal, an agency text, shared posts, greetings and short texts are no campaigns', async () => {
    const goal = Array.from({ length: 60 }, (_, n) => ({
      text: `gol${n} keren${n * 7} banget${n * 3} timnas menang${n} malam${n}`,
      at: NOON + n * 1000,
    }))
    assert.deepEqual((await campaignsOf(goal)).data, [])
    const agency = [{ text: CLAIM, platform: 'news', at: NOON - MINUTE } as const, ...copies(30, CLAIM, 10_000)]
    assert.equal(await reasonOf(agency), 'news')
    assert.equal(await reasonOf(copies(30, CLAIM, 10_000, { platform: 'news' })), 'news')
    assert.equal(await reasonOf(copies(30, `RT @lucu: ${CLAIM}`, 10_000)), 'shared')
    assert.equal(await reasonOf(copies(30, `${CLAIM} https://berita.example/1`, 10_000)), 'shared')
    const greeting = 'Selamat Hari Raya Idul Fitri, mohon maaf lahir dan batin untuk semua teman di mana pun berada'
    assert.equal(await reasonOf(copies(30, greeting, 10_000)), 'formula')
    assert.equal(await reasonOf(copies(30, 'Gol timnas menang malam ini', 10_000)), 'short')
    // Copied by people over a day.
    assert.equal(await reasonOf(copies(40, CLAIM, 30 * MINUTE)), null)
  })

  test('only stories that began in the range are examined, and the range is checked', async () => {
    const { id, data, examined } = await campaignsOf(copies(20, CLAIM, 10_000), 'from=2026-07-01&to=2026-07-31')
    assert.deepEqual([data, examined], [[], 0])
    const wrong = await user.get(`/api/campaigns?keywordId=${id}&from=2026-07-01&to=2026-06-01`)
    assert.deepEqual([wrong.status, wrong.body.message], [400, 'from must be before to.'])
  })

  test('a campaign describes posts: it has no list of accounts and no score', async () => {
    const { data } = await campaignsOf(copies(20, CLAIM, 10_000))
    const fields =
      'authors authors_exact burst copies examples id keyword_id ordinary own read serial timeline together wording'
    assert.deepEqual(Object.keys(data[0]).sort(), fields.split(' '))
  })
})
