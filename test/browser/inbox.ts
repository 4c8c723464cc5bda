import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { MessageContent } from '../../src/domain/message.ts'
import { type Api, findViolations, LIVE, logIn, openApiAs, waitUntil } from './actions.ts'
import type { TestUser } from './fixture.ts'
import { addInboxMessage } from './seed-messages.ts'
import { fixture } from './shared-fixture.ts'

let user: TestUser
let api: Api
before(async () => {
  user = await fixture.user({ name: 'Wati Pembaca' })
  api = await openApiAs(fixture, user)
})

const text = (title: string): MessageContent => ({
  title,
  blocks: [{ kind: 'text', text: `Isi dari ${title}` }],
  links: [],
})

const EVERYTHING: MessageContent = {
  title: '<b>Banjir</b>: 2.014 dalam dua jam',
  blocks: [
    { kind: 'text', text: 'Sejak pukul sembilan.' },
    {
      kind: 'list',
      title: 'Cerita',
      items: [
        { text: 'Tanggul jebol', url: '/quota' },
        { text: 'Jebakan', url: 'javascript:alert(1)' },
      ],
    },
    { kind: 'quote', text: 'Air masuk rumah', by: '@warga', url: 'https://example.com/post' },
  ],
  links: [{ label: 'Tandai diketahui', url: '/a/kode' }],
}

test('a message appears on the bell, in the title and in the inbox without a reload, until it is marked as read', async () => {
  const page = await fixture.page()
  await logIn(page, user)
  await page.locator(LIVE).waitFor()
  assert.equal(await page.locator('.bell-count').count(), 0)
  await addInboxMessage(fixture, user, 'incident.opened', EVERYTHING)
  await page.locator('.bell-count', { hasText: '1' }).waitFor()
  await waitUntil(page, `document.title.startsWith('(1) ')`)
  await page.getByRole('link', { name: 'Kotak masuk, 1 belum dibaca' }).click()
  await page.getByRole('heading', { name: 'Kotak masuk', level: 1 }).waitFor()

  const message = page.locator('.message.unread', { hasText: '<b>Banjir</b>' })
  await message.getByRole('button', { expanded: false }).click()
  const quote = message.getByRole('link', { name: '@warga' })
  assert.deepEqual(
    [await quote.getAttribute('href'), await quote.getAttribute('target')],
    ['https://example.com/post', '_blank'],
  )
  assert.equal(await message.getByRole('link', { name: 'Tandai diketahui' }).getAttribute('target'), '_blank')
  await message.getByText('Jebakan').waitFor()
  assert.equal(await message.getByRole('link', { name: 'Jebakan' }).count(), 0)
  assert.deepEqual(await findViolations(page), [])

  await addInboxMessage(fixture, user, 'notice', text('Kabar kedua'))
  await page.locator('.message').nth(1).waitFor()
  assert.match(await page.locator('.message').first().innerText(), /Kabar kedua/)
  await page.getByRole('button', { name: 'Tandai semua sudah dibaca' }).click()
  await page.getByText('2 pesan ditandai sudah dibaca.').waitFor()
  await page.locator('.message.unread').first().waitFor({ state: 'detached' })
  await page.locator('.bell-count').waitFor({ state: 'detached' })
  assert.equal(await page.title(), 'Kotak masuk · Pantau')

  // A link to the dashboard stays in this tab.
  await message
    .or(page.locator('.message', { hasText: 'Tanggul' }))
    .getByRole('link', { name: 'Tanggul jebol' })
    .click()
  await page.waitForURL('**/quota')
  assert.deepEqual(fixture.pageErrors, [])
})

test('older messages are loaded page by page', async () => {
  const reader = await fixture.user()
  for (let at = 0; at < 23; at++) await addInboxMessage(fixture, reader, 'brief', text(`Pesan ${at}`))
  const page = await fixture.page()
  await logIn(page, reader, '/inbox')
  await page.locator('.message').nth(19).waitFor()
  assert.equal(await page.locator('.message').count(), 20)
  await page.getByRole('button', { name: 'Pesan yang lebih lama' }).click()
  await page.locator('.message', { hasText: 'Pesan 0' }).first().waitFor()
  assert.equal(await page.locator('.message').count(), 23)
  assert.equal(await page.getByRole('button', { name: 'Pesan yang lebih lama' }).count(), 0)
})

// The browser's own notifications are outside of us: this records them, and the click of a person on one.
const RECORDED = `
  window.shown = []
  window.requests = 0
  document.hasFocus = () => false
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() {
      window.requests += 1
      this.permission = 'granted'
      return 'granted'
    }
    constructor(title, options) {
      this.title = title
      this.tag = options.tag
      window.shown.push(this)
    }
    close() {}
  }`

test('the browser shows new messages once a person switched that on, and a click on one opens it', async () => {
  const reader = await fixture.user()
  const page = await fixture.page()
  await page.addInitScript(RECORDED)
  await logIn(page, reader, '/inbox')
  await page.locator(LIVE).waitFor()
  await addInboxMessage(fixture, reader, 'notice', text('Sebelum diizinkan'))
  await page.locator('.message', { hasText: 'Sebelum diizinkan' }).waitFor()
  assert.deepEqual(await page.evaluate('[shown.length, requests]'), [0, 0])

  await page.getByText('Hanya selama Pantau terbuka di sebuah tab').waitFor()
  await page.getByRole('switch', { name: 'Notifikasi peramban' }).click()
  await page.getByRole('switch', { name: 'Notifikasi peramban', checked: true }).waitFor()
  assert.deepEqual(await page.evaluate('[shown.map(({ title }) => title), requests]'), [
    ['Notifikasi Pantau aktif.'],
    1,
  ])
  await page.getByRole('link', { name: 'Proyek', exact: true }).click()
  const id = await addInboxMessage(fixture, reader, 'notice', text('Sesudah diizinkan'))
  await waitUntil(page, `shown.some(({ title }) => title === 'Sesudah diizinkan')`)
  assert.equal(await page.evaluate('shown.at(-1).tag'), id)
  await page.evaluate('shown.at(-1).onclick()')
  await page.waitForURL(`**/inbox?message=${id}`)
  await page
    .locator('.message', { hasText: 'Isi dari Sesudah diizinkan' })
    .getByRole('button', { expanded: true })
    .waitFor()

  await page.getByRole('switch', { name: 'Notifikasi peramban' }).click()
  await page.getByRole('switch', { name: 'Notifikasi peramban', checked: false }).waitFor()
  const before = await page.evaluate<number>('shown.length')
  await addInboxMessage(fixture, reader, 'notice', text('Sesudah dimatikan'))
  await page.locator('.message', { hasText: 'Sesudah dimatikan' }).waitFor()
  assert.equal(await page.evaluate('shown.length'), before)
})

test('a person chooses the language of messages, which need not be that of the dashboard', async () => {
  const page = await fixture.page()
  await logIn(page, user, '/account')
  const choice = page.getByLabel('Bahasa pesan', { exact: true })
  await choice.getByRole('radio', { name: 'English' }).click()
  await page.getByText('Bahasa pesan diganti.').waitFor()
  await page.reload()
  await choice.getByRole('radio', { name: 'English', checked: true }).waitFor()
  const channel = { kind: 'webhook', name: 'Bahasa', url: `${fixture.receiver.url}/bahasa` }
  const { id } = await api.send<{ id: string }>('POST', '/api/channels', channel)
  await api.send('POST', `/api/channels/${id}/test`)
  await page.getByRole('link', { name: /^Kotak masuk/ }).click()
  await page.locator('.message', { hasText: 'Test message from Pantau' }).waitFor()
})
