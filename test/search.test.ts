import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storyRules } from '../src/collect/analyse-post.ts'
import { parseSearch } from '../src/match/search-query.ts'
import { idAt } from '../src/store/ids.ts'
import { trimMentions } from '../src/store/mentions/retention.ts'
import { SNAPSHOT, selectPages } from '../src/store/mentions/selection.ts'
import { readAliases } from '../src/store/search/aliases.ts'
import { addToIndex, removeFromIndex } from '../src/store/search/change.ts'
import { checkSearchIndex } from '../src/store/search/check.ts'
import { mergeSegments } from '../src/store/search/merge.ts'
import { sealTail } from '../src/store/search/seal.ts'
import { selectParts } from '../src/store/search/select.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from './api.ts'
import { authorOf, countBy, type ScannedMention, scan, scanAll, termCounts } from './full-scan.ts'
import { type Chance, createChance } from './hostile/random.ts'
import { seedMentions } from './mentions.ts'
import { aFilter, aPostFields, DAY_MS, DAYS, FIRST_DAY, type RandomFilter, TAGS } from './random-filters.ts'

const SEED = 20_261
// Enough for segments to be merged.
const ROUNDS = 10
const FILTERS_PER_ROUND = Number(process.env.PANTAU_SEARCH_FILTERS ?? 45) / ROUNDS
const signal = new AbortController().signal
// The last round removes the oldest ten days.
const KEPT_DAYS = DAYS + 10

const REPEATED = 'Pasar ikan di Tegal terbakar menjelang subuh dan puluhan pedagang kehilangan lapak mereka'

