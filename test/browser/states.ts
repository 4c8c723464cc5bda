import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Api, findViolations, LIVE, logIn, openApiAs } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir')
  await api.addPosts(projectId, [{ text: 'banjir pertama' }, { text: 'banjir kedua yang lain' }])
})

test('new mentions wait behind a pill and appear when it is clicked', async () => {
  const page = await fixture.page()
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.mention').nth(1).waitFor()
  await page.locator(LIVE).waitFor()
  await api.addPosts(
    projectId,
    Array.from({ length: 12 }, (_, index) => ({ text: `banjir susulan ${index}`, at: new Date(Date.now() - 1_000) })),
  )
  await page.getByRole('button', { name: '12 mention baru. Tampilkan.' }).waitFor()
  assert.equal(await page.locator('.mention').count(), 2)
  await page.locator('.pill').click()
  await page.locator('.mention', { hasText: 'banjir susulan' }).first().waitFor()
  assert.equal(await page.locator('.pill').count(), 0)
})

test('after the session has ended, logging in returns to the same page', async () => {
  const page = await fixture.page()
  await logIn(page, user, `/projects/${projectId}?period=7d&q=banjir`)
  await page.locator('.mention').first().waitFor()
  await page.context().clearCookies()
  // A live update may notice first; then the log-in form appears before the filter can be changed.
  const changed = await page
    .getByRole('button', { name: 'Sentimen: Semua sentimen' })
    .click({ timeout: 5_000 })
    .then(() => page.getByRole('menuitemradio', { name: 'Netral' }).click({ timeout: 5_000 }))
    .then(
      () => true,
      () => false,
    )
  await page.getByText('Sesi Anda telah berakhir').waitFor()
  await page.getByLabel('Nama pengguna').fill(user.username)
  await page.getByLabel('Kata sandi').fill(user.password)
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.waitForURL((url) => url.pathname === `/projects/${projectId}` && url.searchParams.get('q') === 'banjir')
  assert.equal(new URL(page.url()).searchParams.get('sentiment'), changed ? 'neutral' : null)
})

test('a project without mentions says what happens now, and how each source is doing', async () => {
  const newcomer = await fixture.user()
  const empty = await (await openApiAs(fixture, newcomer)).project('Belum ada', 'tidakadasamasekali')
  const page = await fixture.page()
  await logIn(page, newcomer, `/projects/${empty}`)
  const now = page.locator('.first-day')
  await now.getByText('Proyek ini tidak mendengarkan.').waitFor()
  assert.equal(await page.locator('.workbench').count(), 0, 'there is nothing to chart or to filter')
  await fixture.pool`update project set listening = true, next_run_at = now() + interval '7 minutes' where id = ${empty}`
  const progress = { asked: 1, received: 0, matched: 0, new: 0, charged: 0, notice: null, error: null }
  await page.route('**/api/ai-service/jobs?*', async (route) => {
    const youtube = { ...progress, error: 'network: https://youtube.example/: getaddrinfo ENOTFOUND youtube.example' }
    const job = {
      job_id: 'x',
      keyword_id: empty,
      status: 'done',
      detail: null,
      progress: { youtube, twitter: progress },
    }
    const at = new Date().toISOString()
    await route.fulfill({ json: { data: [{ ...job, created_at: at, started_at: at, finished_at: at }] } })
  })
  await page.reload()
  await now.getByText(/^Mendengarkan sejak .* WIB\. Pengumpulan berikutnya dalam 7 menit\.$/).waitFor()
  const line = (platform: string) => now.locator('li', { hasText: platform })
  await line('YouTube').getByText('Gagal').waitFor()
  await line('YouTube').getByText('Nama situs tidak ditemukan.').waitFor()
  await line('X').getByText('Dibaca; tidak ada yang baru.').waitFor()
  await line('TikTok').getByText('Mintalah administrator').waitFor()
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /ENOTFOUND|not_configured/)
  assert.deepEqual(await findViolations(page), [])
  // With the first mention the page of a project takes its place, without a reload.
  await (await openApiAs(fixture, newcomer)).addPosts(empty, [{ text: 'tidakadasamasekali, kata yang pertama' }])
  await page.locator('.mention').first().waitFor()
  assert.equal(await now.count(), 0)
})

test('the log-in never redirects to another site', async () => {
  const page = await fixture.page()
  await logIn(page, user, '/login?next=//example.com/%2e%2e')
  assert.equal(new URL(page.url()).origin, fixture.url)
  assert.equal(new URL(page.url()).pathname, '/')
})

test('being offline is shown, and loaded content stays', async () => {
  const page = await fixture.page()
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.mention').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText('Sambungan terputus').waitFor()
  assert.ok((await page.locator('.mention').count()) > 0)
  await page.context().setOffline(false)
  await page.getByText('Sambungan terputus').waitFor({ state: 'detached' })
})

test('a failing server shows an error with a retry, not an empty page', async () => {
  const page = await fixture.page()
  await logIn(page, user)
  await page.route('**/api/project/overview', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'Unavailable', message: 'later' } }),
  )
  await page.goto('/')
  await page.getByText('Tidak dapat dimuat').waitFor()
  await page.unroute('**/api/project/overview')
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await page.locator('.project-card').waitFor()
})

test('an unknown address and a filter without results show a message', async () => {
  const page = await fixture.page()
  await logIn(page, user, '/projects/01890000-0000-7000-8000-000000000000')
  await page.getByRole('heading', { name: 'Halaman tidak ditemukan' }).waitFor()
  await page.goto(`/projects/${projectId}?source=tiktok`)
  await page.getByText('Tidak ada mention untuk saringan ini').waitFor()
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'Halaman tidak ditemukan' }).waitFor()
})
