import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { logIn, openApiAs, overflowOf } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let projectId: string

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script><b>banjir</b> {{7*7}}`
const REVERSED = 'banjir \u202Eterbalik\u2066\u202E tanpa akhir'
const LONG = `banjir ${'W'.repeat(10_000)}`
const NAME = '<svg onload=document.title="owned">\u202E'

before(async () => {
  user = await fixture.user()
  const api = await openApiAs(fixture, user)
  projectId = await api.project(`Banjir ${NAME}`, 'banjir')
  await api.addPosts(projectId, [
    { text: MARKUP, author: NAME },
    { text: REVERSED, author: `${'a'.repeat(200)}` },
    { text: LONG },
    { text: 'banjir dengan tautan jahat' },
    { text: 'banjir zalgo b̷̢̛̗a̸̧̛͎n̶̡̛̹j̴̢̛̗i̵̧̛͎r̶̡̛̹ 😀👨‍👩‍👧‍👦 \u0000 akhir' },
  ])
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`platform content is shown as text and stays inside its element, ${viewport.width} wide`, async () => {
    const page = await fixture.page({ viewport })
    await logIn(page, user, `/projects/${projectId}?view=mentions&period=all`)
    await page.locator('.mention').nth(3).waitFor()
    assert.ok((await page.locator('.feed').innerText()).includes('<script>document.title'))
    assert.equal(await page.locator('.mention img, .mention script, .mention b').count(), 0)
    assert.equal(await overflowOf(page), 0)
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main a[href]')].map((link) => new URL(link.href).protocol)`,
    )
    assert.deepEqual([...new Set(links)].sort(), ['http:', 'https:'])
    const rel = await page.locator('.mention a.out').first().getAttribute('rel')
    assert.equal(rel, 'noopener noreferrer')
    await page.locator('.more').first().click()
    assert.equal(await overflowOf(page), 0)
    assert.notEqual(await page.title(), 'owned')
    // A direction override ends where the platform's text ends.
    const isolation = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.mention-head')].map((head) => getComputedStyle(head.querySelector('bdi')).unicodeBidi)`,
    )
    assert.ok(isolation.every((value) => value === 'isolate'))
    assert.deepEqual(fixture.pageErrors, [])
  })
}

// The service refuses such addresses when collecting; the page must not rely on that.
test('an address that is not http or https is never a link', async () => {
  const page = await fixture.page()
  const addresses = ['javascript:document.title="owned"', 'data:text/html,x', 'file:///etc/passwd', '//example.com', '']
  await page.route('**/api/mentions/search*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { url: string }[] }
    for (const [index, mention] of body.data.entries()) mention.url = addresses[index % addresses.length] ?? ''
    await route.fulfill({ response, json: body })
  })
  await logIn(page, user, `/projects/${projectId}?period=all`)
  await page.locator('.mention').nth(3).waitFor()
  assert.equal(await page.locator('.mention a').count(), 0)
})

test('the report and the projects page are safe too', async () => {
  const page = await fixture.page()
  await logIn(page, user)
  await page.locator('.project-card').waitFor()
  assert.equal(await overflowOf(page), 0)
  await page.goto(`/projects/${projectId}/report?period=all`)
  await page.locator('.sheet .report-stories li').first().waitFor()
  assert.equal(await overflowOf(page), 0)
  assert.notEqual(await page.title(), 'owned')
  assert.deepEqual(fixture.pageErrors, [])
})

test('no script can read the session, and the page loads nothing from other origins', async () => {
  const page = await fixture.page()
  await logIn(page, user)
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.equal(
    await page.evaluate('Object.keys(localStorage).filter((key) => !/language|theme|zone/.test(key)).length'),
    0,
  )
  const foreign = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).origin !== location.origin).length`,
  )
  assert.equal(foreign, 0)
  // A client that accepts any content type gets the page too.
  const response = await fetch(fixture.url)
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
  assert.doesNotMatch(response.headers.get('content-security-policy') ?? 'unsafe', /unsafe|\*/)
})
