import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { FILES } from '../import/read.ts'
import { type Api, findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user({ name: 'Dewi Pengimpor' })
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir', { startDate: '2026-01-01' })
})

const TABLE = [
  'Isi cuitan;Tanggal;Suka',
  ...Array.from({ length: 30 }, (_, n) => `banjir nomor ${n};0${(n % 9) + 1}/0${(n % 4) + 5}/2026;${n}`),
  'banjir;kemarin;1',
].join('\n')

function totalMentions(): Promise<number> {
  return api.get<{ total: number }>(`/api/mentions?keywordId=${projectId}`).then(({ total }) => total)
}

test('a file is dropped, its mapping corrected, imported and reported', async () => {
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 800 } })
  await logIn(page, user, `/projects/${projectId}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import posts' }).click()
  const file = { name: 'cuitan.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) }
  await page.locator('.import-input').setInputFiles(file)
  await page.getByText('31 rows').waitFor()
  const start = page.getByRole('button', { name: 'Import', exact: true })
  assert.equal(await start.isDisabled(), true)
  await page.getByText('No column is known as the text. Choose it.').waitFor()
  await page.getByLabel('Text', { exact: true }).selectOption('Isi cuitan')
  await page.getByLabel('Platform of rows that do not name it').selectOption('X')
  await page.getByText('The dates of this file can be read in two ways. Choose the order.').waitFor()
  await page.getByLabel('Order of dates such as 03/04/2026').selectOption('Day first (3 April)')
  await page.locator('.import-rows').getByText('banjir nomor 0').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await start.click()
  await page.getByText('Done: 31 rows read').waitFor()
  assert.equal(await totalMentions(), 30)
  await page.getByText('“kemarin” is not a date that can be read.').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the report (CSV)' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  assert.equal(lines.length, 32)
  assert.equal(lines[1], '1,"new",""')
  assert.equal(lines[31], '31,"cannot be read","“kemarin” is not a date that can be read."')
  assert.deepEqual(await findViolations(page), [])
})

test('a known export needs no decision, in Indonesian and on a phone', async () => {
  const page = await fixture.page({ language: 'id', viewport: { width: 390, height: 844 } })
  await logIn(page, user, `/projects/${projectId}/import`)
  await page.locator('.import-input').setInputFiles(join(FILES, 'brandwatch.csv'))
  await page.getByText('Brandwatch').first().waitFor()
  await page.locator('.import-rows').getByText('“forum” bukan platform yang dikenal').waitFor()
  assert.equal(await overflowOf(page), 0)
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Impor', exact: true }).click()
  await page.getByText('Selesai: 3 baris dibaca').waitFor()
  assert.equal(await overflowOf(page), 0)
})
