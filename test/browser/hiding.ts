import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, logIn, openApiAs, waitUntil } from './actions.ts'
import { fixture } from './shared-fixture.ts'

test('a mention is hidden as irrelevant and shown again, and the coverage says what it is of', async () => {
  const user = await fixture.user()
  const api = await openApiAs(fixture, user)
  const id = await api.project('Banjir', 'banjir')
  const texts = ['banjir surut di kota', 'banjir diskon akhir tahun', 'relawan banjir tiba']
  await api.addPosts(
    id,
    texts.map((text) => ({ text })),
  )
  const total = async () => (await api.get<{ data: number }>(`/api/project/content-count?id=${id}`)).data
  const page = await fixture.page()
  await logIn(page, user, `/projects/${id}`)
  const card = page.locator('.mention', { hasText: 'diskon' })
  await card.waitFor()
  await page.getByText('Proyek tidak memantau pada periode ini.').waitFor()
  await page.getByText(/tidak tercakup: .*sebelum proyek dimulai/).waitFor()

  await card.getByRole('button', { name: 'Tindakan untuk mention ini' }).click()
  await page.getByRole('menuitem', { name: 'Sembunyikan: tidak relevan' }).click()
  await waitUntil(page, `document.querySelectorAll('.mention').length === 2`)
  assert.equal(await total(), 2)
  await page.getByRole('button', { name: 'Urungkan' }).click()
  await card.waitFor()
  await page.getByText('Mention ditampilkan lagi.').waitFor()
  assert.equal(await total(), 3)

  // Later it is found in the list of what is hidden.
  await card.getByRole('button', { name: 'Tindakan untuk mention ini' }).click()
  await page.getByRole('menuitem', { name: 'Sembunyikan: tidak relevan' }).click()
  await waitUntil(page, `document.querySelectorAll('.mention').length === 2`)
  await page.getByRole('button', { name: 'Tindakan lain' }).click()
  await page.getByRole('menuitem', { name: 'Mention tersembunyi' }).click()
  const hidden = page.getByRole('dialog', { name: 'Mention tersembunyi' })
  await hidden.getByText('diskon').waitFor()
  await hidden.getByText(/^Disembunyikan Sari Analis, /).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await hidden.getByRole('button', { name: 'Kembalikan' }).click()
  await hidden.getByText('Tidak ada mention yang disembunyikan.').waitFor()
  await hidden.getByRole('button', { name: 'Tutup' }).click()
  await card.waitFor()
  assert.equal(await total(), 3)
  assert.deepEqual(fixture.pageErrors, [])
})
