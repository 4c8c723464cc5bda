import type { TestUser } from '../api.ts'

// What the test of the document sends and stores; the examples of the document are recorded from it.

export const BRIEF = {
  days: ['mon'],
  time: '07:00',
  timeZone: 'Asia/Jakarta',
  projects: 'all',
  channels: [],
  language: 'id',
}
export const REPORT = {
  filter: { from: '2026-05-26', to: '2026-06-02' },
  blocks: [{ kind: 'figures', comment: 'Untuk rapat hari Senin.' }, { kind: 'chart' }, { kind: 'stories' }],
  language: 'id',
}
export const POSTS = [
  {
    text: 'Terima kasih petugas, banjir di Kampung Melayu Jakarta sudah surut pagi ini.',
    author: 'warga_melayu',
    sentiment: 1,
    at: '2026-06-01T01:00:00Z',
    engagement: { likes: 42, comments: 5, shares: 7, views: 1_300 },
  },
  {
    platform: 'news',
    text: 'Banjir Jakarta: ribuan warga mengungsi, pintu air Manggarai siaga satu.',
    author: 'kabar-ibu-kota',
    sentiment: -1,
    at: '2026-06-01T02:00:00Z',
  },
  { text: 'Info banjir Jakarta hari ini, mohon pantau pintu air masing-masing.', author: 'info_jkt' },
] as const

export const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

// Requests about tags, changes of many mentions, views and notes: method, path in the document, the rest of the address, body.
export async function deskRequests(
  user: TestUser,
  keywordId: string,
  mention: string,
): Promise<[string, string, string, unknown?][]> {
  const add = async (path: string, body: object) => (await user.send('POST', path, { keywordId, ...body })).body.id
  const note = { day: '2026-06-01', text: 'Pintu air dibuka' }
  const [bulk, view, dayNote] = [
    await add('/api/mentions/bulk', { ids: [mention], change: { sentimen: 1 } }),
    await add('/api/views', { name: 'Negatif' }),
    await add('/api/notes', note),
  ]
  const filter = { sentimen: -1, q: 'banjir' }
  const saved = { name: 'Krisis pekan ini', filter: { tag: 'krisis' }, range: { period: '7d' }, shared: true }
  return [
    ['PUT', '/api/mentions/{id}/tags/{tag}', `/${mention}/tags/krisis`],
    ['GET', '/api/tags', `?keywordId=${keywordId}`],
    ['DELETE', '/api/mentions/{id}/tags/{tag}', `/${mention}/tags/krisis`],
    ['POST', '/api/mentions/bulk', '', { keywordId, filter, change: { tag: 'untuk ditinjau' } }],
    ['GET', '/api/bulk/{id}', `/${bulk}`],
    ['POST', '/api/bulk/{id}/undo', `/${bulk}/undo`],
    ['POST', '/api/views', '', { keywordId, ...saved }],
    ['GET', '/api/views', `?keywordId=${keywordId}`],
    ['PATCH', '/api/views/{id}', `/${view}`, { name: 'Nada negatif' }],
    ['DELETE', '/api/views/{id}', `/${view}`],
    ['POST', '/api/notes', '', { keywordId, ...note }],
    ['GET', '/api/notes', `?keywordId=${keywordId}`],
    ['PATCH', '/api/notes/{id}', `/${dayNote}`, { text: 'Pintu air Katulampa dibuka' }],
    ['DELETE', '/api/notes/{id}', `/${dayNote}`],
  ]
}
