import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { thousandths } from '../../src/store/mentions/rows.ts'
import { addTestProject, startApi, type TestApi, type TestUser } from '../api.ts'
import { seedMentions } from '../mentions.ts'

describe('stored mentions', () => {
  let api: TestApi
  let user: TestUser
  before(async () => {
    api = await startApi()
    user = await api.user()
  })
  after(() => api.close())

  const idsOf = async (project: { id: string }): Promise<string[]> =>
    (await user.get(`/api/mentions?keywordId=${project.id}`)).body.data.map((one: { id: string }) => one.id)

  test('each is found by its id, in whichever project of the user it is, until that project is removed', async () => {
    const projects = [await addTestProject(user), await addTestProject(user), await addTestProject(user)]
    for (const project of projects) await seedMentions(api.pool, user, project, [{}, {}])
    for (const project of projects) {
      for (const id of await idsOf(project)) {
        const { status, body } = await user.get(`/api/mentions/${id}`)
        assert.deepEqual([status, body.id, body.keywordid], [200, id, project.id])
      }
    }
    const [removed] = projects as [{ id: string }]
    const [id] = await idsOf(removed)
    await user.send('DELETE', `/api/project?id=${removed.id}`)
    assert.equal((await user.get(`/api/mentions/${id}`)).status, 404)
  })

  test('a mention that is seen again gets its new numbers, whichever of them are reported', async () => {
    const project = await addTestProject(user)
    const seen = [
      { likes: 5, comments: 0, shares: 0, views: 0 },
      { likes: 0, comments: 5, shares: 0, views: 0 },
      { likes: 0, comments: 0, shares: 5, views: 5 },
      { likes: 5, comments: 5, shares: 5, views: 5 },
      { likes: 5, comments: 0, shares: 5, views: 0 },
      { likes: 0, comments: 5, shares: 5, views: 0 },
      { likes: 0, comments: 0, shares: 0, views: 5 },
    ]
    for (const engagement of seen) {
      await seedMentions(api.pool, user, project, [{ platformId: 'again', engagement }])
      const [id] = await idsOf(project)
      assert.deepEqual((await user.get(`/api/mentions/${id}`)).body.engagement, engagement)
    }
    await seedMentions(api.pool, user, project, [{ platformId: 'again' }])
    const [id] = await idsOf(project)
    assert.deepEqual((await user.get(`/api/mentions/${id}`)).body.engagement, seen.at(-1), 'no numbers change nothing')
  })

  test('a copy that is collected later joins the story of the first one, in its own project only', async () => {
    const [project, other] = [await addTestProject(user), await addTestProject(user)]
    const text = 'Warga mengeluh banjir di Jakarta tidak kunjung surut sejak kemarin malam di lima kecamatan'
    await seedMentions(api.pool, user, project, [{ text }])
    await seedMentions(api.pool, user, other, [{ text }])
    await seedMentions(api.pool, user, project, [{ text }, {}])
    await seedMentions(api.pool, user, project, [{ text }])
    const sizes = async ({ id }: { id: string }) =>
      (await user.get(`/api/mentions/r10?keywordId=${id}`)).body.data
        .map((one: { similar_count: number }) => one.similar_count)
        .sort()
    assert.deepEqual(await sizes(project), [0, 2])
    assert.deepEqual(await sizes(other), [0])
  })

  test('each has the probabilities of the model and its name, also after a correction; earlier ones have none', async () => {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [{ sentiment: -1 }])
    const [id] = await idsOf(project)
    await user.send('PATCH', `/api/mentions/${id}`, { sentimen: 1 })
    const { sentimen, probabilities, model } = (await user.get(`/api/mentions/${id}`)).body
    assert.deepEqual([sentimen, model, probabilities], [1, 'encoder', { negative: 1, neutral: 0, positive: 0 }])
    await api.pool`update mention set model = null, negative = null, positive = null where project_id = ${project.id}`
    const earlier = (await user.get(`/api/mentions/${id}`)).body
    assert.deepEqual([earlier.model, earlier.probabilities], [null, null])
  })

  test('probabilities are stored in thousandths that never exceed the whole', () => {
    assert.deepEqual(thousandths([0.2, 0.5, 0.3]), { negative: 200, positive: 300 })
    assert.deepEqual(thousandths([0.0625, 0, 0.9375]), { negative: 63, positive: 937 })
  })

  test('a single mention is enough for a summary', async () => {
    const project = await addTestProject(user)
    await seedMentions(api.pool, user, project, [{ text: 'Warga mengeluh banjir di Jakarta tidak kunjung surut.' }])
    const { body } = await user.send('POST', `/api/project/generate-summary/${project.id}`)
    assert.equal(body.status, 'success')
  })

  test('characters with a meaning in patterns are ordinary in the filter of a chart', async () => {
    const project = await addTestProject(user)
    const texts = ['banjir 100% surut', 'banjir 1000 rumah', 'banjir a_b', 'banjir axb', 'banjir c\\d']
    await seedMentions(
      api.pool,
      user,
      project,
      texts.map((text) => ({ text })),
    )
    const totalOf = async (words: string) => {
      const query = `id=${project.id}&from=2026-05-01&to=2026-06-30&q=${encodeURIComponent(words)}`
      return (await user.get(`/api/project/insights?${query}`)).body.total
    }
    for (const words of ['100%', 'a_b', 'c\\d', 'BANJIR 100%']) assert.equal(await totalOf(words), 1, words)
    assert.equal(await totalOf('banjir'), 5)
  })
})
