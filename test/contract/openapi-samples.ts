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
