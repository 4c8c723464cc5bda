import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openApi } from '../../src/cli/wire-api.ts'
import { readConfig } from '../../src/config.ts'
import { testBrowser } from '../setup-browser.ts'
import { type Api, findViolations, logIn, openApiAs, overflowOf } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { addHistory } from './history.ts'
import { fixture } from './shared-fixture.ts'
import { burst } from './watching.ts'

let user: TestUser
let api: Api
let id: string

before(async () => {
  user = await fixture.user()
  api = await openApiAs(fixture, user)
  id = await api.project('Banjir Jakarta', 'banjir', { type: 'manual' })
  await addHistory(api, id, { topic: 'banjir', count: 150, days: 20, seed: 5 })
  await api.addPosts(id, burst(30, { minutesAgo: 3_000, minutes: 60 }))
  await api.addPosts(
    id,
    Array.from({ length: 16 }, (_, at) => ({ text: longText(Math.floor(at / 2)) })),
  )
  for (let n = 1; n <= 12; n++) await api.send('PATCH', `/api/project?id=${id}`, { exclude: `kata${n}` })
})

test('the boss has a link in three clicks, and reads the report on a phone without an account, in both languages', async () => {
  const page = await fixture.page({ language: 'en', permissions: ['clipboard-read', 'clipboard-write'] })
  await logIn(page, user, `/projects/${id}?period=7d`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  const url = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(url, /\/s\/[\w-]{43}$/)
  assert.deepEqual(await findViolations(page), [])
  const reader = await fixture.page({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const requested: string[] = []
  const hosts = new Set<string>()
  reader.on('request', (request) => {
    requested.push(new URL(request.url()).pathname)
    hosts.add(new URL(request.url()).host)
  })
  const response = await reader.goto(url)
  await reader.locator('.report-lead').waitFor()
  const headers = response?.headers() ?? {}
  assert.match(headers['content-security-policy'] ?? '', /^default-src 'none'; script-src 'self'/)
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal((await reader.context().cookies()).length, 0)
  assert.deepEqual(
    requested.filter((path) => path.startsWith('/api/')),
    [`/api/shared/${url.split('/').at(-1)}`],
  )
  assert.deepEqual([...hosts], [new URL(url).host])
  assert.match(await reader.locator('.report-lead').innerText(), /^\u2068Banjir Jakarta\u2069: .*mentions, /)
  assert.equal(await reader.locator('.report-voices blockquote').count(), 6)
  assert.equal(await reader.locator('.report-stories li').count(), 5)
  assert.equal(await overflowOf(reader), 0)
  assert.deepEqual(await findViolations(reader), [])
  await reader.getByRole('button', { name: 'Bahasa Indonesia' }).click()
  assert.match(await reader.locator('.report-lead').innerText(), /mention pada /)
  assert.match(await reader.locator('.shared-note').innerText(), /^Laporan ini dibekukan pada \d+ .* WIB: .*sampai /)
  const [report] = (await api.get<{ data: { id: string }[] }>(`/api/reports?keywordId=${id}`)).data
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('The link was revoked.').first().waitFor()
  assert.deepEqual(await api.get(`/api/reports/${report?.id}/links`), { data: [] })
  await reader.reload()
  await reader
    .getByRole('heading', { name: 'The report is not available' })
    .or(reader.getByRole('heading', { name: 'Laporan tidak tersedia' }))
    .waitFor()
})

test('a report is composed by keyboard and mouse, stored, and printed on two pages', async () => {
  const page = await fixture.page({ language: 'en', viewport: { width: 1280, height: 900 } })
  await logIn(page, user, `/projects/${id}/report`)
  await page.locator('.sheet .report-chart rect').first().waitFor()
  assert.deepEqual(await findViolations(page), [])
  const headings = () => page.locator('.sheet h2').allInnerTexts()
  const initial = await headings()
  assert.deepEqual(initial.slice(0, 3), ['Key figures', 'Volume', 'Why the peak?'])
  // Eight of the twelve edits of the expression are named, the newest ones.
  assert.equal(await page.locator('.report-marks .report-mark').count(), 8)
  await page.getByText('4 older marks are not shown.').waitFor()
  for (const language of ['Bahasa Indonesia', 'English']) {
    await page.getByRole('radio', { name: language }).click()
    assert.equal(pagesOf(await page.pdf({ preferCSSPageSize: true })), 2, language)
  }
  await page.getByRole('button', { name: 'Move Volume up' }).focus()
  await page.keyboard.press('Enter')
  assert.deepEqual((await headings()).slice(0, 2), ['Volume', 'Key figures'])
  await page.locator('.report-choice', { hasText: 'Largest stories' }).dragTo(page.locator('.report-choice').first())
  assert.deepEqual((await headings()).slice(0, 2), ['Largest stories', 'Volume'])
  await page.getByRole('checkbox', { name: 'Method' }).uncheck()
  await page.getByRole('button', { name: 'Comment on Volume' }).click()
  await page.getByRole('textbox', { name: 'Comment on Volume' }).fill('Puncaknya pada hari Senin.')
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click()
  assert.ok(!(await headings()).includes('Metode'))
  const [image] = await Promise.all([page.waitForEvent('download'), page.locator('.report-action').click()])
  assert.match(image.suggestedFilename(), /^pantau-volume-.*\.png$/)
  await checkPicture(page, await image.path())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/report\/[0-9a-f-]{36}/)
  await page.reload()
  await page.locator('.sheet .report-comment', { hasText: 'Puncaknya pada hari Senin.' }).waitFor()
  assert.deepEqual((await headings()).slice(0, 2), ['Cerita terbesar', 'Volume'])
})

test('a chart is saved on white with what it is of, also from a dark page', async () => {
  const page = await fixture.page({ language: 'en', colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
  await logIn(page, user, `/projects/${id}?q=banjir`)
  const volume = page.getByRole('region', { name: /^Volume/ })
  await volume.locator('canvas').waitFor()
  const [image] = await Promise.all([
    page.waitForEvent('download'),
    volume.getByRole('button', { name: 'Save PNG' }).click(),
  ])
  assert.match(image.suggestedFilename(), /^pantau-volume-\d{4}-\d\d-\d\d\.png$/)
  await checkPicture(page, await image.path())
})

// It opens, is sharp, white at its edges, and has dark letters above and below its chart.
async function checkPicture(page: Page, path: string): Promise<void> {
  const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`
  const picture = await page.evaluate<{ width: number; corners: string[]; dark: number[] }>(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(source)}
    await image.decode()
    const { width, height } = image
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0)
    const darkOf = (y) => pen.getImageData(0, y, width, 90).data.filter((value, at) => at % 4 === 0 && value < 110).length
    const corners = [[0, 0], [width - 1, height - 1]].map(([x, y]) => pen.getImageData(x, y, 1, 1).data.join())
    return { width, corners, dark: [darkOf(20), darkOf(height - 110)] }
  })()`)
  assert.ok(picture.width > 1_200, `${picture.width}`)
  assert.deepEqual(picture.corners, ['255,255,255,255', '255,255,255,255'])
  assert.ok(
    picture.dark.every((pixels) => pixels > 200),
    `${picture.dark}`,
  )
}

test('the server prints a report with the browser that it is given, and says so when it has none', async () => {
  const body = { keywordId: id, filter: { days: 30 }, blocks: KINDS.map((kind) => ({ kind })), language: 'en' }
  const report = await api.send<{ id: string }>('POST', '/api/reports', body)
  await assert.rejects(api.get(`/api/reports/${report.id}/pdf`), /501.*PANTAU_BROWSER/)
  const folder = await mkdtemp(join(tmpdir(), 'pantau-test-'))
  const browser = join(folder, 'browser')
  await writeFile(browser, startScript(), { mode: 0o755 })
  const printing = await openApi(readConfig({ PANTAU_BROWSER: browser }), fixture.pool)
  try {
    const url = await printing.app.listen({ host: '127.0.0.1', port: 0 })
    const owner = await openApiAs({ ...fixture, url }, user)
    const response = await fetch(`${url}/api/reports/${report.id}/pdf`, {
      headers: { authorization: owner.authorization },
    })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/pdf')
    assert.match(
      response.headers.get('content-disposition') ?? '',
      /filename="pantau-Banjir-Jakarta-\d{4}-\d\d-\d\d\.pdf"/,
    )
    assert.equal(pagesOf(Buffer.from(await response.arrayBuffer())), 2)
  } finally {
    await printing.events.close()
    await printing.app.close()
    await rm(folder, { recursive: true })
  }
})

// Stories and voices that fill their lines.
function longText(story: number): string {
  const side = story % 2 === 0 ? 'Parah, kecewa sekali' : 'Alhamdulillah, terima kasih relawan'
  return `${side} banjir di kecamatan${story}. ${`kalimat${story} panjang tentang banjir kampung${story} `.repeat(9)}`
}

const KINDS = ['figures', 'chart', 'why', 'stories', 'voices', 'coverage', 'method']

// What an operator writes where the browser needs more than its path.
function startScript(): string {
  const { path, env, args } = testBrowser()
  const names = ['LD_LIBRARY_PATH', 'FONTCONFIG_FILE'].filter((name) => env[name] !== undefined)
  return `#!/bin/sh\n${names.map((name) => `export ${name}='${env[name]}'`).join('\n')}\nexec '${path}' ${args.join(' ')} "$@"\n`
}

function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}
