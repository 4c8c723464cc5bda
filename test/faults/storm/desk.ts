import assert from 'node:assert/strict'
import { type Actor, type Person, posts, type Storm } from './storm.ts'

// Single mentions: their sentiment, whether they are hidden, their note and their tags. After a change without a response the mention is
// left alone, because a request that was lost may still be made, after later ones.

interface State {
  readonly sentimen: number
  readonly hidden: boolean
  readonly note: string | null
  readonly tags: readonly string[]
}

interface Known {
  readonly id: string
  // The last is what was acknowledged, or what may have happened since.
  readonly possible: State[]
}

const ROWS = 12
const TAGS = ['penting', 'ditindaklanjuti', 'selesai']

// biome-ignore lint/suspicious/noExplicitAny: what the API returns.
function stateOf(mention: any, hidden = mention.hidden ?? false): State {
  return { sentimen: mention.sentimen, hidden, note: mention.note?.text ?? null, tags: [...mention.tags].sort() }
}

export interface Desk extends Actor {
  readonly projectId: string
  // The ids of the posts that are certainly stored.
  readonly stored: ReadonlySet<string>
}

export function openDesk(storm: Storm, person: Person, projectId: string): Desk {
  const { random } = storm
  const stored = new Set<string>()
  const free: Known[] = []
  const all = new Map<string, Known>()

  const collect = async () => {
    const rows = posts(ROWS, 'banjir meja')
    await storm.load(person, projectId, rows)
    for (const { id } of rows) stored.add(id)
    const { data } = await storm.read(person, `/api/mentions/search?keywordId=${projectId}&limit=${ROWS}`)
    for (const mention of data) {
      if (all.has(mention.id)) continue
      const known = { id: mention.id, possible: [stateOf(mention, false)] }
      all.set(mention.id, known)
      free.push(known)
    }
  }

  return {
    name: 'desk',
    projectId,
    stored,
    async step() {
      if (free.length === 0 || random.chance(0.1)) await collect()
      const at = random.whole(free.length)
      const known = free[at]
      if (known === undefined) return
      const before = known.possible.at(-1) as State
      const { change, after } = chooseChange(storm, known.id, before)
      const answer = await storm.change(person, change)
      if (answer.made) {
        const shown = stateOf(answer.body)
        assert.deepEqual(shown, after, `${change.what} is shown by its response`)
        known.possible.splice(0, 1, shown)
      } else {
        known.possible.push(after)
        free.splice(at, 1)
      }
    },
    async check() {
      const found = await readStates(storm, person, projectId)
      assert.equal(found.size, stored.size, 'each post of the desk is one mention')
      for (const [id, { possible }] of all) {
        const state = JSON.stringify(found.get(id))
        assert.ok(
          possible.map((each) => JSON.stringify(each)).includes(state),
          `mention ${id} is ${state}, and not one of ${JSON.stringify(possible)}`,
        )
      }
    },
  }
}

function chooseChange({ random }: Storm, id: string, before: State) {
  const path = `/api/mentions/${id}`
  if (!before.hidden && random.chance(0.4)) {
    const tag = random.pick(TAGS)
    const has = before.tags.includes(tag)
    const tags = has ? before.tags.filter((each) => each !== tag) : [...before.tags, tag].sort()
    const change = {
      what: has ? 'untag' : 'tag',
      method: has ? 'DELETE' : 'PUT',
      path: `${path}/tags/${tag}`,
    } as const
    return { change, after: { ...before, tags } }
  }
  if (before.hidden || random.chance(0.25)) {
    const hidden = !before.hidden
    const change = { what: hidden ? 'hide' : 'show', method: 'PATCH', path, body: { hidden } } as const
    return { change, after: { ...before, hidden } }
  }
  if (random.chance(0.5)) {
    const sentimen = random.pick([-1, 0, 1].filter((value) => value !== before.sentimen))
    const change = { what: 'correction', method: 'PATCH', path, body: { sentimen } } as const
    return { change, after: { ...before, sentimen } }
  }
  const note = `catatan ${random.whole(1_000_000)}`
  return { change: { what: 'note', method: 'PATCH', path, body: { note } } as const, after: { ...before, note } }
}

// All mentions of a project, shown and hidden. An id that is there twice fails.
async function readStates(storm: Storm, person: Person, projectId: string): Promise<Map<string, State>> {
  const found = new Map<string, State>()
  for (const [path, hidden] of [
    ['/api/mentions/search', false],
    ['/api/mentions/hidden', true],
  ] as const) {
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = await storm.read(person, `${path}?keywordId=${projectId}&limit=100${next}`)
      for (const mention of page.data) {
        assert.ok(!found.has(mention.id), `${mention.id} is listed twice`)
        found.set(mention.id, stateOf(mention, hidden))
      }
      cursor = page.next
    } while (cursor !== null)
  }
  return found
}
