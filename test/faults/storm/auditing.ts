import assert from 'node:assert/strict'
import { LABELS_MIN } from '../../../src/analyse/estimate.ts'
import { type Actor, type Person, posts, type Storm } from './storm.ts'

// Audits: mentions are drawn, and labelled one by one. A card whose label got no response is left alone.

interface Card {
  readonly id: string
  readonly possible: (number | null)[]
}

interface Audit {
  readonly id: string
  readonly cards: readonly Card[]
  next: number
}

export function openAuditing(storm: Storm, person: Person, projectId: string): Actor {
  const audits: Audit[] = []
  let current: Audit | null = null
  let loaded = false

  const begin = async (): Promise<Audit | null> => {
    if (!loaded) await storm.load(person, projectId, posts(LABELS_MIN + 10, 'banjir contoh'))
    loaded = true
    const body = { keywordId: projectId, size: LABELS_MIN }
    const answer = await storm.change(person, { what: 'audit', method: 'POST', path: '/api/audits', body })
    if (!answer.made) return null
    const cards = answer.body.cards.map(({ id }: { id: string }) => ({ id, possible: [null] }))
    assert.equal(cards.length, LABELS_MIN)
    const audit = { id: answer.body.id, cards, next: 0 }
    audits.push(audit)
    return audit
  }

  return {
    name: 'audits',
    async step() {
      if (current === null || current.next === current.cards.length) current = await begin()
      if (current === null) return
      const audit: Audit = current
      const card = audit.cards[audit.next++] as Card
      const sentimen = storm.random.pick([-1, 0, 1])
      const answer = await storm.change(person, {
        what: 'label',
        method: 'PUT',
        path: `/api/audits/${audit.id}/labels`,
        body: { mentionId: card.id, sentimen },
      })
      if (answer.made) card.possible.splice(0, 1, sentimen)
      else card.possible.push(sentimen)
    },
    async check() {
      for (const { id, cards } of audits) {
        const { cards: shown, labelled } = await storm.read(person, `/api/audits/${id}`)
        const labels = new Map<string, number | null>(
          shown.map(({ id: card, label }: { id: string; label: number | null }) => [card, label]),
        )
        assert.deepEqual([...labels.keys()].sort(), cards.map((card) => card.id).sort(), 'the drawn cards stay')
        for (const card of cards) {
          const label = labels.get(card.id) ?? null
          assert.ok(card.possible.includes(label), `${card.id} is labelled ${label}, not ${card.possible}`)
        }
        assert.equal(labelled, [...labels.values()].filter((label) => label !== null).length)
      }
    },
  }
}
