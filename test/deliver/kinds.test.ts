import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { SLACK_PATH, startNtfy, startSlack, startWebhookReceiver } from '../platforms/receivers.ts'
import type { Platform } from '../platforms/server.ts'
import { type MailServer, startMailServer } from '../platforms/smtp.ts'
import { BOT_NAME, BOT_TOKEN, startTelegramBot, type TelegramBot } from '../platforms/telegram-bot.ts'
import { until } from '../processes/until.ts'
import { CONTENT, type DeliverFixture, openDeliverFixture } from './fixture.ts'

describe('channels', () => {
  let fixture: DeliverFixture
  let hook: Platform
  let slack: Platform
  let ntfy: Platform
  let bot: TelegramBot
  let mail: MailServer
  before(async () => {
    ;[hook, slack, ntfy, bot, mail] = await Promise.all([
      startWebhookReceiver(),
      startSlack(),
      startNtfy(),
      startTelegramBot(),
      startMailServer(),
    ])
    fixture = await openDeliverFixture({
      telegram: { token: BOT_TOKEN, url: new URL(bot.url) },
      email: { smtpUrl: mail.url, from: 'Pantau <pantau@example.org>' },
    })
  })
  after(async () => {
    await fixture.close()
    await Promise.all([hook, slack, ntfy, bot, mail].map((server) => server.close()))
  })

  const last = <T>(list: readonly T[]) => list.at(-1) as T

  test('a webhook gets JSON whose signature the reference implementation verifies', async () => {
    const { id, secret } = await fixture.addChannel({ kind: 'webhook', url: `${hook.url}/hook?key=rahasia` })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const messageId = await fixture.send([id], { type: 'incident.opened', data: { seen: 120, expected: 40 } })
    const delivery = await fixture.untilDelivery(id, 'delivered')
    const { body, headers } = last(hook.requests)
    const verified = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
    assert.deepEqual(Object.keys(verified), ['id', 'type', 'created_at', 'data'])
    assert.equal(verified.id, messageId)
    assert.equal(headers['webhook-id'], messageId)
    assert.equal(verified.type, 'incident.opened')
    assert.deepEqual(verified.data, { seen: 120, expected: 40 })
    assert.deepEqual([delivery.status, delivery.detail, delivery.attempts], [200, 'thank you', 1])
    assert.throws(() => new Webhook(secret).verify(body.replace('120', '121'), headers as Record<string, string>))
  })

  test('after a rotation both secrets sign, and after a day only the new one', async () => {
    const { id, secret } = await fixture.addChannel({ kind: 'webhook', url: hook.url })
    const rotated = await fixture.user.send('POST', `/api/channels/${id}/secret`)
    assert.equal(rotated.status, 200)
    const verifies = async (one: string) => {
      const { body, headers } = last(hook.requests)
      try {
        return Boolean(new Webhook(one).verify(body, headers as Record<string, string>))
      } catch {
        return false
      }
    }
    await fixture.send([id])
    await fixture.untilDelivery(id, 'delivered')
    assert.deepEqual([await verifies(secret), await verifies(rotated.body.secret)], [true, true])
    await fixture.api.pool`
      update channel set secrets = jsonb_set(secrets, '{1,expiresAt}', '"2020-01-01T00:00:00Z"') where id = ${id}`
    const count = hook.count()
    await fixture.send([id])
    await until('it is delivered', async () => hook.count() > count)
    assert.deepEqual([await verifies(secret), await verifies(rotated.body.secret)], [false, true])
  })

  test('Slack gets text with links, in which words of posts cannot notify or link', async () => {
    const { id } = await fixture.addChannel({ kind: 'slack', url: slack.url + SLACK_PATH })
    const text = 'awas <!channel> & <https://evil.example|klik> @here [a](https://evil.example)'
    await fixture.send([id], {
      content: { ...CONTENT, blocks: [{ kind: 'quote', text, by: '@budi', url: 'https://x.com/1' }] },
    })
    await fixture.untilDelivery(id, 'delivered')
    const sent = JSON.parse(last(slack.requests).body).text as string
    assert.match(sent, /^\*Banjir Jakarta: 3 kali lebih banyak\*/)
    assert.match(sent, /&lt;!channel&gt; &amp; &lt;https:\/\/evil\.example\|klik&gt;/)
    assert.doesNotMatch(sent, /<!|@here|\]\(/)
    assert.match(sent, /<https:\/\/pantau\.example\.org\/projects\/1\|Buka di Pantau>/)
  })

  test('ntfy gets a title, plain text and the link to open', async () => {
    const { id } = await fixture.addChannel({ kind: 'ntfy', url: ntfy.url, topic: 'pantau-uji' })
    await fixture.send([id])
    await fixture.untilDelivery(id, 'delivered')
    const { topic, title, message, click } = JSON.parse(last(ntfy.requests).body)
    assert.deepEqual([topic, title, click], ['pantau-uji', CONTENT.title, 'https://pantau.example.org/projects/1'])
    assert.equal(message, '120 sebutan, biasanya 40.\n\nBuka di Pantau: https://pantau.example.org/projects/1')
  })

  test('a chat is connected by its code, once, and then gets messages', async () => {
    const { id, code } = await fixture.addChannel({ kind: 'telegram', name: 'Grup redaksi' })
    assert.equal((await fixture.user.send('POST', `/api/channels/${id}/test`)).status, 409)
    bot.write(41, 'halo')
    bot.write(-1001234, `/start@${BOT_NAME} ${code}`)
    bot.write(43, code)
    const stateOf = async () => (await fixture.user.get(`/api/channels/${id}`)).body.state
    await until('the chat is connected', async () => (await stateOf()) === 'ready')
    await until('both writers have a response', async () => bot.sent.length >= 2)
    assert.deepEqual(
      bot.sent.map(({ chatId, text }) => [chatId, /Grup redaksi/.test(text)]),
      [
        ['-1001234', true],
        ['43', false],
      ],
    )
    const text = '<b>tebal</b> & <script>'
    await fixture.send([id], {
      content: { ...CONTENT, blocks: [{ kind: 'quote', text, by: 'a<b', url: 'https://x.com/?a=1&b="' }] },
    })
    await fixture.untilDelivery(id, 'delivered')
    const message = last(bot.sent)
    assert.deepEqual([message.chatId, message.parseMode], ['-1001234', 'HTML'])
    assert.match(message.text, /&lt;b&gt;tebal&lt;\/b&gt; &amp; &lt;script&gt;/)
    assert.equal((await fixture.user.send('POST', '/api/channels', { kind: 'telegram', name: 'x' })).body.bot, BOT_NAME)
  })

  test('a chat that blocked the bot switches its channel off', async () => {
    const { id, code } = await fixture.addChannel({ kind: 'telegram' })
    bot.write(77, code.toLowerCase())
    await until(
      'the chat is connected',
      async () => (await fixture.user.get(`/api/channels/${id}`)).body.state === 'ready',
    )
    bot.block(77)
    await fixture.send([id])
    await fixture.untilDelivery(id, 'failed')
    const { body } = await fixture.user.get(`/api/channels/${id}`)
    assert.deepEqual([body.state, body.off_reason], ['off', 'gone'])
  })

  test('an address gets nothing but a link before it is confirmed, and nothing after it unsubscribed', async () => {
    const { id } = await fixture.addChannel({ kind: 'email', address: 'sari@example.org' })
    await fixture.send([id])
    await fixture.untilDelivery(id, 'delivered')
    assert.equal(mail.mails.length, 1)
    const link =
      /https:\/\/pantau\.example\.org(\/api\/confirm\/[A-Z0-9]+)/.exec(last(mail.mails).part('text/plain'))?.[1] ?? ''
    assert.match(last(mail.mails).part('text/html'), /api\/confirm/)
    assert.doesNotMatch(JSON.stringify(await fixture.inbox()), /api\/confirm/)
    const page = await fixture.api.request({ method: 'GET', url: link })
    assert.equal(page.status, 200)
    assert.match(String(page.headers['content-type']), /text\/html/)
    assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.state, 'unconfirmed')
    assert.equal((await submit(link)).status, 200)
    assert.equal((await submit(link)).status, 404)
    assert.equal((await fixture.user.get(`/api/channels/${id}`)).body.state, 'ready')

    const messageId = await fixture.send([id])
    await until('the mail has arrived', async () => mail.mails.length === 2)
    const sent = last(mail.mails)
    assert.deepEqual([sent.from, sent.to], ['pantau@example.org', ['sari@example.org']])
    assert.equal(sent.header('Subject'), CONTENT.title)
    assert.equal(sent.header('Message-ID'), `<${messageId}.${id}@example.org>`)
    assert.match(sent.part('text/plain'), /120 sebutan, biasanya 40\./)
    assert.match(sent.part('text/html'), /<p[^>]*>120 sebutan, biasanya 40\.<\/p>/)
    assert.equal(sent.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    const unsubscribe =
      /^<https:\/\/pantau\.example\.org(\/api\/unsubscribe\/\S+)>$/.exec(sent.header('List-Unsubscribe') ?? '')?.[1] ??
      ''
    assert.equal((await fixture.api.request({ method: 'GET', url: unsubscribe })).status, 200)
    assert.equal((await submit(`${unsubscribe}x`)).status, 404)
    assert.equal((await submit(unsubscribe, 'List-Unsubscribe=One-Click')).status, 200)
    const { body } = await fixture.user.get(`/api/channels/${id}`)
    assert.deepEqual([body.state, body.off_reason], ['off', 'unsubscribed'])
    await fixture.send([id])
    assert.equal((await fixture.deliveries(id)).length, 2)
    // The owner of the address decides whether messages are sent again.
    const again = await fixture.user.send('PATCH', `/api/channels/${id}`, { enabled: true })
    assert.equal(again.body.state, 'unconfirmed')
    await until('the second confirmation has arrived', async () => mail.mails.length === 3)
    assert.match(last(mail.mails).part('text/plain'), /api\/confirm/)
  })

  const submit = (url: string, payload = '') =>
    fixture.api.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })

  test('a new address of a confirmed channel has to be confirmed, and gets nothing that waited', async () => {
    const { id } = await fixture.addChannel({ kind: 'email', address: 'lama@example.org' })
    await fixture.untilDelivery(id, 'delivered')
    await fixture.api.pool`update channel set state = 'ready', code_hash = null where id = ${id}`
    await fixture.send([id], { notBefore: new Date(Date.now() + 3_600_000) })
    const count = mail.mails.length
    const { body } = await fixture.user.send('PATCH', `/api/channels/${id}`, { address: 'baru@example.org' })
    assert.equal(body.state, 'unconfirmed')
    await until('the confirmation has arrived', async () => mail.mails.length > count)
    assert.deepEqual(last(mail.mails).to, ['baru@example.org'])
    assert.deepEqual((await fixture.deliveries(id)).map(({ state, type }) => [type, state]).sort(), [
      ['brief', 'failed'],
      ['notice', 'delivered'],
      ['notice', 'delivered'],
    ])
    // Nor what a worker left behind.
    await fixture.api.pool`
      update delivery d set state = 'sending' from message m where m.id = d.message_id and m.type = 'brief' and d.channel_id = ${id}`
    const refused = async () => (await fixture.deliveries(id)).find(({ type }) => type === 'brief')
    await until('it is refused', async () => (await refused())?.state === 'failed')
    assert.equal((await refused())?.detail, 'The address is not confirmed.')
    assert.equal(mail.mails.length, count + 1)
  })

  test('a mailbox that does not exist is not tried again, a busy mail server is', async () => {
    const { id } = await fixture.addChannel({ kind: 'email', address: 'tiada@example.org' })
    await fixture.untilDelivery(id, 'delivered')
    await fixture.api.pool`update channel set state = 'ready', code_hash = null where id = ${id}`
    mail.refuse(550, 1)
    await fixture.send([id])
    const refused = await fixture.untilDelivery(id, 'failed')
    assert.deepEqual([refused.status, refused.attempts], [550, 1])
    mail.refuse(451, 1)
    await fixture.send([id])
    await until('the first attempt has failed', async () => (await fixture.deliveries(id))[0]?.status === 451)
    await fixture.skipPauses(id)
    assert.equal((await fixture.untilDelivery(id, 'delivered')).attempts, 2)
  })

  test('the test button sends a message of its own through the outbox', async () => {
    const { id } = await fixture.addChannel({ kind: 'webhook', name: 'Program kami', url: hook.url })
    const { status, body } = await fixture.user.send('POST', `/api/channels/${id}/test`)
    assert.deepEqual([status, body.type, body.state], [202, 'test', 'waiting'])
    await fixture.untilDelivery(id, 'delivered')
    assert.equal(JSON.parse(last(hook.requests).body).type, 'test')
    assert.match((await fixture.inbox())[0]?.title ?? '', /uji/i)
  })

  test('no response of the API contains a secret', async () => {
    const hookChannel = await fixture.addChannel({ kind: 'webhook', url: `${hook.url}/h?key=kunci-rahasia` })
    const slackChannel = await fixture.addChannel({ kind: 'slack', url: slack.url + SLACK_PATH })
    slack.behave({ drop: true })
    await fixture.send([slackChannel.id])
    await until('the attempt has failed', async () => (await fixture.deliveries(slackChannel.id))[0]?.detail !== null)
    const [{ id: mailChannel } = { id: '' }] = await fixture.api.pool`
      select id from channel where kind = 'email' and account_id = ${fixture.user.id} limit 1`
    const [{ secret } = { secret: '' }] = await fixture.api.pool`
      select secrets->0->>'secret' as secret from channel where id = ${mailChannel}`
    const shown = await Promise.all(
      [
        '/api/channels',
        `/api/channels/${hookChannel.id}`,
        `/api/channels/${slackChannel.id}/deliveries`,
        `/api/channels/${mailChannel}`,
        `/api/channels/${mailChannel}/deliveries`,
        '/api/inbox',
      ].map(async (url) => JSON.stringify((await fixture.user.get(url)).body)),
    )
    assert.ok(secret.length > 20)
    for (const hidden of ['kunci-rahasia', 'rahasia-sekali', hookChannel.secret, secret, BOT_TOKEN])
      assert.ok(!shown.join().includes(hidden), hidden)
  })
})
