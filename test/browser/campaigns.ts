import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import { fixture } from './shared-fixture.ts'

const HOUR_MS = 3_600_000
const CLAIM =
  'Banjir Tegal itu salah Pak Wirya yang menjual pintu air tanpa izin warga, jangan biarkan suara petani kecil dibungkam'
const SECOND =
  'Korban banjir Ternate ditelantarkan karena dana bantuan dipakai rapat mewah, sekarang waktunya kita bersatu melawan'
const THIRD =
  'Bendungan Garut sengaja dibuka malam hari sehingga banjir, media arus utama tidak memberitakan kenyataan pahit ini'

test('signs of a campaign lead from the project to the evidence, and are said to be no proof, in both languages', async () => {
  const user = await fixture.user({ name: 'Rini Analis' })
  const api = await openApiAs(fixture, user)
  const projectId = await api.project('Banjir', 'banjir')
  const at = (hours: number, n: number) => new Date(Date.now() - hours * HOUR_MS + n * 20_000)
  await api.addPosts(
    projectId,
    [CLAIM, SECOND, THIRD].flatMap((text, index) =>
      Array.from({ length: 14 }, (_, n) => ({
        text: n % 4 === 3 ? `${text} #viral` : text,
        author: `akun_rakyat${n}`,
        at: at(60 - 20 * index, index === 2 ? n : n * 60),
      })),
    ),
  )
  for (const [language, width, colorScheme, title, notice] of [
    ['id', 390, 'light', 'Tanda kampanye', /Ini tanda, bukan bukti/],
    ['en', 1280, 'dark', 'Signs of a campaign', /This is a sign, and no proof/],
  ] as const) {
    const page = await fixture.page({ language, colorScheme, viewport: { width, height: 844 } })
    await logIn(page, user, `/projects/${projectId}`)
    const panel = page.getByRole('region', { name: title })
    await panel.getByRole('link').last().click()
    await page.getByText(notice).waitFor()
    await page.locator('.campaign').nth(2).waitFor()
    await page.locator('.campaign-copies mark').first().waitFor()
    assert.ok((await overflowOf(page)) <= 0, `nothing is wider than ${width} pixels`)
    assert.deepEqual(await findViolations(page), [])
    await page.locator('.campaign > .button').first().click()
    await page.locator('.campaign').waitFor()
    assert.equal(await page.locator('.campaign-copies li').count(), 14)
    assert.equal(await page.locator('.campaign-companions li').count(), 2)
  }
})
