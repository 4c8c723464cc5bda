import { type Ordinary, ordinaryReason, ownCopies, type StoryCopy } from './campaign-copies.ts'
import { findSerial, type Serial } from './campaign-serial.ts'
import { busiestWindow } from './campaign-window.ts'
import { mapInTurns } from './map-in-turns.ts'

// A story of which the signs of coordination are examined. Oldest first; of a large story only the first copies.
export interface CampaignStory {
  readonly id: string
  readonly copies: readonly StoryCopy[]
}

// What is remarkable about a story. A statement about posts, never about a person.
export interface CampaignSigns {
  readonly ordinary: Ordinary | null
  readonly burst: Burst | null
  readonly serial: Serial | null
  readonly together: Together | null
}

// Many accounts within a short time.
export interface Burst {
  readonly authors: number
  readonly fromMs: number
  readonly toMs: number
  // Of the copies that were read.
  readonly share: number
}

// Accounts that posted equal words in other stories too.
export interface Together {
  // How many of the story's accounts, and how many it has.
  readonly accounts: number
  readonly of: number
  readonly stories: readonly { readonly id: string; readonly accounts: number }[]
}

const BURST_MS = 10 * 60_000
const BURST_AUTHORS = 10
const BURST_SHARE = 0.5
const TOGETHER_ACCOUNTS = 5
const TOGETHER_SHARE = 0.5
// With the story itself three.
const TOGETHER_OTHERS = 2

// The signs of each story, in order.
export async function findSigns(stories: readonly CampaignStory[]): Promise<CampaignSigns[]> {
  const examined = await mapInTurns(stories, ({ id, copies }) => {
    const own = ownCopies(copies)
    return { id, own, ordinary: ordinaryReason(copies, own), authors: new Set(own.map(({ author }) => author)) }
  })
  const togetherOf = appearances(examined.filter(({ ordinary }) => ordinary === null))
  return mapInTurns(examined, ({ id, own, ordinary, authors }) => {
    if (ordinary !== null) return { ordinary, burst: null, serial: null, together: null }
    return { ordinary, burst: findBurst(own), serial: findSerial(own), together: togetherOf(id, authors) }
  })
}

export function isCampaign({ burst, serial, together }: CampaignSigns): boolean {
  return burst !== null || serial !== null || together !== null
}

// The window with the most accounts, when it has enough of them and of the copies.
function findBurst(copies: readonly StoryCopy[]): Burst | null {
  const { first, last, authors } = busiestWindow(copies, BURST_MS)
  const [from, to] = [copies[first], copies[last]]
  if (from === undefined || to === undefined || authors < BURST_AUTHORS) return null
  const share = (last - first + 1) / copies.length
  return share < BURST_SHARE ? null : { authors, fromMs: from.atMs, toMs: to.atMs, share }
}

interface Appearing {
  readonly id: string
  readonly authors: ReadonlySet<string>
}

// Two stories are related when most accounts of the smaller one are also in the other; a story has the sign when most of its accounts
// are in at least two related ones.
function appearances(stories: readonly Appearing[]): (id: string, authors: ReadonlySet<string>) => Together | null {
  const storiesOf = new Map<string, Appearing[]>()
  for (const story of stories) {
    for (const author of story.authors) {
      const known = storiesOf.get(author)
      if (known === undefined) storiesOf.set(author, [story])
      else known.push(story)
    }
  }
  return (id, authors) => {
    const common = new Map<Appearing, number>()
    for (const author of authors) {
      for (const story of storiesOf.get(author) ?? []) {
        if (story.id !== id) common.set(story, (common.get(story) ?? 0) + 1)
      }
    }
    const related = [...common].filter(
      ([story, count]) =>
        count >= TOGETHER_ACCOUNTS && count >= TOGETHER_SHARE * Math.min(story.authors.size, authors.size),
    )
    const again = [...authors].filter(
      (author) => related.filter(([story]) => story.authors.has(author)).length >= TOGETHER_OTHERS,
    ).length
    if (again < TOGETHER_ACCOUNTS || again < TOGETHER_SHARE * authors.size) return null
    const ordered = related.sort(([a, x], [b, y]) => y - x || (a.id < b.id ? -1 : 1))
    return {
      accounts: again,
      of: authors.size,
      stories: ordered.map(([story, accounts]) => ({ id: story.id, accounts })),
    }
  }
}
