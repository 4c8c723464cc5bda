import type { WireIncident } from '../../src/api/wire/alert.ts'
import type { Api, Post } from './actions.ts'
import { type BrowserFixture, WAIT_MS } from './fixture.ts'

const MINUTE_MS = 60_000
const POLL_MS = 200

// Rules of several kinds, an incident that is open and one that is over. Returns the open one.
export async function addWatching(fixture: BrowserFixture, api: Api, projectId: string): Promise<WireIncident> {
  const channel = { kind: 'webhook', name: 'Grup siaga', url: `${fixture.newsUrl}siaga` }
  const { id } = await api.send<{ id: string }>('POST', '/api/channels', channel)
  const add = (name: string, rule: object, fields: object = {}): Promise<unknown> =>
    api.send('POST', '/api/alerts', { keywordId: projectId, name, rule, channels: [], ...fields })
  await add('Lonjakan percakapan', { kind: 'spike', sensitivity: 'medium' }, { channels: [id] })
  await add('Kabar cepat', { kind: 'volume', count: 9, minutes: 10 }, { filter: { q: 'tanggul' }, cooldownMinutes: 0 })
  await add(
    'Keluhan di X dan berita',
    { kind: 'negative', share: 0.6, minutes: 360, min: 200 },
    {
      filter: { sosmedId: 'twitter,news' },
      channels: [id],
      quiet: { from: '22:00', to: '06:00', timeZone: 'Asia/Jakarta', exceptAbove: 5 },
    },
  )
  await add('Sumber sunyi', { kind: 'silence', hours: 48 }, { enabled: false })
  await api.addPosts(projectId, [
    ...burst(15, { minutesAgo: 115, minutes: 5 }),
    ...burst(70, { minutesAgo: 35, minutes: 20 }),
  ])
  return openIncident(api, projectId, 3)
}

interface Span {
  readonly minutesAgo: number
  readonly minutes: number
}

// Posts about one story and others beside it.
export function burst(count: number, { minutesAgo, minutes }: Span): Post[] {
  const streets = ['Pluit', 'Penjaringan', 'Ancol', 'Kapuk', 'Tongkol', 'Luar Batang', 'Kamal', 'Marunda']
  return Array.from({ length: count }, (_, index) => ({
    text:
      index % 3 === 0
        ? `Warga ${streets[index % 8]} mengungsi ke rumah susun karena banjir, tanggul ${minutesAgo}-${index} #tanggulmuarabaru`
        : 'Parah, banjir besar lagi setelah tanggul Muara Baru jebol dini hari tadi. Bantuan belum datang juga, kecewa banget #tanggulmuarabaru',
    platform: (['twitter', 'twitter', 'news', 'facebook'] as const)[index % 4] ?? 'twitter',
    author: `warga${index % 17}`,
    at: new Date(Date.now() - minutesAgo * MINUTE_MS + Math.floor((index * minutes * MINUTE_MS) / count)),
  }))
}

// Waits until a project has so many incidents, and returns the one that is open.
export async function openIncident(api: Api, projectId: string, count: number): Promise<WireIncident> {
  const end = Date.now() + WAIT_MS
  while (Date.now() < end) {
    const { data } = await api.get<{ data: WireIncident[] }>(`/api/incidents?keywordId=${projectId}`)
    const open = data.find(({ state }) => state === 'open')
    if (open !== undefined && data.length >= count) return open
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('No incident opened.')
}
