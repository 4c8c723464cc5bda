import type { MessageContent, MessageType } from '../../src/domain/message.ts'
import { evaluateBroken } from '../../src/evaluate/broken.ts'
import { addMessage } from '../../src/store/watching/outbox.ts'
import type { Api } from './actions.ts'
import { type BrowserFixture, type TestUser, WAIT_MS } from './fixture.ts'

// A message in the inbox of a user, as the service writes it.
export function addInboxMessage(
  fixture: BrowserFixture,
  user: TestUser,
  type: MessageType,
  content: MessageContent,
): Promise<string> {
  return fixture.pool.begin((tx) =>
    addMessage(tx, { accountId: user.id, type, incidentId: null, data: {}, content, channels: [] }),
  )
}

// Messages, channels in every state, a brief, and a feed that broke.
export async function seedMessages(fixture: BrowserFixture, admin: TestUser, api: Api): Promise<void> {
  const humas = await addChannel(api, { kind: 'webhook', name: 'Program humas', url: `${fixture.receiver.url}/hook` })
  await deliverTest(api, humas)
  await addChannel(api, { kind: 'telegram', name: 'Grup siaga' })
  fixture.receiver.behave({ status: 500, path: '/ntfy' })
  const phone = await addChannel(api, {
    kind: 'ntfy',
    name: 'Ponsel Dewi',
    url: `${fixture.receiver.url}/ntfy`,
    topic: 'pantau-k4t8w',
  })
  await deliverTest(api, phone)
  const room = await addChannel(api, { kind: 'slack', name: 'Ruang redaksi', url: `${fixture.receiver.url}/slack` })
  await api.send('PATCH', `/api/channels/${room}`, { enabled: false })
  await api.send('PUT', '/api/brief', {
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    time: '07:00',
    timeZone: 'Asia/Jakarta',
    projects: 'all',
    channels: [humas],
    language: 'id',
  })
  const brief = await api.get<MessageContent>('/api/brief/preview')
  const { title, blocks, links } = brief
  await addInboxMessage(fixture, admin, 'brief', { title, blocks, links })
  await api.send('POST', '/api/inbox/read', { until: new Date(Date.now() + 60_000).toISOString() })
  await addInboxMessage(fixture, admin, 'incident.opened', SPIKE)
  await breakFeed(fixture, 'Warta Lama')
}

async function addChannel(api: Api, channel: Record<string, string>): Promise<string> {
  return (await api.send<{ id: string }>('POST', '/api/channels', channel)).id
}

// Sends a test and waits for its first attempt.
async function deliverTest(api: Api, channelId: string): Promise<void> {
  await api.send('POST', `/api/channels/${channelId}/test`)
  const end = Date.now() + WAIT_MS
  for (;;) {
    const { data } = await api.get<{ data: { attempts: number }[] }>(`/api/channels/${channelId}/deliveries`)
    if ((data[0]?.attempts ?? 0) > 0) return
    if (Date.now() > end) throw new Error('The test message was not delivered.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

// A feed that cannot be read is an incident of every administrator.
export async function breakFeed(fixture: BrowserFixture, name: string): Promise<void> {
  await fixture.pool`update feed set state = 'broken', detail = 'HTTP 404', enabled = true where name = ${name}`
  const how = { timeZone: 'Asia/Jakarta', requestSeconds: 900 }
  await evaluateBroken({ pool: fixture.pool, how, publicUrl: fixture.url }, new Date())
}

const SPIKE: MessageContent = {
  title: 'Banjir dan gempa: 2.014 mention dalam dua jam, 12 kali lipat dari biasanya.',
  blocks: [
    { kind: 'text', text: 'Sejak 18 Nov 2026, 09.00. Biasanya 90 sampai 260 per jam; 97 % berasal dari satu cerita.' },
    {
      kind: 'list',
      title: 'Cerita',
      items: [
        {
          text: 'Tanggul jebol di Muara Baru, warga mengungsi — 1.954 mention baru',
          url: 'https://example.com/cerita',
        },
        { text: 'Pompa air Waduk Pluit dinyalakan — 31 mention baru', url: null },
      ],
    },
    { kind: 'list', title: 'Kata baru', items: [{ text: 'tanggul jebol, muara baru, perahu karet', url: null }] },
    {
      kind: 'quote',
      text: 'Air masuk rumah sejak subuh. Kami sekeluarga mengungsi ke masjid, tolong kirim perahu karet.',
      by: '@warga_utara · X',
      url: 'https://example.com/post/1',
    },
    { kind: 'text', text: 'Facebook dan TikTok tidak terpantau pukul 11–12: angkanya batas bawah.' },
  ],
  links: [
    { label: 'Buka di dasbor', url: '/' },
    { label: 'Tandai diketahui', url: '/a/contoh' },
  ],
}
