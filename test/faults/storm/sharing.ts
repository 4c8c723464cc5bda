import assert from 'node:assert/strict'
import { type Actor, type Person, posts, type Storm } from './storm.ts'

// Reports and links to them, of which some are revoked by deleting the report.

// An account can have 200 reports, of which some are made without a response.
const KEPT_MAX = 50
const BLOCKS = ['figures', 'stories', 'sentiment'].map((kind) => ({ kind }))

interface Shared {
  readonly token: string
  readonly title: string
  isDeleted: boolean
}

export function openSharing(storm: Storm, person: Person, projectId: string): Actor {
  const links: Shared[] = []
  let serial = 0

  return {
    name: 'reports',
    async step() {
      if (serial++ === 0) await storm.load(person, projectId, posts(8, 'banjir laporan'))
      const title = `Laporan ${serial}`
      const body = { keywordId: projectId, title, filter: { days: 7 }, blocks: BLOCKS, language: 'id' }
      const added = await storm.change(person, { what: 'report', method: 'POST', path: '/api/reports', body })
      if (!added.made) return
      const path = `/api/reports/${added.body.id}`
      const link = await storm.change(person, { what: 'link', method: 'POST', path: `${path}/links`, body: {} })
      if (!link.made) return
      const shared: Shared = { token: link.body.url.split('/').at(-1), title, isDeleted: false }
      links.push(shared)
      const kept = links.filter(({ isDeleted }) => !isDeleted).length
      if (kept <= KEPT_MAX && storm.random.chance(0.6)) return
      const change = { what: 'report deleted', method: 'DELETE', path } as const
      const { made } = await storm.change(person, change)
      if (!made) await storm.insist(person, { ...change, doneBefore: 404 })
      shared.isDeleted = true
    },
    async check() {
      for (const { token, title, isDeleted } of links) {
        const { status, body } = await storm.look(`/api/shared/${token}`)
        assert.equal(status, isDeleted ? 404 : 200, JSON.stringify(body))
        if (!isDeleted) assert.equal(body.title, title)
      }
    },
  }
}
