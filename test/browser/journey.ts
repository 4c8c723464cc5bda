import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, waitUntil } from './hands.ts'
import { stage } from './shared.ts'

test('a newcomer gets from the log-in to a summary with evidence and back to an empty account', async () => {
  const person = await stage.person()
  const page = await stage.page()

  await page.goto('/')
  await page.getByLabel('Nama pengguna').fill(person.username)
  await page.getByLabel('Kata sandi').fill('salah')
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.getByText('tidak cocok').waitFor()
  await page.getByLabel('Kata sandi').fill(person.password)
  await page.getByRole('button', { name: 'Masuk' }).click()

  await page.getByRole('heading', { name: 'Selamat datang di Pantau' }).waitFor()
  assert.equal(await page.locator('.steps > li').count(), 3)
  await page.getByRole('link', { name: 'Buat proyek pertama' }).click()

  await page.getByLabel('Nama proyek').fill('Banjir')
  const keyword = page.getByLabel('Kata kunci', { exact: true })
  await keyword.fill('banjir and')
  await page.getByText('Belum dapat dibaca').waitFor()
  await page.locator('.error-mark').waitFor()
  await keyword.fill('banjir')
  await page.getByLabel('Hapus istilah banjir').waitFor()
  await page.getByLabel('tambah pilihan “atau”').fill('harga beras')
  await page.keyboard.press('Enter')
  await waitUntil(page, `document.querySelector('textarea').value === 'banjir or harga beras'`)
  await page.getByLabel('Coba pada contoh teks').fill('Kabar #HargaBeras hari ini')
  await page.locator('.verdict.yes mark', { hasText: 'HargaBeras' }).waitFor()
  await page.getByLabel('Mulai', { exact: true }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Buat proyek' }).click()

  await page.getByRole('heading', { name: 'Banjir', level: 1 }).waitFor()
  await page.getByRole('button', { name: /baru/ }).first().waitFor()
  await page.locator('.pill').click()
  const first = page.locator('.mention').first()
  await first.locator('mark').first().waitFor()
  assert.match((await first.locator('a.out').getAttribute('href')) ?? '', /^https?:/)

  await first.getByRole('button', { name: /^Sentimen/ }).click()
  await page.getByRole('menuitemradio', { name: 'Negatif' }).click()
  await first.getByText('dikoreksi').waitFor()

  await page.getByLabel('Sentimen', { exact: true }).selectOption('-1')
  await page.waitForURL(/sentiment=negative/)
  await page.locator('.mention .sentiment.negative').first().waitFor()
  assert.equal(await page.locator('.mention .sentiment:not(.negative)').count(), 0)
  await page.getByRole('button', { name: 'Ekspor' }).click()
  const file = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href')
  assert.match(file ?? '', /^\/api\/export\?keywordId=.*format=csv.*sentimen=-1/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Hapus saringan' }).click()

  await page.getByRole('radio', { name: 'Terpenting' }).click()
  await page.waitForURL(/order=ranked/)
  await page.locator('.mention .rank', { hasText: '1' }).first().waitFor()

  await page.getByRole('button', { name: 'Buat ringkasan' }).click()
  await page.locator('.evidence-link').first().click()
  await page.getByRole('dialog').locator('.brief').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Mesin:/).waitFor()

  await page.getByRole('link', { name: 'Laporan' }).click()
  await page.getByRole('heading', { name: 'Banjir', level: 1 }).waitFor()
  await page.locator('.sheet .brief').first().waitFor()
  await page.getByRole('link', { name: 'Kembali ke proyek' }).click()

  await page.getByRole('button', { name: 'Tindakan lain' }).click()
  await page.getByRole('menuitem', { name: 'Hapus' }).click()
  const confirm = page.getByRole('button', { name: 'Hapus selamanya' })
  assert.equal(await confirm.isDisabled(), true)
  await page.getByLabel(/Ketik nama proyek/).fill('Banjir')
  await confirm.click()
  await page.getByRole('heading', { name: 'Selamat datang di Pantau' }).waitFor()

  await page.getByRole('button', { name: /^Akun/ }).click()
  await page.getByRole('menuitem', { name: 'Keluar' }).click()
  await page.getByRole('heading', { name: 'Masuk' }).waitFor()
  assert.deepEqual(stage.troubles, [])
})

test('a switch of language and theme is remembered', async () => {
  const page = await stage.page()
  await logIn(page, await stage.person())
  await page.getByRole('button', { name: /^Akun/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Welcome to Pantau' }).waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome to Pantau' }).waitFor()
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark')
})