describe('filters', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user({ quota: 1_000_000 })
  })
  after(() => api.close())

  async function readAll(id: string, order: string, query: string) {
    const ids: string[] = []
    let total = -1
    for (let cursor = ''; ; ) {
      const { status, body } = await user.get(
        `/api/mentions/search?keywordId=${id}&order=${order}&limit=100&${query}${cursor && `&cursor=${cursor}`}`,
      )
      assert.equal(status, 200, JSON.stringify(body))
      ids.push(...body.data.map((mention: { id: string }) => mention.id))
      assert.ok(total < 0 || body.total === total)
      total = body.total
      if (body.next === null) return { ids, total }
      cursor = body.next
    }
  }

  async function assertFilter(projectId: string, mentions: readonly ScannedMention[], filter: RandomFilter) {
    const expected = scan(mentions, filter)
    const newest = await readAll(projectId, 'newest', filter.query)
    assert.deepEqual(newest.ids, expected.map(({ id }) => id).reverse(), filter.query)
    assert.equal(newest.total, expected.length, filter.query)
    const ranked = await readAll(projectId, 'ranked', filter.query)
    const stories = Map.groupBy(expected, ({ storyId }) => storyId)
    const leads = [...stories.values()].toSorted(([a], [b]) => ((a?.rankId ?? '') < (b?.rankId ?? '') ? 1 : -1))
    assert.deepEqual(ranked, { ids: leads.map(([first]) => first?.id), total: leads.length }, filter.query)
  }

  async function assertInsights(projectId: string, mentions: readonly ScannedMention[], filter: RandomFilter) {
    const from = filter.from ?? new Date(FIRST_DAY)
    const to = filter.to ?? new Date(FIRST_DAY + 2 * DAYS * DAY_MS)
    const query = new URLSearchParams(filter.query)
    query.set('from', from.toISOString())
    query.set('to', to.toISOString())
    const { status, body } = await user.get(`/api/project/insights?id=${projectId}&${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    const expected = scan(mentions, { ...filter, from, to })
    const hourEnd = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    const end = from.getTime() < hourEnd ? Math.min(hourEnd, to.getTime()) : to.getTime()
    const before = scan(mentions, { ...filter, from: new Date(2 * from.getTime() - end), to: from })
    const counts = (found: readonly ScannedMention[]) => ({
      total: found.length,
      unique: new Set(found.map(({ storyId }) => storyId)).size,
      independent: new Set(found.map(authorOf)).size,
      negative: found.filter(({ cell }) => cell % 3 === 0).length,
    })
    const read = ({ total, unique, independent, sentiment_distribution }: typeof body) => {
      return { total, unique, independent, negative: sentiment_distribution.negative }
    }
    assert.deepEqual(read(body), counts(expected), filter.query)
    assert.deepEqual(read(body.previous), counts(before), filter.query)
    assert.deepEqual(
      body.languages,
      countBy(expected, ({ language }) => language),
    )
    assertSeries(body, expected)
    assertLists(body, expected)
  }

  // biome-ignore lint/suspicious/noExplicitAny: a response is checked by assertions, not by types.
  function assertSeries(body: any, expected: readonly ScannedMention[]) {
    const length = body.step === 'hour' ? 3_600_000 : DAY_MS
    // Local midnight in Jakarta is 17:00 in UTC.
    const shift = body.step === 'hour' ? 0 : 7 * 3_600_000
    const steps = Map.groupBy(expected, ({ id }) => {
      const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
      return Math.floor((ms + shift) / length) * length - shift
    })
    assert.deepEqual(
      body.series.map((point: Record<string, unknown>) => [point.at, point.mentions, point.unique, point.independent]),
      [...steps]
        .sort(([a], [b]) => a - b)
        .map(([at, found]) => [
          new Date(at).toISOString(),
          found.length,
          new Set(found.map(({ storyId }) => storyId)).size,
          new Set(found.map(authorOf)).size,
        ]),
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  function assertLists(body: any, expected: readonly ScannedMention[]) {
    const named = countBy(expected, ({ entities }) => entities)
    const { persons, organisations, places } = body.entities
    const listed = [...persons, ...organisations, ...places].map(({ id, count }: { id: string; count: number }) => [
      id,
      count,
    ])
    const provinces = body.provinces
      .filter(({ count }: { count: number }) => count > 0)
      .map(({ code, count }: { code: string; count: number }) => [`province:${code}`, count])
    assert.deepEqual(Object.fromEntries([...listed, ...provinces]), named)
    const located = expected.filter(({ entities }) => entities.some((entity) => entity.startsWith('province:')))
    assert.equal(body.no_place, expected.length - located.length)
    const terms = termCounts(expected)
    for (const { term, count } of [...body.terms, ...body.hashtags]) assert.equal(count, terms[term], term)
    const frequent = Object.entries(terms).filter(([term, count]) => term.startsWith('#') && count >= 2)
    assert.equal(body.hashtags.length, Math.min(30, frequent.length))
    const signed = expected.filter(({ authorId, username }) => authorId + username !== '')
    const authors = Object.values(countBy(signed, authorOf)).sort((a, b) => b - a)
    assert.deepEqual(
      body.authors.map(({ count }: { count: number }) => count),
      authors.slice(0, 20),
    )
    const stories = [...Map.groupBy(expected, ({ storyId }) => storyId).values()].filter(({ length }) => length > 1)
    assert.deepEqual(
      body.groups.map(({ count }: { count: number }) => count),
      stories
        .map(({ length }) => length)
        .sort((a, b) => b - a)
        .slice(0, 10),
    )
    for (const { mention, count, authors } of body.groups) {
      const story = stories.find(([first]) => first?.id === mention.id)
      assert.deepEqual([count, authors], [story?.length, new Set(story?.map(authorOf)).size])
    }
  }

  // Two batches a round, most of them sealed at once: segments of the same time and a tail. Eight of them are merged into one, and later
  // into eight others.
  async function collect(chance: Chance, project: { id: string }, round: number) {
    for (const half of [0, 1]) {
      const posts = Array.from({ length: 30 }, () => aPostFields(chance))
      await seedMentions(api.pool, user, project, posts)
      if (round % 3 !== 2 || half === 0) await sealTail(api.pool, project.id, 1)
    }
    return mergeSegments(api.pool, project.id, round < ROUNDS / 2 ? undefined : 20)
  }

  async function change(chance: Chance, project: { id: string }, hidden: Set<string>) {
    const mentions = await scanAll(api.pool, project.id)
    for (let n = 0; n < 5; n++) {
      const { id } = chance.pick(mentions)
      await user.send('PATCH', `/api/mentions/${id}`, { sentimen: chance.under(3) - 1 })
    }
    // With and without a tag, so that each round changes what is known of it.
    for (const kind of ['tag', 'tag', 'untag']) {
      const ids = Array.from({ length: 20 }, () => chance.pick(mentions).id)
      await user.send('POST', '/api/mentions/bulk', {
        keywordId: project.id,
        ids,
        change: { [kind]: chance.pick(TAGS) },
      })
    }
    await api.pool.begin(async (tx) => {
      const shown = [...hidden].filter(() => chance.happens(0.5))
      for (const id of shown) hidden.delete(id)
      await addToIndex(tx, project.id, shown)
      const ids = Array.from({ length: 8 }, () => chance.pick(mentions).id).filter((id) => !shown.includes(id))
      await removeFromIndex(tx, project.id, ids)
      for (const id of ids) hidden.add(id)
    })
  }

  test('random filters select, count and list exactly what a full scan does, while everything changes', async () => {
    const chance = createChance(SEED)
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const hidden = new Set<string>()
    let merges = 0
    let found = 0
    for (let round = 0; round < ROUNDS; round++) {
      if (await collect(chance, project, round)) merges++
      await change(chance, project, hidden)
      if (round === ROUNDS - 1) await trimMentions(api.pool, { days: KEPT_DAYS, storyRules, signal, stepsMax: 1_000 })
      const all = await scanAll(api.pool, project.id)
      const mentions = all.filter(({ id }) => !hidden.has(id))
      for (let n = 0; n < FILTERS_PER_ROUND; n++) {
        const filter = aFilter(chance, mentions)
        found += scan(mentions, filter).length
        await assertFilter(project.id, mentions, filter)
        if (n % 3 === 0) await assertInsights(project.id, mentions, filter)
      }
      const { missing, extra, different } = await checkSearchIndex(api.pool, project.id)
      assert.deepEqual({ missing, extra, different }, { missing: all.length - mentions.length, extra: 0, different: 0 })
    }
    assert.ok(merges > 1 && found > ROUNDS * FILTERS_PER_ROUND * 5, `${merges} merges, ${found} found`)
  })

  test('insights are exact where segments follow each other, read again as they grow and are corrected', async () => {
    const chance = createChance(SEED + 4)
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const [from, to] = [new Date(FIRST_DAY - DAY_MS), new Date(FIRST_DAY + DAYS * DAY_MS)]
    const plain = { all: [], none: [] }
    const filters: RandomFilter[] = [
      { ...plain, query: '', from, to },
      { ...plain, query: 'sentimen=-1', sentiment: -1, from, to },
      { ...plain, query: '', from: new Date(FIRST_DAY + 7.3 * DAY_MS), to: new Date(FIRST_DAY + 21.6 * DAY_MS) },
      // Most of the first segment, and of the third.
      { ...plain, query: '', from: new Date(FIRST_DAY + 1.4 * DAY_MS), to: new Date(FIRST_DAY + 13.7 * DAY_MS) },
    ]
    for (let round = 0; round < 6; round++) {
      // Of six days, the first of which the segment before has too.
      const start = FIRST_DAY + round * 5 * DAY_MS
      const posts = Array.from({ length: 50 }, (_, n) => ({
        ...aPostFields(chance),
        at: start + chance.under(6 * 86_400) * 1_000,
        ...(n % 5 === 0 ? { text: REPEATED } : {}),
      }))
      await seedMentions(api.pool, user, project, posts)
      if (round < 5) await sealTail(api.pool, project.id, 1)
      const mentions = await scanAll(api.pool, project.id)
      for (const filter of filters) await assertInsights(project.id, mentions, filter)
      for (let n = 0; n < 3; n++)
        await user.send('PATCH', `/api/mentions/${chance.pick(mentions).id}`, { sentimen: chance.under(3) - 1 })
      const corrected = await scanAll(api.pool, project.id)
      for (const filter of filters) await assertInsights(project.id, corrected, filter)
    }
  })

  test('a query sees one state of the index while mentions are added, sealed, merged and corrected', async () => {
    const chance = createChance(SEED + 1)
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    let writing = true
    const write = async () => {
      for (let round = 0; round < 9; round++) {
        await seedMentions(
          api.pool,
          user,
          project,
          Array.from({ length: 40 }, () => aPostFields(chance)),
        )
        await sealTail(api.pool, project.id, 1)
        await mergeSegments(api.pool, project.id, 20)
        const mentions = await scanAll(api.pool, project.id)
        await user.send('PATCH', `/api/mentions/${chance.pick(mentions).id}`, { sentimen: -1 })
      }
      writing = false
    }
    const readers = createChance(SEED + 2)
    const read = async () => {
      while (writing) {
        await api.pool.begin(async (tx) => {
          const mentions = await scanAll(tx, project.id)
          if (mentions.length === 0) return
          const filter = aFilter(readers, mentions)
          const text = parseSearch(new URLSearchParams(filter.query).get('q') ?? '')
          const wanted = scan(mentions, filter)
          const { total, pages } = await selectPages(tx, project.id, { ...filter, text })
          assert.equal(total, wanted.length, filter.query)
          assert.deepEqual([...pages(7)].flat(), wanted.map(({ id }) => id).reverse(), filter.query)
          const aliases = await readAliases(tx, project.id)
          const selected: string[] = []
          for (const { part, hits } of await selectParts(tx, project.id, { ...filter, text })) {
            const [ids, { idOf }] = [await part.ids(), await part.stories()]
            for (const ordinal of hits)
              selected.push(
                `${idAt(ids, ordinal)} ${part.cells[ordinal]} ${aliases.get(idOf(ordinal)) ?? idOf(ordinal)}`,
              )
          }
          assert.deepEqual(
            selected.sort(),
            wanted.map(({ id, cell, storyId }) => `${id} ${cell} ${storyId}`),
            filter.query,
          )
        }, SNAPSHOT)
      }
    }
    await Promise.all([write(), read()])
  })

  const textsFound = async (id: string, query: string) => {
    const { status, body } = await user.get(`/api/mentions/search?keywordId=${id}&${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.map(({ content }: { content: string }) => content).reverse()
  }

  test('words follow the rules of keywords: whole words, accents, hashtags, apostrophes and phrases', async () => {
    const project = await addTestProject(user, { startDate: '2020-01-01' })
    const texts = [
      'Timnas besok ke Indonesia',
      'hidup #TimnasIndonesia',
      'Kini Café buka hari Jum’at',
      'timnas, indonesia!',
    ]
    await seedMentions(
      api.pool,
      user,
      project,
      texts.map((text, n) => ({ text, at: FIRST_DAY + n * 1000, author: `penulis${n}` })),
    )
    const [apart, hashtag, accents, together] = texts
    for (const tailMax of [1_000, 1]) {
      await sealTail(api.pool, project.id, tailMax)
      const found = (q: string) => textsFound(project.id, `q=${encodeURIComponent(q)}`)
      // Every seeded mention was matched by the term "banjir", though no text shows it.
      assert.deepEqual(await found('banjir'), texts)
      assert.deepEqual(await found('timnas indonesia'), [apart, hashtag, together])
      assert.deepEqual(await found('"timnas indonesia"'), [hashtag, together])
      assert.deepEqual(await found('indonesia timnas'), [apart, together])
      assert.deepEqual(await found('#timnasindonesia'), [hashtag])
      assert.deepEqual(await found('timnas -"timnas indonesia"'), [apart])
      assert.deepEqual(await found('-timnas'), [hashtag, accents])
      assert.deepEqual(await found('cafe'), [accents])
      assert.deepEqual(await found('CAFÉ jumat'), [accents])
      assert.deepEqual(await found("jum'at"), [accents])
      assert.deepEqual(await found('ini'), [], 'a part of a word is not the word')
      assert.deepEqual(await textsFound(project.id, 'author=PENULIS1'), [hashtag])
      assert.deepEqual(await textsFound(project.id, 'author=%40penulis2&q=buka'), [accents])
      assert.deepEqual(await textsFound(project.id, 'author=penulis'), [])
    }
  })

  test('an invalid search is 400 and names q and the rule', async () => {
    const project = await addTestProject(user)
    for (const [q, rule] of [
      ['"tidak ditutup', /q has a quotation mark at character 1 that is never closed/],
      ['banjir -"tidak', /q has a quotation mark at character 9/],
      ['a b c d e f g h i j k l m', /q has 13 terms: write at most 12/],
      ['banjir %', /q has a term without a letter, digit or emoji at character 8/],
      ['""', /q has a term without/],
      ['x'.repeat(201), /q/],
    ] as const) {
      for (const path of [
        `/api/mentions/search?keywordId=${project.id}`,
        `/api/project/insights?id=${project.id}`,
        `/api/export?keywordId=${project.id}`,
      ]) {
        const { status, body } = await user.get(`${path}&q=${encodeURIComponent(q)}`)
        assert.equal(status, 400, q)
        assert.match(body.message, rule)
      }
    }
    assert.equal((await user.get(`/api/mentions/search?keywordId=${project.id}&bahasa=id`)).status, 400)
  })
})
