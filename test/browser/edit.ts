import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { seedArchive } from '../archive.ts'
import { type Api, findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user({ name: 'Wati Penyunting' })
  api = await openApiAs(fixture, user)
  projectId = await api.project('Layang-layang', 'layangan', { type: 'manual' })
  await api.addPosts(projectId, [
    { text: 'Festival layangan di Bali' },
    { text: 'Festival layangan di Madura' },
    { text: 'Lomba layangan di Bali' },
  ])
  const day = 86_400_000
  await seedArchive(
    fixture.pool,
    Array.from({ length: 40 }, (_, at) => [
      { text: `Festival layangan di Bali ramai, hari ke ${at}`, at: Date.now() - (at + 1) * day },
      { text: `Warga Bali melihat layangannya putus, hari ke ${at}`, at: Date.now() - (at + 1) * day - 60_000 },
    ]).flat(),
  )
})

const keywordOf = (page: Page) => page.locator('textarea.code')
const savedKeyword = async () => {
  const { data } = await api.get<{ data: { id: string; keyword: string }[] }>('/api/project')
  return data.find(({ id }) => id === projectId)?.keyword
}

test('the preview follows what is typed: a warning is fixed and a form is added with one click each', async () => {
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 800 } })
  await logIn(page, user, '/projects/new')
  await page.getByText('Enter keywords to see what would be collected.').waitFor()
  await keywordOf(page).fill('layangan AND bali')
  await page.getByRole('button', { name: /Change to/ }).click()
  assert.equal(await keywordOf(page).inputValue(), 'layangan and bali')
  await page.getByText(/About [\d,]+ a month/).waitFor()
  await page.getByText('40 matches in the last 90 days.').waitFor()
  await page.locator('.preview-example mark').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: /Add the form layangannya/ }).click()
  assert.equal(await keywordOf(page).inputValue(), 'layangan and bali or layangannya and bali')
  await page.getByText('80 matches in the last 90 days.').waitFor()
  assert.ok((await overflowOf(page)) <= 0)
})

test('an example is a post of the archive, and another click brings another', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, '/projects/new')
  await keywordOf(page).fill('layangan')
  const fill = page.getByRole('button', { name: 'Fill in an example' })
  await fill.click()
  const example = page.getByLabel('Try it on sample text')
  const first = await example.inputValue()
  assert.match(first, /^Festival layangan di Bali ramai, hari ke \d+$/)
  await page.locator('.verdict.yes mark', { hasText: 'layangan' }).waitFor()
  await fill.click()
  assert.notEqual(await example.inputValue(), first)
})

test('a click right after typing is sent, also when the form grows under it', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, '/projects/new')
  await page.getByLabel('Project name').fill('Egrang')
  await page.getByLabel('Start collecting as soon as').uncheck()
  await keywordOf(page).fill('egrang')
  await page.getByLabel('Remove term egrang').waitFor()
  // The check of the keywords is never answered.
  await page.route('**/api/project/check', () => undefined)
  await page.getByLabel('add an “or” alternative').fill('enggrang')
  const button = page.getByRole('button', { name: 'Create project' })
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  assert.ok(box)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.evaluate("document.querySelector('.create').style.paddingTop = '200px'")
  await page.mouse.up()
  await page.getByRole('heading', { name: 'Egrang', level: 1 }).waitFor()
  await page.locator('.project-facts .code', { hasText: 'egrang or enggrang' }).waitFor()
})

test('a category is suggested with its words, and chosen only by a click', async () => {
  const hour = 3_600_000
  await seedArchive(
    fixture.pool,
    Array.from({ length: 6 }, (_, at) => ({
      text: `Pelatih egrang memuji atlet di laga ke ${at}`,
      at: Date.now() - (at + 1) * hour,
    })),
  )
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 800 } })
  await logIn(page, user, '/projects/new')
  await keywordOf(page).fill('egrang')
  const offer = page.getByRole('button', { name: /Use Sports 6 of 6 matches/ })
  await offer.waitFor()
  await page.getByText('atlet, laga, pelatih').waitFor()
  assert.equal(await page.getByLabel('Category').inputValue(), 'umum')
  await offer.click()
  assert.equal(await page.getByLabel('Category').inputValue(), 'olahraga')
  assert.equal(await offer.count(), 0)
})

test('an edited project marks what no longer matches, hides it in one step, and shows the edit below its chart', async () => {
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 900 } })
  await logIn(page, user, `/projects/${projectId}/edit`)
  await keywordOf(page).fill('layangan and bali')
  await page.getByText(/Also collect 40 posts/).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('1 mention no longer matches.').waitFor()
  assert.equal(await savedKeyword(), 'layangan and bali')
  assert.deepEqual(await findViolations(page), [])
  await page.goto(`/projects/${projectId}?view=mentions`)
  await page.locator('.mention').getByText('no longer matches').waitFor()
  await page.goto(`/projects/${projectId}/edit`)
  await page.getByRole('button', { name: 'Hide all' }).click()
  await page.getByText('1 mention hidden.').waitFor()
  await page.locator('.edit-history').getByText('layangan', { exact: true }).waitFor()
  await page.goto(`/projects/${projectId}`)
  await page.locator('.edit-marks').getByText('layangan and bali').waitFor()
  assert.equal(await page.locator('.edit-mark').count(), 1)
  const { total } = await api.get<{ total: number }>(`/api/mentions?keywordId=${projectId}`)
  assert.equal(total, 2)
})

test('what no longer matches is deleted by the second click only, and every deletion is confirmed', async () => {
  const id = await api.project('Wayang', 'wayang', { type: 'manual' })
  await api.addPosts(id, [
    { text: 'Wayang kulit' },
    { text: 'Wayang golek' },
    { text: 'Wayang orang dan wayang kulit' },
  ])
  const mentionsLeft = async () => (await api.get<{ total: number }>(`/api/mentions?keywordId=${id}`)).total
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 900 } })
  await logIn(page, user, `/projects/${id}/edit`)
  const edit = async (keyword: string) => {
    await keywordOf(page).fill(keyword)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('1 mention no longer matches.').waitFor()
  }
  const first = page.getByRole('button', { name: 'Delete all' })
  const second = page.getByRole('button', { name: 'Delete for good? Click again' })
  await edit('wayang and kulit')
  await first.click()
  await second.waitFor()
  assert.equal(await mentionsLeft(), 3)
  await second.click()
  await page.getByText('1 mention deleted.').waitFor()
  assert.equal(await mentionsLeft(), 2)
  await edit('wayang and orang')
  await first.waitFor()
  assert.equal(await second.count(), 0)
})

test('both pages fit a phone, in Indonesian', async () => {
  const page = await fixture.page({ language: 'id', viewport: { width: 390, height: 844 } })
  await logIn(page, user, `/projects/${projectId}/edit`)
  await page.getByText(/Sekitar [\d.]+ sebulan/).waitFor()
  assert.ok((await overflowOf(page)) <= 0)
  assert.deepEqual(await findViolations(page), [])
  await page.goto('/projects/new')
  await keywordOf(page).fill('(layangan or festival) and bali')
  await page.getByRole('button', { name: /Ganti menjadi/ }).waitFor()
  assert.ok((await overflowOf(page)) <= 0)
})
