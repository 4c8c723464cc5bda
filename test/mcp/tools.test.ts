import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { PLATFORMS, type Platform } from '../../src/domain/platform.ts'
import { addProjectWith, addTestKey, addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedArchive } from '../archive.ts'
import { authorOf, type ScannedMention, scan, scanAll } from '../full-scan.ts'
import { type Agent, COPY, connectAgent, JUNE, junePosts, objectsIn, overHttp } from './client.ts'

const HOUR_MS = 3_600_000

describe('the tools of agents', () => {
  let api: TestApi
  let base: string
  let user: TestUser
  let agent: Agent
  let project: string
  let other: string
  let tools: ListToolsResult['tools']
  let all: Record<string, ScannedMention[]>
  before(async () => {
    api = await startApi()
    base = await api.app.listen({ host: '127.0.0.1', port: 0 })
    user = await api.user()
    project = await addProjectWith(api, user, junePosts())
    other = await addProjectWith(api, user, junePosts().slice(0, 20))
    all = { [project]: await scanAll(api.pool, project), [other]: await scanAll(api.pool, other) }
    await seedArchive(api.pool, [{ text: 'Rob di pesisir Jakarta', at: Date.now() - 24 * HOUR_MS }])
    agent = await connectAgent(overHttp(base, (await addTestKey(api, user)).token))
    tools = (await agent.client.listTools()).tools
  })
  after(async () => {
    await agent.client.close()
    await api.close()
  })

  // The mentions of search arguments, by reading all rows.
  function recount(search: Record<string, unknown>): ScannedMention[] {
    const {
      project_id,
      from,
      to,
      sentiment,
      sources,
      language,
      relevance,
      entity,
      author,
      story,
      q = '',
    } = search as Record<string, string>
    const values = { negative: -1, neutral: 0, positive: 1 } as const
    return scan(all[project_id as string] as ScannedMention[], {
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      sentiment: sentiment === undefined ? undefined : values[sentiment as keyof typeof values],
      platforms: sources as unknown as Platform[] | undefined,
      language,
      passing: relevance === undefined ? undefined : relevance === 'passing',
      entity,
      author,
      story,
      all: q.split('"').filter((part) => part.trim() !== ''),
      none: [],
    })
  }

  // Every number that names the mentions behind it, against the rows.
  function checkNumbers(result: unknown): number {
    let checked = 0
    for (const [path, found] of objectsIn(result)) {
      const { search, link } = (found.quoted ?? found) as Record<string, unknown>
      if (typeof found.count !== 'number' || search === undefined) continue
      const rows = recount(search as Record<string, unknown>)
      const [ids, newest] = [found.ids as string[], rows.map(({ id }) => id).toReversed()]
      assert.equal(found.count, rows.length, `${path.join('.')} ${JSON.stringify(search)}`)
      assert.deepEqual(ids, newest.slice(0, ids.length))
      assert.equal(found.left_out, rows.length - ids.length)
      assert.ok(ids.length > 0 || rows.length === 0)
      assert.match(String(link), /^https:\/\/pantau\.example\.org\/projects\//)
      checked += 1
    }
    return checked
  }

  test('fourteen tools are listed with the schemas of input and result, and say what they change', async () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      'list_projects project_overview search_mentions top_stories explain_change compare sentiment coverage read_mention preview_expression create_project edit_project create_alert dispatch'.split(
        ' ',
      ),
    )
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
    assert.deepEqual(
      writing.map(({ name, annotations: hints }) => [name, hints?.destructiveHint, hints?.idempotentHint]),
      [
        ['create_project', false, false],
        ['edit_project', false, true],
        ['create_alert', false, false],
        ['dispatch', false, true],
      ],
    )
    for (const { name, description = '', outputSchema } of tools) {
      assert.ok(description.length > 100, name)
      assert.equal(outputSchema?.type, 'object', name)
    }
  })

  test('list_projects counts the mentions of every project', async () => {
    const result = await agent.call('list_projects')
    assert.deepEqual(
      result.projects.map(({ id, mentions }: { id: string; mentions: { count: number } }) => [id, mentions.count]),
      [
        [other, 20],
        [project, 68],
      ],
    )
    assert.equal(checkNumbers(result), 2)
    assert.deepEqual(result.projects[1].sentiment, { negative: 28, neutral: 20, positive: 20 })
    const first = await agent.call('list_projects', { limit: 1 })
    assert.deepEqual([first.projects.length, first.total, first.left_out], [1, 2, 1])
  })

  test('every number of an overview is the number of rows', async () => {
    const result = await agent.call('project_overview', { project_id: project, ...JUNE })
    assert.equal(result.mentions.count, 68)
    assert.ok(checkNumbers(result) > 20)
    const rows = recount(result.mentions.search)
    assert.equal(result.stories, new Set(rows.map(({ storyId }) => storyId)).size)
    assert.equal(result.authors, new Set(rows.map(authorOf)).size)
    assert.equal(result.top_authors[0].count, 3)
    assert.deepEqual(
      result.named.places.map(({ count, quoted }: { count: number; quoted: { name: string } }) => [quoted.name, count]),
      [['Jakarta', 15]],
    )
    for (const { from, to, mentions, negative } of result.volume.points) {
      const inside = recount({ project_id: project, from, to })
      assert.deepEqual([mentions, negative], [inside.length, inside.filter(({ cell }) => cell % 3 === 0).length])
    }
    const negative = await agent.call('project_overview', {
      project_id: project,
      ...JUNE,
      sentiment: 'negative',
      q: 'banjir',
    })
    assert.equal(negative.sentiment.neutral, null)
    assert.ok(checkNumbers(negative) > 10)
  })

  test('search_mentions pages through exactly the filtered mentions, and cuts long texts', async () => {
    const filter = { project_id: project, sources: ['twitter'], sentiment: 'negative', ...JUNE }
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await agent.call('search_mentions', { ...filter, limit: 10, ...(cursor ? { cursor } : {}) })
      assert.equal(page.total, 28)
      seen.push(...page.mentions.map(({ id }: { id: string }) => id))
      cursor = page.next
    } while (cursor !== null)
    const rows = recount({ ...filter, from: undefined, to: undefined })
    assert.deepEqual(seen, rows.map(({ id }) => id).toReversed())
    for (const named of [{ relevance: 'passing' }, { relevance: 'subject', entity: 'place:jakarta' }]) {
      const { total, mentions, link } = await agent.call('search_mentions', { project_id: project, ...named })
      assert.equal(total, recount({ project_id: project, ...named }).length)
      assert.equal(mentions[0].relevance, named.relevance)
      assert.match(link, /relevance=(passing|subject&entity=place%3Ajakarta)$/)
      if (named.entity !== undefined) assert.deepEqual(mentions[0].quoted.names, ['place:jakarta', 'province:31'])
    }
    const long = await addProjectWith(api, user, [{ text: `banjir ${'panjang '.repeat(200)}` }])
    const [row] = (await agent.call('search_mentions', { project_id: long })).mentions
    assert.deepEqual([row.quoted.text.length <= 500, row.quoted.text_cut], [true, true])
    const whole = await agent.call('read_mention', { mention_id: row.id })
    assert.equal(whole.mention.quoted.text_cut, false)
    await user.send('DELETE', `/api/project?id=${long}`)
  })

  test('top_stories has the largest story with its mentions and authors', async () => {
    const result = await agent.call('top_stories', { project_id: project, ...JUNE, limit: 3 })
    assert.equal(checkNumbers(result), 4)
    const [largest] = result.stories
    assert.deepEqual([largest.mentions.count, largest.authors, largest.earliest.quoted.text], [8, 3, COPY])
    assert.deepEqual(
      result.stories.map(({ mentions }: { mentions: { count: number } }) => mentions.count),
      [8, 1, 1],
    )
    assert.equal(result.left_out, 61 - 3)
  })

  test('explain_change counts what makes up a range', async () => {
    const range = { from: '2026-06-03', to: '2026-06-03' }
    const result = await agent.call('explain_change', { project_id: project, ...range })
    assert.ok(checkNumbers(result) > 15)
    assert.equal(result.seen.count, recount({ project_id: project, from: result.from, to: result.to }).length)
    assert.ok(result.stories.some(({ mentions }: { mentions: { count: number } }) => mentions.count > 1))
    assert.equal(result.examples.length, 3)
  })

  test('compare puts projects or periods side by side', async () => {
    const result = await agent.call('compare', { project_ids: [project, other], periods: [JUNE] })
    assert.equal(checkNumbers(result), 8)
    assert.deepEqual(result.differences[0].mentions, 20 - 68)
    const periods = [
      { from: '2026-06-02', to: '2026-06-03' },
      { from: '2026-06-04', to: '2026-06-05' },
    ]
    const weeks = await agent.call('compare', { project_ids: [project], periods })
    assert.equal(checkNumbers(weeks), 8)
    const [first, second] = weeks.sides
    assert.equal(weeks.differences[0].mentions, second.mentions.count - first.mentions.count)
    assert.match(await agent.refusal('compare', { project_ids: [project, other], periods }), /one period and two/)
  })

  test('sentiment has its interval once people have labelled a sample, and before that the reason', async () => {
    const before = await agent.call('sentiment', { project_id: project, ...JUNE })
    assert.equal(before.estimate, null)
    assert.match(before.no_estimate_because, /not labelled/)
    assert.equal(checkNumbers(before), 4)
    const filter = { from: before.from, to: before.to }
    const audit = (await user.send('POST', '/api/audits', { keywordId: project, size: 30, filter })).body
    for (const { id: mentionId, sentimen } of audit.cards)
      await user.send('PUT', `/api/audits/${audit.id}/labels`, { mentionId, sentimen })
    const { estimate, no_estimate_because } = await agent.call('sentiment', { project_id: project, ...JUNE })
    assert.equal(no_estimate_because, null)
    assert.equal(estimate.labels, 30)
    const [row] = (await user.get(`/api/audits?keywordId=${project}`)).body.data
    assert.deepEqual(estimate.negative, row.estimate.negative)
  })

  test('coverage names sources that are off and hours that were not collected', async () => {
    const result = await agent.call('coverage', { project_id: project, ...JUNE })
    const { body } = await user.get(`/api/project/coverage?id=${project}&from=${JUNE.from}&to=${JUNE.to}`)
    assert.equal(result.share, body.coverage.share)
    assert.equal(result.sources.length, body.sources.length)
    assert.equal(result.lower_bound, body.coverage.lower_bound)
    assert.deepEqual(result.periods.at(-1), body.periods.at(-1))
  })

  test('read_mention has the copies of a mention', async () => {
    const [row] = recount({ project_id: project, q: '"bantuan logistik"' })
    const result = await agent.call('read_mention', { mention_id: row?.id, copies_limit: 3 })
    assert.equal(result.mention.quoted.text, COPY)
    assert.equal(result.copies.total, 7)
    assert.notEqual(result.copies.next, null)
    for (const { story } of result.copies.mentions) assert.equal(story, row?.storyId)
    assert.match(result.mention.quoted.url, /^https:\/\/example\.com\//)
  })

  test('an expression is previewed, created and edited, and the preview is shown with the project', async () => {
    const preview = await agent.call('preview_expression', { expression: 'rob and jakarta' })
    assert.equal(
      preview.days.reduce((sum: number, { matched }: { matched: number }) => sum + matched, 0),
      1,
    )
    assert.equal(preview.quota_left, (await user.get('/api/user-quota')).body.kuota)
    const created = await agent.call('create_project', { name: 'Rob', expression: 'rob and jakarta' })
    assert.deepEqual(created.preview.days, preview.days)
    const { id } = created.project
    const edited = await agent.call('edit_project', { project_id: id, name: 'Rob pesisir' })
    assert.equal(edited.project.name, 'Rob pesisir')
    assert.equal(edited.project.expression, 'rob and jakarta')
    const narrowed = await agent.call('edit_project', { project_id: other, expression: 'nomor1 or nomor2' })
    const [row] =
      await api.pool`select count(*)::int as n from mention where project_id = ${other} and text !~ 'nomor[12]\\M'`
    assert.equal(narrowed.no_longer_matching.count, row?.n)
    assert.match(await agent.refusal('create_project', { name: 'X', expression: 'rob and' }), /name|expression|keyword/)
    assert.match(await agent.refusal('create_project', { name: 'Salah', expression: 'rob and ' }), /keyword/)
    await user.send('DELETE', `/api/project?id=${id}`)
  })

  test('a rule is created only after its own back-test was shown, and within an hour', async (t) => {
    const rule = { project_id: project, name: 'Ramai', rule: { kind: 'volume', count: 3, minutes: 240 } }
    const shown = await agent.call('create_alert', { ...rule, from: '2026-06-01', to: '2026-06-10' })
    const body = { keywordId: project, rule: rule.rule, ...JUNE }
    const direct = (await user.send('POST', '/api/alerts/backtest', body)).body
    assert.deepEqual([shown.status, shown.backtest.count, shown.alert], ['back_tested', direct.count, null])
    assert.ok(direct.count > 0)
    assert.ok(shown.backtest.incidents.every(({ ids }: { ids: string[] }) => ids.length > 0))
    const alerts = async () => (await user.get(`/api/alerts?keywordId=${project}`)).body.data.length
    const { confirm } = shown
    const otherRule = { ...rule, rule: { ...rule.rule, count: 4 } }
    assert.match(await agent.refusal('create_alert', { ...otherRule, confirm }), /confirm does not belong/)
    assert.match(await agent.refusal('create_alert', { ...rule, confirm: `${confirm.slice(0, -1)}_` }), /confirm/)
    const stranger = await connectAgent(overHttp(base, (await addTestKey(api, await api.user())).token))
    assert.match(await stranger.refusal('create_alert', { ...rule, confirm }), /confirm does not belong/)
    await stranger.client.close()
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 61 * 60_000 })
    assert.match(await agent.refusal('create_alert', { ...rule, confirm }), /confirm does not belong.*too old/)
    t.mock.timers.reset()
    assert.equal(await alerts(), 0)
    const created = await agent.call('create_alert', {
      ...rule,
      rule: { minutes: 240, count: 3, kind: 'volume' },
      confirm,
    })
    assert.equal(created.status, 'created')
    assert.equal(await alerts(), 1)
    assert.match(await agent.refusal('create_alert', { ...rule, rule: { kind: 'volume' } }), /rule/)
  })

  test('no result is large, however many and long the posts, names and expressions are', async () => {
    const long = (index: number, units: number) => `kata${index}"\\\n`.repeat(units).slice(0, units)
    const posts = Array.from({ length: 55 }, (_, index) => ({
      at: Date.parse('2026-06-02T00:00:00Z') + index * HOUR_MS,
      author: long(index % 6, 200),
      platform: PLATFORMS[index % PLATFORMS.length] as Platform,
      language: ['id', 'en', 'jv', 'su', 'ms', 'min'][index % 6] as string,
      text: `banjir #${'tag'.repeat(30)}${index % 6} ${index < 45 ? long(0, 3_000) : long(index, 12_000)}`,
    }))
    const id = await addProjectWith(api, user, posts)
    const [row] = await scanAll(api.pool, id)
    const filter = { project_id: id, ...JUNE, q: `banjir -${'x'.repeat(150)}`, sources: PLATFORMS }
    const periods = Array.from({ length: 5 }, (_, index) => ({ from: `2026-06-0${index + 1}`, to: '2026-06-10' }))
    for (const [name, args] of [
      ['list_projects', { limit: 50 }],
      ['project_overview', filter],
      ['search_mentions', { ...filter, limit: 50 }],
      ['top_stories', { ...filter, limit: 10 }],
      ['explain_change', filter],
      ['compare', { ...filter, project_id: undefined, from: undefined, to: undefined, project_ids: [id], periods }],
      ['sentiment', filter],
      ['coverage', { project_id: id, ...JUNE }],
      ['read_mention', { mention_id: row?.id, copies_limit: 50 }],
      ['create_alert', { project_id: id, name: 'X', rule: { kind: 'volume', count: 1, minutes: 1 }, ...JUNE }],
    ] as const) {
      const { length } = JSON.stringify(await agent.call(name, args))
      assert.ok(length < 100_000, `${name} has ${length} characters`)
    }
    await user.send('DELETE', `/api/project?id=${id}`)
  })

  test('dispatch starts one run', async () => {
    const { id } = await addTestProject(user, { type: 'manual' })
    const first = await agent.call('dispatch', { project_id: id })
    assert.equal(first.status, 'queued')
    assert.deepEqual((await agent.call('dispatch', { project_id: id })).job_id, first.job_id)
    const { body } = await user.get(`/api/ai-service/jobs/${first.job_id}`)
    assert.equal(body.keyword_id, id)
    await user.send('DELETE', `/api/project?id=${id}`)
  })

  test('a wrong argument is named', async () => {
    const wrong = [
      [{ project_id: project, limit: 51 }, /limit/],
      [{ project_id: project, sentimen: -1 }, /additional properties/],
      [{ project_id: project, from: '2026-13-01' }, /from must be/],
      [{}, /project_id/],
    ] as const
    for (const [args, message] of wrong) assert.match(await agent.refusal('search_mentions', args), message)
    await assert.rejects(agent.client.callTool({ name: 'delete_everything', arguments: {} }), /no tool/)
  })

  test('projects, summaries and briefs can be read as resources', async () => {
    await user.send('POST', `/api/project/generate-summary/${project}`)
    const { resources } = await agent.client.listResources()
    const uris = resources.map(({ uri }) => uri)
    for (const uri of [`pantau://projects/${project}`, `pantau://projects/${project}/summary`, 'pantau://briefs/now'])
      assert.ok(uris.includes(uri), uri)
    const read = async (uri: string) => {
      const [content] = (await agent.client.readResource({ uri })).contents
      return JSON.parse((content as { text: string }).text)
    }
    assert.equal((await read(`pantau://projects/${project}`)).mentions.count, 68)
    const summary = await read(`pantau://projects/${project}/summary`)
    assert.equal(summary.mentions, 68)
    const { body } = await user.get(`/api/project/summary/${project}`)
    assert.deepEqual([summary.facts.length, summary.facts_left_out], [body.facts.length, 0])
    const ids = new Set((all[project] as ScannedMention[]).map(({ id }) => id))
    for (const sentence of summary.sentences) for (const id of sentence.ids) assert.ok(ids.has(id))
    assert.equal(typeof (await read('pantau://briefs/now')).quoted.text, 'string')
    assert.equal((await agent.client.listResourceTemplates()).resourceTemplates.length, 3)
  })

  test('prompts instruct to cite ids, in the language of the person', async () => {
    const { prompts } = await agent.client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['morning_brief', 'crisis_note', 'weekly_report'],
    )
    for (const { name } of prompts)
      for (const [language, words] of [
        ['id', /menyebut id mention/],
        ['en', /cites the ids/],
      ] as const) {
        const { messages } = await agent.client.getPrompt({ name, arguments: { project_id: project, language } })
        assert.match(JSON.stringify(messages), words)
      }
    const own = await agent.client.getPrompt({ name: 'morning_brief' })
    assert.match(JSON.stringify(own.messages), /menyebut id mention/)
    await assert.rejects(agent.client.getPrompt({ name: 'crisis_note' }), /project_id is required/)
    await assert.rejects(agent.client.getPrompt({ name: 'morning_brief', arguments: { language: 'fr' } }), /language/)
  })
})
