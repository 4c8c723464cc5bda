import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAtomFeed } from 'feedsmith'
import { findViolations, logIn, openApiAs } from './actions.ts'
import { fixture } from './shared-fixture.ts'

test('an address for feed readers is made with the current filter, copied, read without a session, and revoked', async () => {
  const user = await fixture.user()
  const api = await openApiAs(fixture, user)
  const id = await api.project('Banjir', 'banjir', { type: 'manual' })
  await api.addPosts(id, [{ text: 'banjir di pasar' }, { text: 'banjir di terminal' }])
  const page = await fixture.page({ language: 'en' })
  await logIn(page, user, `/projects/${id}?q=pasar`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Feed address…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feed address' })
  await dialog.getByText('No feed addresses yet.').waitFor()
  await dialog.getByText('Filter: pasar').waitFor()
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const address = await dialog.getByLabel('Atom').inputValue()
  assert.deepEqual(await findViolations(page), [])
  const feed = await fetch(address)
  assert.equal(feed.status, 200)
  assert.equal(parseAtomFeed(await feed.text()).entries?.length, 1)
  const list = dialog.getByRole('list', { name: 'Feed address' })
  assert.equal(await list.getByRole('listitem').count(), 1)
  await list.getByRole('button', { name: 'Revoke' }).click()
  await dialog.getByText('No feed addresses yet.').waitFor()
  assert.equal((await fetch(address)).status, 404)
})
