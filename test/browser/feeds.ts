import { test } from 'node:test'
import { logIn, openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

const MARKS = {
  id: ['Berulang', 'Dihapus, tidak dibaca lagi'],
  en: ['Repeats itself', 'Gone, not polled'],
} as const

test('a feed that repeats itself and one that is gone are marked in the list, in both languages', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const api = await openApiAs(fixture, admin)
  for (const state of ['repeating', 'gone']) {
    // Disabled, so that no worker polls it.
    await api.send('POST', '/api/admin/feeds', { url: `${fixture.newsUrl}${state}.xml`, name: state, enabled: false })
    await fixture.pool`update feed set state = ${state}, detail = 'Keterangan' where name = ${state}`
  }
  for (const language of ['id', 'en'] as const) {
    const page = await fixture.page({ language })
    await logIn(page, admin, '/admin/feeds')
    for (const [at, state] of ['repeating', 'gone'].entries()) {
      const row = page.locator('.table tbody tr', { hasText: `${state}.xml` })
      await row.locator(`.badge.feed-${state}`, { hasText: MARKS[language][at] ?? '' }).waitFor()
      await row.getByText('Keterangan').waitFor()
    }
  }
})
