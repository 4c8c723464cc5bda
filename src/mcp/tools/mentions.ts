import { Type } from 'typebox'
import { nullable, Timestamp, words } from '../../api/wire/fields.ts'
import type { WireEnrichedMention, WireMentionSearch } from '../../api/wire/mention.ts'
import { FilterInput, filterOf, linkTo, ProjectId, toQuery } from '../filter.ts'
import { MentionRow, toRow } from '../mention.ts'
import { Cut, cut, Quoted, quoted } from '../quoted.ts'
import { defineTool } from '../tool.ts'

const LIMIT_DEFAULT = 10
const LIMIT_MAX = 50
const FULL_TEXT_MAX = 5_000
const COPY_TEXT_MAX = 200
const COPIES_DEFAULT = 10

const Limit = (fallback: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: fallback }))

export const searchMentions = defineTool({
  name: 'search_mentions',
  title: 'Search mentions',
  description:
    'The mentions of a project that pass a filter (words, phrases, author, source, language, sentiment, relevance, what the text names, story, tag, time), newest first or ranked by importance with near-duplicates folded into one. Returns the exact total and one page; pass next as cursor for the following page. Long texts are cut: read_mention has the whole text.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      project_id: ProjectId,
      ...FilterInput,
      order: Type.Optional(words(['newest', 'ranked'] as const)),
      limit: Limit(LIMIT_DEFAULT),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'The next of the page before' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    total: Type.Integer({ minimum: 0, description: 'All mentions that pass; when ranked, their stories' }),
    mentions: Type.Array(MentionRow),
    next: nullable(Type.String()),
    link: Type.String({ description: 'Opens the dashboard on all of them' }),
  }),
  async run({ project_id, order = 'newest', limit = LIMIT_DEFAULT, cursor, ...input }, context) {
    const filter = filterOf(input)
    const query = { keywordId: project_id, ...toQuery(filter), order, limit, cursor }
    const { data, next, total } = await context.api.get<WireMentionSearch>('/api/mentions/search', query)
    const mentions = data.map((mention) => toRow(context, mention))
    return { total, mentions, next, link: linkTo(context, project_id, filter) }
  },
})

export const readMention = defineTool({
  name: 'read_mention',
  title: 'Read a mention with its copies',
  description:
    'One mention by its id, with the whole text, and the other mentions of its story (near-duplicates and reposts), oldest first. Use it before quoting a mention, and to see how a text spread.',
  scope: 'read',
  changes: null,
  input: Type.Object(
    {
      mention_id: Type.String({ minLength: 1, maxLength: 100 }),
      copies_limit: Limit(COPIES_DEFAULT),
      copies_cursor: Type.Optional(Type.String({ maxLength: 100, description: 'The next of the page before' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    mention: MentionRow,
    project_id: Type.String(),
    matched: Type.Array(Type.String(), { description: 'Terms of the project’s expression that were found' }),
    no_longer_matching: Type.Boolean({ description: 'The expression or dates were edited and no longer match it' }),
    earlier: nullable(Type.Object({ until: Timestamp, quoted: Quoted(Cut) })),
    copies: Type.Object({
      total: Type.Integer({ minimum: 0, description: 'Mentions of the story, this one not counted' }),
      mentions: Type.Array(MentionRow),
      next: nullable(Type.String()),
      link: Type.String({ description: 'Opens the dashboard on the story' }),
    }),
  }),
  async run({ mention_id, copies_limit = COPIES_DEFAULT, copies_cursor }, context) {
    const path = `/api/mentions/${encodeURIComponent(mention_id)}`
    const mention = await context.api.get<WireEnrichedMention>(path)
    const page = { limit: copies_limit, cursor: copies_cursor }
    const { data, next, total } = await context.api.get<WireMentionSearch>(`${path}/similar`, page)
    const copies = data.filter(({ id }) => id !== mention.id)
    const { earlier, keywordid: projectId } = mention
    return {
      mention: toRow(context, mention, FULL_TEXT_MAX),
      project_id: projectId,
      matched: mention.matched,
      no_longer_matching: mention.no_longer_matching,
      earlier: earlier === null ? null : { until: earlier.until, quoted: quoted(cut(earlier.text, FULL_TEXT_MAX)) },
      copies: {
        total: total - 1,
        mentions: copies.map((copy) => toRow(context, copy, COPY_TEXT_MAX)),
        next,
        link: linkTo(context, projectId, { story: mention.story }),
      },
    }
  },
})
