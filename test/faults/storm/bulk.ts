import assert from 'node:assert/strict'
import { BULK_BATCH } from '../../../src/domain/bulk.ts'
import { type Actor, type Person, posts, type Storm, settled } from './storm.ts'

// Changes of everything that a word selects, and undoing them. Each round has a word and a tag of its own, so what it changed can be
// counted by itself. The large ones are made by a job, in several batches.

const SMALL = 8
const LARGE = BULK_BATCH + 30
const LARGE_EVERY = 12
const KINDS = ['tag', 'sentimen', 'hidden'] as const
type Kind = (typeof KINDS)[number]

interface Round {
  readonly word: string
  readonly kind: Kind
  readonly rows: number
  // How many had the sentiment before that the round sets.
  readonly before: number
  // The id of the change; null when its response was lost.
  id: string | null
  // What became of it: `unclear` is made or not, as a whole.
  outcome: 'made' | 'undone' | 'unclear'
}

export function openBulk(storm: Storm, person: Person, projectId: string): Actor {
  const rounds: Round[] = []
  const count = async (query: string): Promise<number> =>
    (await storm.read(person, `/api/mentions/search?keywordId=${projectId}&limit=1&${query}`)).total

  const begin = async (): Promise<Round> => {
    const number = rounds.length
    const word = `putaran${number}x`
    const rows = number % LARGE_EVERY === 0 ? LARGE : SMALL
    const kind = storm.random.pick(KINDS)
    await storm.load(person, projectId, posts(rows, `banjir ${word}`))
    const before = await count(`q=${word}&sentimen=1`)
    const round: Round = { word, kind, rows, before, id: null, outcome: 'unclear' }
    rounds.push(round)
    return round
  }

  const isChanged = async ({ kind, word, rows, before }: Round): Promise<boolean> => {
    const counted =
      kind === 'tag'
        ? await count(`tag=${word}`)
        : kind === 'sentimen'
          ? await count(`q=${word}&sentimen=1`)
          : rows - (await count(`q=${word}`))
    const unchanged = kind === 'sentimen' ? before : 0
    assert.ok([unchanged, rows].includes(counted), `${word} (${kind}) is made for ${counted} of ${rows}`)
    return counted !== unchanged
  }

  return {
    name: 'bulk changes',
    async step() {
      const round = await begin()
      const { word, kind, rows } = round
      const change = { tag: { tag: word }, sentimen: { sentimen: 1 }, hidden: { hidden: true } }[kind]
      const body = { keywordId: projectId, filter: { q: word }, change }
      const answer = await storm.change(person, {
        what: 'bulk change',
        method: 'POST',
        path: '/api/mentions/bulk',
        body,
      })
      if (!answer.made) return
      assert.equal(answer.body.total, rows, 'it selects exactly the posts of its round')
      round.id = answer.body.id
      round.outcome = 'made'
      if (storm.random.chance(0.5)) return
      // Undoing twice is the same as once.
      await storm.insist(person, { what: 'undo', method: 'POST', path: `/api/bulk/${round.id}/undo` })
      round.outcome = 'undone'
    },
    async check() {
      await settled('every change of many mentions is finished', () =>
        storm.steadily(async (pool) => {
          const [row] = await pool`select count(*)::int as open from bulk_change where state in ('running', 'undoing')`
          return row?.open === 0
        }),
      )
      for (const round of rounds) {
        const changed = await isChanged(round)
        if (round.outcome === 'unclear' || round.rows === round.before) continue
        assert.equal(changed, round.outcome === 'made', `${round.word} (${round.kind}) was ${round.outcome}`)
        const { state } = await storm.read(person, `/api/bulk/${round.id}`)
        assert.equal(state, round.outcome === 'made' ? 'done' : 'undone')
      }
    },
  }
}
