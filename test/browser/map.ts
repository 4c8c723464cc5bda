import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let projectId: string
before(async () => {
  user = await fixture.user()
  const api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir', { type: 'manual' })
  const at = new Date(Date.now() - 3 * 86_400_000)
  await api.addPosts(projectId, [
    { text: 'Banjir di Kabupaten Bandung belum surut, kata Gubernur Ridwan Kamil', author: 'ani', at },
    { text: 'banjir lagi di jaksel dan di bekasi', author: 'budi', at },
    { text: 'Kementerian Sosial mengirim bantuan untuk korban banjir di Semarang', author: 'cici', at },
    { text: 'sungguh malang nasib korban banjir itu', author: 'dedi', at },
  ])
})

test('the map counts mentions by the provinces they name, and a province filters', async () => {
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${projectId}`)
  const list = page.locator('.province-list')
  await list.waitFor()
  const rows = await list.locator('tbody tr').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.split(/\s*\t\s*/)),
    [
      ['Jawa Barat', '2'],
      ['Jakarta', '1'],
      ['Jawa Tengah', '1'],
    ],
  )
  assert.match(await list.locator('tfoot').innerText(), /No place in Indonesia named\s+1/)
  assert.equal(await page.locator('.province-map path').count(), 38)
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Ridwan Kamil' }).first().waitFor()
  await list.getByRole('button', { name: 'Jawa Tengah' }).click()
  await page.waitForURL(/entity=province%3A33/)
  await page.getByRole('button', { name: 'Kementerian Sosial' }).first().waitFor()
  await page.locator('.tile dd', { hasText: /^1$/ }).first().waitFor()
  await page.getByRole('button', { name: 'Remove the filter Jawa Tengah' }).click()
  await page.waitForURL((url) => !url.search.includes('entity'))
})

test('the map fits a telephone', async () => {
  const page = await fixture.page({ language: 'id', viewport: { width: 390, height: 844 } })
  await logIn(page, user, `/projects/${projectId}`)
  await page.locator('.province-list').waitFor()
  assert.equal(await overflowOf(page), 0)
})
