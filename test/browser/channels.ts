import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { findViolations, logIn } from './actions.ts'
import { fixture } from './shared-fixture.ts'

async function readSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Rahasia penanda tangan' })
  const secret = await dialog.getByLabel('Rahasia penanda tangan').inputValue()
  await dialog.getByRole('button', { name: 'Selesai' }).click()
  await dialog.waitFor({ state: 'detached' })
  return secret
}

async function choose(page: Page, card: Locator, item: string): Promise<void> {
  await card.getByRole('button', { name: /^Tindakan lain/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const lastRequest = (path: string) => fixture.receiver.requests.findLast((request) => request.path === path)

test('a webhook is added, tested, followed in its log, sent again, changed, switched off and deleted', async () => {
  const user = await fixture.user()
  const page = await fixture.page({ permissions: ['clipboard-read', 'clipboard-write'] })
  await logIn(page, user, '/channels')
  await page.getByText('Belum ada saluran').waitFor()
  await page.getByRole('button', { name: 'Saluran baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saluran baru' })
  await dialog.getByRole('radio', { name: /^Webhook/ }).check()
  await dialog.getByLabel('Nama').fill('Program humas')
  await dialog.getByLabel('Alamat (URL)').fill('ftp://example.com/hook')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await dialog.getByRole('alert').getByText('Alamat harus diawali http:// atau https://.').waitFor()
  assert.equal(await dialog.getByLabel('Alamat (URL)').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByLabel('Alamat (URL)').fill(`${fixture.receiver.url}/humas?kunci=1`)
  await dialog.getByRole('button', { name: 'Simpan' }).click()

  await page.getByRole('button', { name: 'Salin' }).click()
  await page.getByRole('button', { name: 'Disalin' }).waitFor()
  const secret = await readSecret(page)
  assert.match(secret, /^whsec_/)
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
  const card = page.locator('.channel', { hasText: 'Program humas' })
  await card.getByText('/humas?…').waitFor()

  await card.getByRole('button', { name: 'Kirim pesan uji ke Program humas' }).click()
  await card.getByText('Pesan uji terkirim. jawaban: 200 · thank you').waitFor()
  const { headers, body } = lastRequest('/humas') ?? assert.fail('nothing was delivered')
  new Webhook(secret).verify(body, headers as Record<string, string>)
  await card.getByRole('button', { name: 'Riwayat kiriman Program humas' }).click()
  await card.locator('.delivery', { hasText: 'Terkirim' }).getByText('1 percobaan').waitFor()

  fixture.receiver.behave({ status: 500, path: '/humas' })
  await card.getByRole('button', { name: 'Kirim pesan uji ke Program humas' }).click()
  await card.getByText(/Pesan uji tidak terkirim\. jawaban: 500.*percobaan berikutnya/).waitFor()
  const newest = card.locator('.delivery').first()
  await newest.getByText('percobaan berikutnya').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await newest.getByRole('button', { name: /^Kirim lagi/ }).click()
  await card.locator('.delivery', { hasText: 'Terkirim' }).nth(1).waitFor()

  await choose(page, card, 'Rahasia baru')
  await page.getByRole('dialog').getByRole('button', { name: 'Rahasia baru' }).click()
  assert.notEqual(await readSecret(page), secret)
  await choose(page, card, 'Ubah')
  await page.getByRole('dialog').getByLabel('Nama').fill('Program lain')
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  const renamed = page.locator('.channel', { hasText: 'Program lain' })
  await renamed.getByText('/humas?…').waitFor()
  await renamed.getByRole('switch').click()
  await renamed.getByText('Anda mematikan saluran ini.').waitFor()
  assert.ok(await renamed.getByRole('button', { name: /^Kirim pesan uji/ }).isDisabled())
  await renamed.getByRole('switch').click()
  await renamed.locator('.badge', { hasText: 'Siap' }).waitFor()
  await choose(page, renamed, 'Hapus')
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click()
  await page.getByText('Belum ada saluran').waitFor()
  assert.deepEqual(fixture.pageErrors, [])
})

test('a Telegram chat is connected with the code that is shown, and a kind that is not configured cannot be chosen', async () => {
  const user = await fixture.user()
  const page = await fixture.page()
  await logIn(page, user, '/channels')
  await page.getByRole('button', { name: 'Saluran baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saluran baru' })
  assert.ok(await dialog.getByRole('radio', { name: /^Surel.*PANTAU_SMTP_URL/ }).isDisabled())
  await dialog.getByRole('radio', { name: /^Telegram/ }).check()
  await dialog.getByLabel('Nama').fill('Grup siaga')
  await dialog.getByRole('button', { name: 'Simpan' }).click()

  const shown = page.getByRole('dialog', { name: 'Kode' })
  await shown.getByText('Menunggu obrolan tersambung…').waitFor()
  const code = await shown.getByLabel('Kode').inputValue()
  const link = shown.getByRole('link', { name: /^Buka @pantau_test_bot/ })
  if ((await link.count()) > 0)
    assert.equal(await link.getAttribute('href'), `https://t.me/pantau_test_bot?start=${code}`)
  fixture.telegram.write(4711, `/start ${code}`)
  await shown.getByText('Obrolan tersambung.').waitFor()
  await shown.getByRole('button', { name: 'Selesai' }).click()
  const card = page.locator('.channel', { hasText: 'Grup siaga' })
  await card.locator('.badge', { hasText: 'Siap' }).waitFor()
  await card.getByRole('button', { name: /^Kirim pesan uji/ }).click()
  await card.getByText('Pesan uji terkirim.').waitFor()
  assert.ok(fixture.telegram.sent.some(({ chatId, text }) => chatId === '4711' && text.includes('Pesan uji')))

  await choose(page, card, 'Sambungkan obrolan lain')
  await page.getByRole('dialog', { name: 'Kode' }).getByRole('button', { name: 'Selesai' }).click()
  await card.getByText('Obrolan belum tersambung.').waitFor()
  await card.getByRole('button', { name: 'Kode baru' }).click()
  assert.notEqual(await page.getByRole('dialog', { name: 'Kode' }).getByLabel('Kode').inputValue(), code)
})
