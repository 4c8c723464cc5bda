import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, logIn, openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

test('the brief is set up, with errors at their fields, and its preview shows the chosen projects', async () => {
  const user = await fixture.user()
  const api = await openApiAs(fixture, user)
  const flood = await api.project('Banjir Jakarta', 'banjir')
  await api.project('Harga beras', 'harga beras')
  await api.addPosts(flood, [{ text: 'banjir lagi di Jakarta', at: new Date(Date.now() - 600_000) }])
  const channel = { kind: 'webhook', name: 'Program humas', url: `${fixture.receiver.url}/ringkasan` }
  const { id: channelId } = await api.send<{ id: string }>('POST', '/api/channels', channel)

  await api.send('PATCH', '/api/auth/me', { timeZone: 'Asia/Makassar' })
  const passing = await api.project('Sementara', 'sementara saja')
  const page = await fixture.page()
  await logIn(page, user, '/brief')
  await page.getByText('Belum diatur. Pilih hari').waitFor()
  await page.locator('.phone-message', { hasText: 'Banjir Jakarta' }).waitFor()
  assert.equal(await page.getByLabel('Zona waktu').inputValue(), 'Asia/Makassar')

  await page.getByLabel('Zona waktu').selectOption('WIB (Asia/Jakarta)')
  await page.getByText('Hanya yang dipilih').click()
  await page.getByText('Pilih setidaknya satu proyek.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Simpan' }).isDisabled())
  await page.getByRole('checkbox', { name: 'Sementara' }).check()
  await api.send('DELETE', `/api/project?id=${passing}`)
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('alert').getByText('Ini sudah tidak ada.').waitFor()
  assert.deepEqual(await findViolations(page), [])
  // The deleted project is no longer listed; choosing anew leaves it out.
  await page.getByRole('radio', { name: 'Semua proyek, juga yang dibuat nanti' }).check()
  await page.getByText('Hanya yang dipilih').click()
  await page.getByRole('checkbox', { name: 'Harga beras' }).check()
  await page.getByRole('checkbox', { name: 'Sabtu' }).check()
  await page.getByRole('checkbox', { name: 'Senin' }).uncheck()
  await page.getByLabel('Jam').selectOption('06.30')
  await page.getByRole('checkbox', { name: 'Program humas' }).check()
  await page.getByRole('radio', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Pengaturan tersimpan.').waitFor()
  await page.getByText(/Dikirim berikutnya: .*06\.30 WIB/).waitFor()
  await page.locator('.phone-message', { hasText: 'Banjir Jakarta' }).waitFor({ state: 'detached' })

  const { projects, ...saved } = await api.get<Record<string, unknown>>('/api/brief')
  assert.equal((projects as string[]).length, 1)
  assert.deepEqual(
    [saved.days, saved.time, saved.timeZone, saved.channels, saved.language],
    [['tue', 'wed', 'thu', 'fri', 'sat'], '06:30', 'Asia/Jakarta', [channelId], 'en'],
  )
  await page.reload()
  await page.getByRole('checkbox', { name: 'Harga beras', checked: true }).waitFor()
  for (const day of ['Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu'])
    await page.getByRole('checkbox', { name: day }).uncheck()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByText('Ringkasan harian tidak aktif.').waitFor()
  assert.deepEqual(fixture.pageErrors, [])
})
