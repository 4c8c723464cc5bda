import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DISCORD_MRKDWN, plainFormat, render, SLACK_MRKDWN, TELEGRAM_HTML } from '../../src/deliver/render.ts'
import { renderHtml } from '../../src/deliver/render-html.ts'
import type { Language, MessageContent, MessageType } from '../../src/domain/message.ts'
import { readFilter } from '../../web/src/filter/filter.ts'
import { startApi, type TestApi } from '../api.ts'
import { addTestChannel, HOUR, MINUTE, START, spread, type Watched, watchProject } from './fixture.ts'

const STORY = 'pompa banjir di jalan utama rusak total sejak pagi dan warga menuntut penjelasan dari dinas #PompaRusak'
const RULES = [
  { kind: 'spike', sensitivity: 'medium' },
  { kind: 'volume', count: 20, minutes: 60 },
  { kind: 'negative', share: 0.4, minutes: 60, min: 10 },
  { kind: 'story', authors: 5, minutes: 60 },
  { kind: 'mention', everyMinutes: 60 },
] as const
const bytes = (text: string) => Buffer.byteLength(text)

// Every form in which a channel sends a message.
const FORMS: Readonly<Record<string, (content: MessageContent) => string>> = {
  text: (content) => render(content, plainFormat(100_000)),
  email: (content) => renderHtml(content, 'id', []),
  telegram: (content) => render(content, TELEGRAM_HTML),
  slack: (content) => render(content, SLACK_MRKDWN),
  discord: (content) => render(content, DISCORD_MRKDWN),
  ntfy: (content) => render(content, plainFormat(4_096, bytes)),
}

// What a message of each language must contain, whatever opened it.
const POINTS: Readonly<Record<Language, readonly RegExp[]>> = {
  id: [
    /Sejak \d+ \w+ \d{4}/,
    /\d+ mention dalam waktu ini; perkiraan \d+,?\d* \(\d+ sampai \d+\), jadi \d+(,\d)? kali lipat\./,
    /batas bawah:/,
    /Semua sumber: .* sampai /,
    /Cerita/,
    /Kata baru: .*#pomparusak/i,
    /Platform: X \(\d+\), Berita \(\d+\)/,
    /Penulis: .*JURU_KABAR · Berita \(\d+\)/,
    /Negatif \d+ % \(sebelumnya 0 %\), positif \d+ % \(sebelumnya 0 %\)\./,
    /Buka di dasbor/,
    /Tunda satu hari/,
  ],
  en: [
    /Since \d+ \w+ \d{4}/,
    /\d+ mentions in this time; \d+\.?\d* expected \(\d+ to \d+\), so \d+(\.\d)? times as many\./,
    /lower bounds:/,
    /All sources: .* to /,
    /Stories/,
    /New words: .*#pomparusak/i,
    /Platforms: X \(\d+\), News \(\d+\)/,
    /Authors: .*JURU_KABAR · News \(\d+\)/,
    /Negative \d+ % \(before: 0 %\), positive \d+ % \(before: 0 %\)\./,
    /Open in the dashboard/,
    /Snooze for a day/,
  ],
}

// A new story has no past to compare with, and this one is on one platform and began inside the hour.
const NOT_OF_STORY = /expected|perkiraan|lower|bawah|sources|sumber|News|Berita|before|sebelumnya/

