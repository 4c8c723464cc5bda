import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { logIn, openApiAs, overflowOf } from './hands.ts'
import { stage } from './one-stage.ts'
import type { Person } from './stage.ts'

let person: Person
let projectId: string

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script><b>banjir</b> {{7*7}}`
const TURNED = 'banjir \u202Eterbalik\u2066\u202E tanpa akhir'
const LONG = `banjir ${'W'.repeat(10_000)}`
const NAME = '<svg onload=document.title="owned">\u202E'

before(async () => {
  person = await stage.person()
  const api = await openApiAs(stage, person)
  projectId = await api.project(`Banjir ${NAME}`, 'banjir')
  await api.addPosts(projectId, [
    { text: MARKUP, author: NAME },
    { text: TURNED, author: `${'a'.repeat(200)}` },
    { text: LONG },
    { text: 'banjir dengan tautan jahat' },
    { text: 'banjir zalgo b̷̢̛̗a̸̧̛͎n̶̡̛̹j̴̢̛̗i̵̧̛͎r̶̡̛̹ 😀👨‍👩‍👧‍👦 \u0000 akhir' },
  ])
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`what a platform sends is shown as text and stays in its place, ${viewport.width} wide`, async () => {
    const page = await stage.page({ viewport })
    await logIn(page, person, `/projects/${projectId}?view=mentions&period=all`)
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
    // A mark that turns the direction ends where the foreign text ends.
    const times = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.mention-head')].map((head) => getComputedStyle(head.querySelector('bdi')).unicodeBidi)`,
    )
    assert.ok(times.every((value) => value === 'isolate'))
    assert.deepEqual(stage.troubles, [])
  })
}

// The service refuses such addresses when it collects; the page must not rely on it.
test('an address that is not of the web is never made a link', async () => {
  const page = await stage.page()
  const addresses = ['javascript:document.title="owned"', 'data:text/html,x', 'file:///etc/passwd', '//example.com', '']
  await page.route('**/api/mentions/search*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { url: string }[] }
    for (const [index, mention] of body.data.entries()) mention.url = addresses[index % addresses.length] ?? ''
    await route.fulfill({ response: answer, json: body })
  })
  await logIn(page, person, `/projects/${projectId}?period=all`)
  await page.locator('.mention').nth(3).waitFor()
  assert.equal(await page.locator('.mention a').count(), 0)
})

test('the report and the projects page are as safe', async () => {
  const page = await stage.page()
  await logIn(page, person)
  await page.locator('.project-card').waitFor()
  assert.equal(await overflowOf(page), 0)
  await page.goto(`/projects/${projectId}/report?period=all`)
  await page.locator('.sheet .brief').first().waitFor()
  assert.equal(await overflowOf(page), 0)
  assert.notEqual(await page.title(), 'owned')
  assert.deepEqual(stage.troubles, [])
})

test('no script can read the session, and the page may load nothing from elsewhere', async () => {
  const page = await stage.page()
  await logIn(page, person)
  assert.equal(await page.evaluate('document.cookie'), '')
  assert.equal(await page.evaluate('Object.keys(localStorage).filter((key) => !/language|theme/.test(key)).length'), 0)
  const foreign = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter((entry) => new URL(entry.name).origin !== location.origin).length`,
  )
  assert.equal(foreign, 0)
  // Whoever looks with a tool that takes anything is shown the page, too.
  const answer = await fetch(stage.url)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  assert.doesNotMatch(answer.headers.get('content-security-policy') ?? 'unsafe', /unsafe|\*/)
})
