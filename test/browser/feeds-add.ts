import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logIn } from './actions.ts'
import { fixture } from './shared-fixture.ts'

test('an administrator tries an address, sees what it would bring, and adds it with its platform', async () => {
  const admin = await fixture.user({ roles: ['user', 'admin'] })
  const page = await fixture.page({ language: 'en' })
  await logIn(page, admin, '/admin/feeds')
  await page.getByRole('region', { name: 'Summary of feeds' }).getByText('Provinces').waitFor()
  const extras = page.getByRole('region', { name: 'More sources at no cost' })
  await extras.getByText('Switch on with PANTAU_GOOGLE_NEWS=1').waitFor()
  await page.getByRole('button', { name: 'New feed' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(`${fixture.newsUrl}rss.xml`)
  await dialog.getByRole('button', { name: 'Try it first' }).click()
  await dialog.locator('.trial .badge', { hasText: 'Healthy' }).waitFor()
  assert.ok((await dialog.locator('.trial li').count()) > 0)
  await dialog.getByLabel('URL').fill('@kabarcontoh')
  assert.equal(await dialog.getByLabel('Platform').inputValue(), 'youtube')
  await dialog.getByLabel('URL').fill(`${fixture.newsUrl}jembatan-video.xml`)
  await dialog.getByLabel('Platform').selectOption('tiktok')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page
    .locator('.table tbody tr', { hasText: 'jembatan-video' })
    .locator('.platform', { hasText: 'TikTok' })
    .waitFor()
  await fixture.pool`delete from feed where address like '%jembatan-video%'`
})