describe('messages about incidents', () => {
  let api: TestApi
  before(async () => {
    api = await startApi()
  })
  after(() => api.close())

  interface Written {
    readonly type: MessageType
    readonly kind: string
    readonly content: MessageContent
  }

  async function written({ user }: Watched): Promise<Written[]> {
    return [
      ...(await api.pool<Written>`
        select type, data->>'kind' as kind, content from message where account_id = ${user.id} order by created_at, id`),
    ]
  }

  // Three weeks of three mentions an hour, and then an hour with many negative ones, most of them of one story, on two platforms.
  async function seedIncident(watched: Watched): Promise<void> {
    const history = Array.from({ length: 21 * 24 }, (_, hour) => spread(3, START - (hour + 1) * HOUR, HOUR))
    await watched.seed(history.flat())
    await watched.seed([
      ...spread(24, START, HOUR, { text: STORY, sentiment: -1 }),
      ...spread(6, START, HOUR, { platform: 'news', author: 'juru_kabar', sentiment: -1 }),
      ...spread(4, START, HOUR),
    ])
  }

  // The project listens, and the hour of the incident was not collected.
  async function missHour({ user, project }: Watched): Promise<void> {
    await user.send('PATCH', '/api/project/listen-status', { id: project.id, islisten: 1 })
    await api.pool`delete from project_listening where project_id = ${project.id} and until is not null`
    await api.pool`update project_listening set since = now() - interval '40 hours' where project_id = ${project.id}`
    await api.pool`
      insert into coverage (project_id, platform, hour, asked, answered)
      select ${project.id}, 0, hour, 1, 1
        from generate_series(date_trunc('hour', now()) - interval '39 hours', now(), interval '1 hour') hour
       where hour <> ${new Date(START)}`
  }

  async function watch(language: Language): Promise<Watched> {
    const watched = await watchProject(api)
    await watched.user.send('PATCH', '/api/auth/me', { language })
    return watched
  }

  for (const language of ['id', 'en'] as const) {
    test(`of every rule have all points, in every form, in the language of the receiver (${language})`, async () => {
      const watched = await watch(language)
      for (const rule of RULES) await watched.addRule(rule)
      await seedIncident(watched)
      await missHour(watched)
      await watched.evaluate(START + HOUR)
      // The rule about every mention also reports the hours before.
      const messages = [...new Map((await written(watched)).map((one) => [one.kind, one])).values()]
      assert.deepEqual(messages.map(({ kind }) => kind).sort(), RULES.map(({ kind }) => kind).sort())
      for (const { kind, content } of messages) {
        const quotes = content.blocks.filter((block) => block.kind === 'quote')
        assert.equal(new Set(quotes.map(({ url }) => url)).size, 3, kind)
        for (const [form, write] of Object.entries(FORMS)) {
          const text = write(content)
          const shown = text.replaceAll('ˍ', '_').replaceAll('&#39;', "'")
          for (const point of POINTS[language]) {
            if (kind === 'story' && NOT_OF_STORY.test(point.source)) continue
            assert.match(shown, point, `${kind} as ${form}: ${text}`)
          }
          for (const { url } of quotes) assert.ok(text.includes(String(url)), `${kind} as ${form}: ${text}`)
        }
      }
    })
  }

  test('begin with the news, also when it is about growth or its end', async () => {
    const watched = await watch('en')
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 })
    await watched.seed(spread(5, START, 10 * MINUTE))
    await watched.evaluate(START + 10 * MINUTE)
    await watched.seed(spread(8, START + 11 * MINUTE, 5 * MINUTE, { sentiment: -1 }))
    await watched.seed(spread(3, START + 11 * MINUTE, 5 * MINUTE, { sentiment: -1, platform: 'news' }))
    await watched.evaluate(START + 20 * MINUTE)
    await watched.evaluate(START + 4 * HOUR)
    assert.deepEqual(
      (await written(watched)).map(({ content }) => render(content, plainFormat(10_000)).split('\n')[0]),
      [
        'Banjir Jakarta: 5 mentions in 60 minutes.',
        'Doubled. Reached another platform. Banjir Jakarta: 16 mentions in 60 minutes.',
        'Over. Banjir Jakarta: 16 mentions in 60 minutes.',
      ],
    )
    const closed = (await written(watched)).at(-1)?.content
    assert.match(JSON.stringify(closed?.blocks[0]), /From .* to /)
    assert.deepEqual(
      closed?.links.map(({ label }) => label),
      ['Open in the dashboard'],
    )
  })

  test('open the dashboard on exactly the mentions that they count', async () => {
    const watched = await watch('en')
    const filter = {
      q: '"pompa banjir" -hujan',
      sentimen: -1,
      sosmedId: 'twitter',
      language: 'id',
      relevance: 'subject',
    }
    await watched.addRule({ kind: 'volume', count: 5, minutes: 60 }, { filter })
    await seedIncident(watched)
    await watched.evaluate(START + HOUR)
    const [message] = await written(watched)
    const [incident] = await watched.incidents()
    const url = new URL(message?.content.links[0]?.url ?? '')
    assert.equal(url.pathname, `/projects/${watched.project.id}`)
    const { from, to } = incident.moment
    assert.deepEqual(readFilter(url.searchParams), {
      period: 'custom',
      from,
      to,
      sentiment: -1,
      sources: ['twitter'],
      language: 'id',
      relevance: 'subject',
      entity: null,
      author: null,
      story: null,
      tag: null,
      q: filter.q,
    })
    const stories = message?.content.blocks.find((block) => block.kind === 'list' && block.title === 'Stories')
    assert.ok(stories?.kind === 'list')
    const story = readFilter(new URL(stories.items[0]?.url ?? '').searchParams)
    assert.deepEqual([story.story, story.q], [incident.moment.stories[0].id, filter.q])
  })

  test('about a silent source say what was expected and whether it was collected, and then that it is back', async () => {
    const watched = await watch('en')
    await watched.addRule({ kind: 'silence', hours: 5 })
    const history = Array.from({ length: 21 * 24 }, (_, hour) => spread(3, START - (hour + 1) * HOUR, HOUR))
    await watched.seed(history.flat())
    await missHour(watched)
    await watched.evaluate(START + 6 * HOUR)
    await watched.seed([{ at: START + 6.5 * HOUR }])
    await watched.evaluate(START + 8 * HOUR)
    const [opened, closed] = (await written(watched)).map(({ content }) => FORMS.text?.(content) ?? '')
    assert.match(opened ?? '', /^Banjir Jakarta: nothing from X for 5 hours\.\n/)
    assert.match(opened ?? '', /Mentions that were expected in this time: 1\d\./)
    assert.match(opened ?? '', /The source was not collected in these hours:\n• X: /)
    assert.match(opened ?? '', /\/projects\/\S+[?&]source=twitter/)
    assert.match(closed ?? '', /^Over\. Banjir Jakarta: mentions from X again\./)
  })

  test('about the quota say what is left, what the last day cost and how long the rest lasts', async () => {
    const watched = await watch('en')
    await watched.addRule({ kind: 'quota', below: 9_998 })
    await watched.seed(spread(50, START, HOUR))
    await watched.evaluate(Date.now())
    await api.pool`update quota set remaining = 20000 where account_id = ${watched.user.id}`
    const [opened] = (await written(watched)).map(({ content }) => FORMS.text?.(content) ?? '')
    assert.match(opened ?? '', /^Quota: 9,950 left, for 199 days at this pace\.\n/)
    assert.match(opened ?? '', /The last 24 hours cost 50\./)
    assert.match(opened ?? '', /Open in the dashboard: https:\/\/pantau\.example\/quota\n/)
  })

  test('are delivered in the language that the receiver has chosen when they are written', async () => {
    const watched = await watch('en')
    const channel = await addTestChannel(api, watched.user)
    await watched.addRule({ kind: 'mention', everyMinutes: 15 }, { channels: [channel] })
    await watched.seed([{ at: START }])
    await watched.evaluate(START + 15 * MINUTE)
    await watched.user.send('PATCH', '/api/auth/me', { language: 'id' })
    await watched.seed([{ at: START + 16 * MINUTE }])
    await watched.evaluate(START + 30 * MINUTE)
    const titles = (await watched.user.get(`/api/channels/${channel}/deliveries`)).body.data.map(
      ({ title }: { title: string }) => title,
    )
    assert.deepEqual(titles.toReversed(), ['Banjir Jakarta: 1 new mention.', 'Banjir Jakarta: 1 mention baru.'])
  })
})
