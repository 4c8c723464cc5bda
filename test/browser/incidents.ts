import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn, openApiAs } from './actions.ts'
import { breakFeed } from './seed-messages.ts'
import { fixture } from './shared-fixture.ts'

test('administrators see a feed that broke, acknowledge it, and choose the channels that carry such incidents', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const api = await openApiAs(fixture, admin)
  const channel = { kind: 'webhook', name: 'Program jaga', url: `${fixture.receiver.url}/jaga` }
  const { id } = await api.send<{ id: string }>('POST', '/api/channels', channel)
  const page = await fixture.page()
  await logIn(page, admin, '/admin/incidents')
  await page.getByRole('checkbox', { name: 'Program jaga' }).check()
  await page.getByText('Tersimpan').waitFor()
  assert.deepEqual(await api.get('/api/admin/incidents/settings'), { channels: [id] })

  // Disabled for the workers, which would read it, once the incident is open.
  await api.send('POST', '/api/admin/feeds', {
    url: `${fixture.newsUrl}putus.xml`,
    name: 'Kabar Putus',
    enabled: false,
  })
  await breakFeed(fixture, 'Kabar Putus')
  const row = page.locator('.incident', { hasText: 'Kabar Putus' })
  await row.getByText('Rusak: Alamat ini sudah tidak ada.').waitFor()
  await row.getByText('Periksa alamat feed ini').waitFor()
  await row.getByRole('button', { name: 'Tandai diketahui: Kabar Putus' }).click()
  await row.getByText('· diketahui').waitFor()
  await row.getByRole('link', { name: 'Buka daftar feed' }).click()
  await page.locator('.table tbody tr', { hasText: 'putus.xml' }).waitFor()
  assert.deepEqual(fixture.pageErrors, [])
})
