import assert from 'node:assert/strict'
import { aProject } from '../../processes/service.ts'
import { type Actor, type Person, posts, type Storm, settled } from './storm.ts'

// Projects that are edited: their name, and their expression, which some of their mentions no longer match then. After an edit without
// a response the project is left alone.

const MATCHING = { banjir: 5, pasar: 3, laut: 2 } as const
type Expression = keyof typeof MATCHING
const EXPRESSIONS = Object.keys(MATCHING) as Expression[]
const EDITS = 6

interface Fields {
  readonly group: string
  readonly keyword: Expression
}

interface Edited {
  readonly id: string
  readonly possible: Fields[]
  acknowledged: number
}

export function openEditing(storm: Storm, person: Person): Actor {
  const { random } = storm
  const projects: Edited[] = []
  let current: Edited | null = null

  const begin = async (): Promise<Edited | null> => {
    const fields: Fields = { group: `Suntingan ${projects.length}`, keyword: 'banjir' }
    const body = aProject('banjir', fields as unknown as Record<string, unknown>)
    const answer = await storm.change(person, { what: 'project', method: 'POST', path: '/api/project', body })
    if (!answer.made) return null
    const { id } = answer.body.data
    await storm.load(person, id, [...posts(3, 'banjir pasar'), ...posts(2, 'banjir laut')])
    const edited = { id, possible: [fields], acknowledged: 0 }
    projects.push(edited)
    return edited
  }

  return {
    name: 'edits',
    async step() {
      current ??= await begin()
      if (current === null) return
      const edited: Edited = current
      const after: Fields = { group: `Suntingan ${random.whole(1_000_000)}`, keyword: random.pick(EXPRESSIONS) }
      const path = `/api/project?id=${edited.id}`
      const answer = await storm.change(person, { what: 'edit', method: 'PATCH', path, body: after })
      if (answer.made) {
        edited.possible.splice(0, 1, after)
        edited.acknowledged++
      } else edited.possible.push(after)
      if (!answer.made || edited.acknowledged === EDITS) current = null
    },
    async check() {
      const found = await readProjects(storm, person)
      for (const { id, possible, acknowledged } of projects) {
        const fields = found.get(id)
        assert.ok(
          possible.some(({ group, keyword }) => group === fields?.group && keyword === fields.keyword),
          `project ${id} is ${JSON.stringify(fields)}, and not one of ${JSON.stringify(possible)}`,
        )
        await settled('its mentions are compared', async () => !(await readEdits(storm, person, id)).checking)
        const { data, no_longer_matching } = await readEdits(storm, person, id)
        assert.ok([acknowledged, acknowledged + possible.length - 1].includes(data.length), 'every edit once')
        const wanted = MATCHING.banjir - MATCHING[(fields as Fields).keyword]
        assert.equal(no_longer_matching, wanted, `${id}: those that ${fields?.keyword} does not match`)
      }
    },
  }
}

function readEdits(storm: Storm, person: Person, id: string) {
  return storm.read(person, `/api/project/edits?id=${id}`)
}

async function readProjects(storm: Storm, person: Person): Promise<Map<string, Fields>> {
  const found = new Map<string, Fields>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, totalPages } = await storm.read(person, `/api/project?page=${page}&limit=100`)
    pages = totalPages
    for (const { id, group, keyword } of data) found.set(id, { group, keyword })
  }
  return found
}
