import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Api, logIn, openApiAs, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir')
  await api.project('Harga beras', 'harga beras')
  const long = `banjir ${'setinggi lutut di jalan raya '.repeat(30)}`
  const texts = [...Array.from({ length: 30 }, (_, index) => `banjir nomor ${index} kata${index * 7}`), long]
  await api.addPosts(
    projectId,
    texts.map((text, index) => ({ text, at: new Date(Date.now() - (40 - index) * 60_000) })),
  )
})

const focused = `document.activeElement?.getAttribute('aria-posinset')`

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Cari proyek, tampilan, halaman, atau tindakan' }).waitFor()
  await waitUntil(page, `document.activeElement.matches('[role=combobox]')`)
}

test('the command palette opens a project and runs an action by a few letters, without a pointer', async () => {
  const page = await fixture.page()
  await logIn(page, user)
  await page.locator('.project-card').first().waitFor()
  await openPalette(page)
  await page.keyboard.type('beras')
  await page.getByRole('option', { name: /^Harga beras/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Harga beras' }).waitFor()
  assert.equal(await page.locator('dialog[open]').count(), 0)

  await openPalette(page)
  await page.keyboard.type('ubah pro')
  await page.getByRole('option', { name: 'Ubah proyek', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/edit$/)
  await openPalette(page)
  await page.keyboard.press('ArrowUp')
  await page.getByRole('option', { name: 'Keluar', selected: true }).waitFor()
  await page.keyboard.press('Escape')
  await waitUntil(page, `document.querySelector('dialog[open]') === null`)
  await openPalette(page)
  await page.keyboard.type('bahasa english')
  await page.keyboard.press('Enter')
  await waitUntil(page, `document.documentElement.lang === 'en'`)
})

test('j, k, o and e work on the mentions, / finds the search, ? lists the keys, and typing stays typing', async () => {
  const page = await fixture.page()
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.mention').first().waitFor()
  await page.keyboard.press('j')
  await waitUntil(page, `${focused} === '1'`)
  assert.notEqual(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'none')
  await page.keyboard.press('e')
  await waitUntil(page, `document.activeElement.querySelector('.more').getAttribute('aria-expanded') === 'true'`)
  await page.keyboard.press('e')
  await waitUntil(page, `document.activeElement.querySelector('.more').getAttribute('aria-expanded') === 'false'`)
  for (let position = 2; position <= 20; position++) {
    await page.keyboard.press('j')
    await waitUntil(page, `${focused} === '${position}'`)
  }
  await page.keyboard.press('k')
  await waitUntil(page, `${focused} === '19'`)
  await page.evaluate(`document.activeElement.querySelector('a.out').href = '/tidak-ada'`)
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('o')])
  await opened.close()

  await page.keyboard.press('/')
  await waitUntil(page, `document.activeElement.matches('.filter input[type=search]')`)
  await page.keyboard.type('jk?')
  assert.equal(await page.evaluate('document.activeElement.value'), 'jk?')
  assert.equal(await page.locator('dialog[open]').count(), 0)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.locator('.mention').first().waitFor()
  await page.locator('#feed-title').click()

  await page.locator('body').press('?')
  await page.getByRole('dialog', { name: 'Pintasan papan ketik' }).waitFor()
  await page.getByRole('switch', { name: 'Pintasan satu tombol' }).click()
  await page.keyboard.press('Escape')
  await waitUntil(page, `document.querySelector('dialog[open]') === null`)
  await page.locator('body').press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Palet perintah' }).waitFor()
  assert.deepEqual(fixture.pageErrors, [])
})

test('a corrected sentiment is undone from its notification', async () => {
  const page = await fixture.page()
  await logIn(page, user, `/projects/${projectId}`)
  const card = page.locator('.mention').first()
  const button = card.locator('.button.sentiment')
  const shown = (await button.getAttribute('class'))?.match(/positive|neutral|negative/)?.[0]
  await button.click()
  const other = shown === 'positive' ? 'negative' : 'positive'
  await page.getByRole('menuitemradio', { name: other === 'positive' ? 'Positif' : 'Negatif' }).click()
  await card.locator(`.sentiment.${other}`).waitFor()
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await card.locator(`.sentiment.${shown}`).waitFor()
})

test('dates are typed and chosen in the language of the dashboard, whatever that of the browser is', async () => {
  const page = await fixture.page({ locale: 'en-US', language: 'id' })
  await logIn(page, user, '/projects/new')
  const start = page.getByRole('textbox', { name: 'Mulai' })
  await start.fill('5/8/2026')
  await start.press('Tab')
  assert.equal(await start.inputValue(), '5 Agu 2026')
  await page.getByRole('button', { name: 'Pilih tanggal: Mulai' }).click()
  await page.getByRole('dialog').getByText('Agustus 2026').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  await page.getByRole('button', { name: 'Minggu, 6 September 2026' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await start.inputValue(), '6 Sep 2026')
  await start.fill('31/02/2026')
  await start.press('Tab')
  assert.equal(await start.getAttribute('aria-invalid'), 'true')
})

test('the languages of the browser decide at the first visit, and a choice is remembered', async () => {
  const titles = { 'en-US': 'Log in', 'id-ID': 'Masuk', 'zh-CN': 'Masuk' }
  for (const [locale, title] of Object.entries(titles)) {
    const page = await fixture.page({ locale, language: null })
    await page.goto('/')
    await page.getByRole('heading', { name: title, exact: true }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), title === 'Masuk' ? 'id' : 'en')
    await page.evaluate(`localStorage.setItem('pantau.language', 'en')`)
    await page.reload()
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor()
  }
})
