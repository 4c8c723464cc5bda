// One row for each platform, with everything that differs between platforms outside their sources.
interface PlatformRow {
  readonly id: string
  // Display name, in Indonesian and English.
  readonly label: { readonly id: string; readonly en: string }
  // The kind of its posts when an imported file does not give one.
  readonly postKind: 'post' | 'video' | 'article'
  // Other names for it in imported files.
  readonly aliases: readonly string[]
  // Finds a post's id in its address; null where the address itself is the id.
  readonly idInAddress: RegExp | null
  // The weight of each reaction, and the weighted sum that earns the full score (docs/explanation/ranking.md). A view is cheap and
  // a share is not; a thousand likes are many on X and few on TikTok. News has hardly any reactions: its spread counts instead.
  readonly reach: {
    readonly likes: number
    readonly comments: number
    readonly shares: number
    readonly views: number
    readonly top: number
  }
  // SVG path of our own 20 by 20 line icon: the platforms' logos are their property.
  readonly icon: string
}

// Append only: a row's index determines its platform's cell numbers, which are stored (cell.ts).
export const PLATFORM_ROWS = [
  {
    id: 'twitter',
    label: { id: 'X', en: 'X' },
    postKind: 'post',
    aliases: ['x', 'tweet'],
    idInAddress: /\/status(?:es)?\/(\d+)/,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 100_000 },
    icon: 'M7.6 4 6 16M14 4l-1.600 12M4 8h12.500M3.500 12H16',
  },
  {
    id: 'facebook',
    label: { id: 'Facebook', en: 'Facebook' },
    postKind: 'post',
    aliases: ['fb'],
    idInAddress: null,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 100_000 },
    icon: 'M13 5h-1.500C10 5 9 6 9 7.500V16M6.500 10h5.500',
  },
  {
    id: 'youtube',
    label: { id: 'YouTube', en: 'YouTube' },
    postKind: 'video',
    aliases: ['yt'],
    idInAddress: /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]{11})/,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.02, top: 200_000 },
    icon: 'M3.500 6h13v8.500h-13ZM8.800 8.300v4l3.400-2Z',
  },
  {
    id: 'tiktok',
    label: { id: 'TikTok', en: 'TikTok' },
    postKind: 'video',
    aliases: [],
    idInAddress: /\/video\/(\d+)/,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 1_000_000 },
    icon: 'M11 4v8.500a3 3 0 1 1-3-3M11 4c.2 2.200 1.600 3.600 4 3.800',
  },
  {
    id: 'instagram',
    label: { id: 'Instagram', en: 'Instagram' },
    postKind: 'post',
    aliases: ['ig'],
    idInAddress: null,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 300_000 },
    icon: 'M4 4h12v12H4ZM10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM13.600 6.400v.01',
  },
  {
    id: 'news',
    label: { id: 'Berita', en: 'News' },
    postKind: 'article',
    aliases: ['berita', 'media'],
    idInAddress: null,
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 10_000 },
    icon: 'M4 4.500h10v11H5.500A1.500 1.500 0 0 1 4 14ZM14 8h2v6a1.500 1.500 0 0 1-3 0M6.500 7.500h5M6.500 10.200h5M6.500 12.800h3',
  },
] as const satisfies readonly PlatformRow[]

export type Platform = (typeof PLATFORM_ROWS)[number]['id']

export const PLATFORMS: readonly Platform[] = PLATFORM_ROWS.map(({ id }) => id)

const BY_ID: ReadonlyMap<string, PlatformRow> = new Map(PLATFORM_ROWS.map((row) => [row.id, row]))

export function platformRow(platform: Platform): PlatformRow {
  return BY_ID.get(platform) as PlatformRow
}

export function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.includes(value as Platform)
}
