import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, LIVE, logIn, openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

const NEW_PASSWORD = 'kata sandi yang baru'

test('a user ends a session of another browser, which is sent to the log-in page, and changes the password', async () => {
  const user = await fixture.user()
  const elsewhere = await fixture.page({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko Firefox/143.0' })
  await logIn(elsewhere, user)
  await elsewhere.locator(LIVE).waitFor()
  const page = await fixture.page()
  await logIn(page, user)
  await page.getByRole('button', { name: /^Akun/ }).click()
  await page.getByRole('menuitem', { name: 'Akun saya' }).click()
  await page.getByRole('heading', { name: 'Akun saya', level: 1 }).waitFor()

  const rows = page.locator('.session')
  await rows.nth(1).waitFor()
  assert.equal(await rows.count(), 2)
  assert.equal(await page.locator('.session', { hasText: 'Sesi ini' }).getByRole('button').count(), 0)
  await page.getByRole('button', { name: /^Akhiri sesi Firefox · Linux 127\.0\.0\.1/ }).click()
  await page.getByText('Sesi diakhiri.').waitFor()
  await rows.nth(1).waitFor({ state: 'detached' })
  // Its live stream ends with the session, so it notices without a click.
  await elsewhere.getByText('Sesi Anda telah berakhir').waitFor()

  const api = await openApiAs(fixture, user)
  const fill = async (old: string, next: string, repeated: string): Promise<void> => {
    await page.getByLabel('Kata sandi sekarang').fill(old)
    await page.getByLabel('Kata sandi baru', { exact: true }).fill(next)
    await page.getByLabel('Ulangi kata sandi baru').fill(repeated)
    await page.getByRole('button', { name: 'Ganti kata sandi' }).click()
  }
  await fill(user.password, NEW_PASSWORD, 'lain')
  await page.getByText('tidak sama').waitFor()
  await fill('salah sekali', NEW_PASSWORD, NEW_PASSWORD)
  await page.getByText('Kata sandi sekarang tidak cocok').waitFor()
  await fill(user.password, 'password123', 'password123')
  await page.getByText('terlalu umum').waitFor()
  await fill(user.password, NEW_PASSWORD, NEW_PASSWORD)
  await page.getByText('Kata sandi diganti dan 1 sesi lain diakhiri.').waitFor()
  assert.equal(await page.getByLabel('Kata sandi sekarang').inputValue(), '')
  await assert.rejects(api.get('/api/auth/me'), /401/)

  await page.reload()
  await page.getByRole('heading', { name: 'Akun saya', level: 1 }).waitFor()
  await logIn(elsewhere, { ...user, password: NEW_PASSWORD })
  assert.deepEqual(fixture.pageErrors, [])
})

test('a user creates a key for one project, which is shown once and works, and revokes it', async () => {
  const user = await fixture.user()
  const api = await openApiAs(fixture, user)
  const project = await api.project('Banjir Jakarta', 'banjir')
  await api.project('Lain', 'lain sekali')
  const page = await fixture.page()
  await logIn(page, user, '/account')
  const panel = page.getByRole('region', { name: /^Kunci API/ })
  await panel.getByText('Belum ada kunci').waitFor()
  await panel.getByRole('button', { name: 'Buat kunci' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nama').fill('Notebook')
  assert.equal(await dialog.getByLabel('Administrasi').count(), 0)
  await dialog.getByLabel('Hanya yang dipilih').check()
  await dialog.getByRole('button', { name: 'Buat kunci' }).click()
  await dialog.getByText('Pilih setidaknya satu proyek').waitFor()
  await dialog.getByLabel('Banjir Jakarta').check()
  await dialog.getByRole('button', { name: 'Buat kunci' }).click()
  await dialog.getByText('tidak akan ditampilkan lagi').waitFor()
  const key = await dialog.getByLabel('Kunci', { exact: true }).inputValue()
  const list = () => fetch(`${fixture.url}/api/project`, { headers: { authorization: `Bearer ${key}` } })
  const listed = (await (await list()).json()) as { data: { id: string }[] }
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [project],
  )
  await dialog.getByRole('button', { name: 'Sudah disalin' }).click()
  await panel.getByText('Membaca · 1 proyek').waitFor()
  assert.ok(!(await page.content()).includes(key))
  await panel.getByRole('button', { name: 'Cabut kunci Notebook' }).click()
  await dialog.getByRole('button', { name: 'Cabut', exact: true }).click()
  await page.getByText('Kunci Notebook dicabut.').waitFor()
  await panel.getByText('Belum ada kunci').waitFor()
  assert.equal((await list()).status, 401)
  assert.deepEqual(fixture.pageErrors, [])
})

test('a person chooses language, theme and time zone on their own page, and times follow the zone', async () => {
  const user = await fixture.user()
  const page = await fixture.page()
  await logIn(page, user, '/account')
  await page.getByLabel('Zona waktu').selectOption('Asia/Makassar')
  await page.getByText('Zona waktu diganti.').waitFor()
  await page.getByText(/^Waktu dalam WITA/).waitFor()
  await page.locator('.session time', { hasText: 'WITA' }).first().waitFor()
  await page.getByLabel('Tampilan', { exact: true }).getByRole('radio', { name: 'Gelap' }).click()
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  await page.getByLabel('Bahasa', { exact: true }).getByRole('radio', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  // Another browser learns the zone from the account.
  const elsewhere = await fixture.page()
  await logIn(elsewhere, user)
  await elsewhere.getByText(/^Waktu dalam WITA/).waitFor()
})
