import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Api, findViolations, logIn, openApiAs, overflowOf, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
let projectId: string
before(async () => {
  user = await fixture.user({ name: 'Rini Penilai' })
  api = await openApiAs(fixture, user)
  projectId = await api.project('Banjir', 'banjir')
  const words = ['parah sekali, kecewa', 'mulai surut pagi ini', 'tertangani, terima kasih relawan']
  await api.addPosts(
    projectId,
    Array.from({ length: 60 }, (_, at) => ({ text: `banjir ${words[at % 3]} warga${at} rt${at} jalan${at}` })),
  )
})

function progressIs(page: Page, labelled: number): Promise<void> {
  return waitUntil(page, `document.querySelector('.audit-progress')?.value === ${labelled}`)
}

function storedLabels(): Promise<number> {
  return api
    .get<{ data: { labelled: number }[] }>(`/api/audits?keywordId=${projectId}`)
    .then(({ data }) => data[0]?.labelled ?? 0)
}

test('an audit is labelled with the keys 1, 2, 3 and U, and its interval narrows', async () => {
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 800 } })
  await logIn(page, user, `/projects/${projectId}`)
  await page.getByRole('link', { name: 'not audited' }).first().click()
  await page.getByRole('button', { name: /^50 mentions/ }).click()
  await page.locator('.audit-card').waitFor()
  const first = await page.locator('.audit-card .mention-text').innerText()
  assert.equal(await page.locator('.audit-card .button.sentiment').count(), 0, 'the model’s sentiment is not shown')
  await page.keyboard.press('1')
  await progressIs(page, 1)
  assert.notEqual(await page.locator('.audit-card .mention-text').innerText(), first)
  await page.keyboard.press('u')
  await progressIs(page, 0)
  assert.equal(await page.locator('.audit-card .mention-text').innerText(), first)
  for (let labelled = 1; labelled <= 30; labelled++) {
    await page.keyboard.press(String((labelled % 3) + 1))
    await progressIs(page, labelled)
  }
  await page.locator('.estimate-band').first().waitFor()
  const widthOf = () =>
    page.evaluate<number>(
      `Number.parseFloat(document.querySelector('.estimate-row.neutral .estimate-band').style.width)`,
    )
  const wide = await widthOf()
  for (let labelled = 31; labelled <= 49; labelled++) {
    await page.keyboard.press(String((labelled % 3) + 1))
    await progressIs(page, labelled)
  }
  await page.getByRole('button', { name: /Neutral/ }).click()
  await page.getByText('All drawn mentions are labelled.').waitFor()
  await waitUntil(page, `document.querySelector('.estimate p')?.textContent.includes('50 labels')`)
  assert.ok((await widthOf()) < wide)
  assert.equal(await storedLabels(), 50)
  assert.deepEqual(await findViolations(page), [])
})

test('the interval stands beside the shares of the project and in its report, in both languages', async () => {
  const filter = { sosmedId: 'twitter', from: '2026-01-01T00:00:00+07:00' }
  await api.send('POST', '/api/audits', { keywordId: projectId, size: 50, filter })
  for (const [language, width, judged] of [
    ['id', 390, /menurut penilaian Rini Penilai/],
    ['en', 1280, /as judged by Rini Penilai/],
  ] as const) {
    const page = await fixture.page({ language, viewport: { width, height: 844 } })
    await logIn(page, user, `/projects/${projectId}`)
    await page
      .locator('.tile.negative .tile-note')
      .getByText(/\d+ ?% – \d+ ?%/)
      .waitFor()
    await page.goto(`/projects/${projectId}/report`)
    await page
      .locator('.report-figures')
      .getByText(/\d+ ?%–\d+ ?%, audit/)
      .waitFor()
    await page.goto(`/projects/${projectId}/audit`)
    await page.locator('.audit-list .estimate').getByText(judged).first().waitFor()
    // What an earlier audit is of, in words and not as the API has it.
    await page
      .locator('.audit-list')
      .getByText(/^(sejak|since) 1 Jan 2026, 00[.:]00 WIB · X$/)
      .waitFor()
    assert.doesNotMatch(await page.locator('.audit-list').innerText(), /twitter|T00/)
    assert.ok((await overflowOf(page)) <= 0, `nothing is wider than ${width} pixels`)
    assert.deepEqual(await findViolations(page), [])
  }
})

test('a correction shows the name of the person', async () => {
  const page = await fixture.page({ language: 'en' })
  const { data } = await api.get<{ data: { id: string }[] }>(`/api/mentions?keywordId=${projectId}&limit=1`)
  await api.send('PATCH', `/api/mentions/${data[0]?.id}`, { sentimen: 1 })
  await logIn(page, user, `/projects/${projectId}?view=mentions`)
  await page.getByTitle(/Corrected by Rini Penilai/).waitFor()
})
