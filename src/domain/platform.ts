// One row for each platform, with everything that differs between platforms outside their sources.
interface PlatformRow {
  readonly id: string
  // Display name, in Indonesian and English.
  readonly label: { readonly id: string; readonly en: string }
  // The kind of its posts when an imported file does not give one.
  readonly postKind: 'post' | 'video' | 'article'
  // Other names for it in imported files.
  readonly aliases: readonly string[]
  // Hosts of its posts, and what the path and query of a post's address contain (post-address.ts). Empty for news.
  readonly hosts: readonly string[]
  readonly addresses: readonly RegExp[]
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
    hosts: ['x.com', 'twitter.com'],
    addresses: [/^\/(?:i(?:\/web)?|(?<user>\w+))\/status(?:es)?\/(?<id>\d+)/],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 100_000 },
    icon: 'M7.6 4 6 16M14 4l-1.600 12M4 8h12.500M3.500 12H16',
  },
  {
    id: 'facebook',
    label: { id: 'Facebook', en: 'Facebook' },
    postKind: 'post',
    aliases: ['fb'],
    hosts: ['facebook.com', 'fb.com', 'fb.watch'],
    addresses: [
      /[?&](?:comment_id|reply_comment_id)=(?<comment>[\w-]+)/,
      /^\/(?:permalink|story)\.php\?(?:.*&)?story_fbid=(?<id>\w+)/,
      /^\/groups\/[^/]+\/(?:posts|permalink)\/(?<id>\d+)/,
      /^\/\d+\/(?:posts|videos)\/(?:[^/]+\/)?(?<id>\d+)/,
      /^\/(?<user>[\w.-]+)\/(?:posts|videos|reels?)\/(?:[^/]+\/)?(?<id>\d+|pfbid\w+)/,
      /^\/(?:reels?|watch)\/?(?:\?.*\bv=)?(?<id>\d+)/,
      /^\/photo(?:\.php|\/)?\?(?:.*&)?fbid=(?<id>\d+)/,
      /^\/\d+_(?<id>\d+)\/?$/,
    ],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 100_000 },
    icon: 'M13 5h-1.500C10 5 9 6 9 7.500V16M6.500 10h5.500',
  },
  {
    id: 'youtube',
    label: { id: 'YouTube', en: 'YouTube' },
    postKind: 'video',
    aliases: ['yt'],
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    addresses: [
      /[?&]lc=(?<comment>[\w.-]+)/,
      /^\/(?:watch\/?\?(?:.*&)?v=|(?:shorts|live|embed|v)\/)(?<id>[\w-]{11})/,
      /^\/(?<id>[\w-]{11})(?:$|[?/])/,
    ],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.02, top: 200_000 },
    icon: 'M3.500 6h13v8.500h-13ZM8.800 8.300v4l3.400-2Z',
  },
  {
    id: 'tiktok',
    label: { id: 'TikTok', en: 'TikTok' },
    postKind: 'video',
    aliases: [],
    hosts: ['tiktok.com'],
    addresses: [
      /^\/@(?<user>[\w.-]+)\/(?:video|photo)\/(?<id>\d+)/,
      /^\/(?:v|embed(?:\/v2)?|share\/video)\/(?<id>\d+)/,
    ],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 1_000_000 },
    icon: 'M11 4v8.500a3 3 0 1 1-3-3M11 4c.2 2.200 1.600 3.600 4 3.800',
  },
  {
    id: 'instagram',
    label: { id: 'Instagram', en: 'Instagram' },
    postKind: 'post',
    aliases: ['ig'],
    hosts: ['instagram.com', 'instagr.am'],
    addresses: [
      /^\/(?:p|reels?|tv)\/[\w-]+\/c\/(?<comment>\d+)/,
      /^\/(?:p|reels?|tv)\/(?<id>[\w-]{5,})/,
      /^\/(?<user>[\w.]+)\/(?:p|reels?|tv)\/(?<id>[\w-]{5,})/,
    ],
    reach: { likes: 1, comments: 2, shares: 3, views: 0.01, top: 300_000 },
    icon: 'M4 4h12v12H4ZM10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM13.600 6.400v.01',
  },
  {
    id: 'news',
    label: { id: 'Berita', en: 'News' },
    postKind: 'article',
    aliases: ['berita', 'media', 'onlinenews', 'newspaper'],
    hosts: [],
    addresses: [],
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
