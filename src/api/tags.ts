import { Type } from 'typebox'
import { notFound, Refusal } from '../domain/problem.ts'
import { TAGS_MAX } from '../domain/tag.ts'
import { addAudit } from '../store/accounts/audit.ts'
import { addEvent } from '../store/accounts/events.ts'
import { findMention } from '../store/mentions/mentions.ts'
import { SNAPSHOT } from '../store/mentions/selection.ts'
import { hasRoomForTag, listTags, tagMentions, untagMentions } from '../store/mentions/tags.ts'
import { findProject } from '../store/projects/projects.ts'
import { lockProject } from '../store/search/seal.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, ownerOf } from './bearer.ts'
import { toWireEnriched } from './convert.ts'
import { readTag } from './filter.ts'
import { routesOf } from './route.ts'
import { WireTags } from './wire/desk.ts'
import { WireEnrichedMention } from './wire/mention.ts'

const params = Type.Object({ id: Type.String(), tag: Type.String() })

export function addTagRoutes(app: App, { pool }: ApiDeps): void {
  const { user } = routesOf(pool, 'Mentions')
  const operation = { params, response: { 200: WireEnrichedMention }, errors: [404] } as const

  app.put(
    '/api/mentions/:id/tags/:tag',
    user({
      id: 'tagMention',
      summary: 'Put a tag on a mention',
      description: 'Tags have one spelling: lower case, single spaces. A mention that has the tag keeps it.',
      ...operation,
    }),
    (request) => changeTag(request, 'mention.tag'),
  )

  app.delete(
    '/api/mentions/:id/tags/:tag',
    user({
      id: 'untagMention',
      summary: 'Take a tag off a mention',
      description: 'A mention that does not have the tag stays as it is. A tag that is on no mention is gone.',
      ...operation,
    }),
    (request) => changeTag(request, 'mention.untag'),
  )

  app.get(
    '/api/tags',
    user({
      id: 'listTags',
      summary: 'The tags of a project, the most used first',
      description: 'Each with the exact number of mentions that have it; hidden ones do not count.',
      class: 'long',
      querystring: Type.Object({ keywordId: Type.String({ minLength: 1, maxLength: 500 }) }),
      response: { 200: WireTags },
      errors: [404],
    }),
    async (request) => {
      const { keywordId } = request.query
      const project = await findProject(pool, ownerOf(request), keywordId)
      if (project === null) throw notFound('project', keywordId)
      const tags = await pool.begin((tx) => listTags(tx, project.id), SNAPSHOT)
      return { data: tags.map(({ name, total }) => ({ tag: name, total })) }
    },
  )

  async function changeTag(
    request: Parameters<typeof ownerOf>[0] & { readonly params: { readonly id: string; readonly tag: string } },
    action: 'mention.tag' | 'mention.untag',
  ) {
    const { id } = request.params
    const tag = readTag('tag', request.params.tag)
    const owner = ownerOf(request)
    const { projectId } = (await findMention(pool, owner, id)) ?? { projectId: '' }
    const project = projectId === '' ? null : await findProject(pool, owner, projectId)
    const by = actorOf(request)
    const mention = await pool.begin(async (tx) => {
      if (project === null || !(await lockProject(tx, project.id))) return null
      const isNew = action === 'mention.tag'
      if (isNew && !(await hasRoomForTag(tx, project.id, tag))) throw tooManyTags()
      const changed = isNew
        ? await tagMentions(tx, project.id, [id], tag)
        : await untagMentions(tx, project.id, [id], tag)
      if (changed.length > 0) {
        await addAudit(tx, { accountId: by.id, action, subject: id, detail: { projectId: project.id, tag } })
        await addEvent(tx, by.id, 'project', { projectId: project.id, change: 'updated' })
      }
      return findMention(tx, owner, id)
    })
    if (mention === null || project === null) throw notFound('mention', id)
    return toWireEnriched(mention, project)
  }
}

export function tooManyTags(): Refusal {
  return new Refusal('invalid', `tag: a project has at most ${TAGS_MAX} tags.`, ['tooManyOf', TAGS_MAX])
}
