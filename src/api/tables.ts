import { SENTIMENT_LABELS } from '../domain/sentiment.ts'
import type { WireInsights } from './wire/insights.ts'
import type { WireMentionSearch, WireRankedStoryPage } from './wire/mention.ts'

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

// What the API returns as tables for people, without the spellings of the contract.
export function mentionTable({ data }: WireMentionSearch): Table {
  return {
    header: ['published', 'source', 'sentiment', 'author', 'content'],
    rows: data.map(({ createdat, socialmediaid, sentimen, targeted_account: author, content }) => [
      createdat,
      socialmediaid,
      SENTIMENT_LABELS[sentimen],
      author.username || author.display_name,
      content,
    ]),
  }
}

export function storyTable({ data }: WireRankedStoryPage): Table {
  return {
    header: ['rank', 'score', 'mentions', 'authors', 'published', 'source', 'sentiment', 'content'],
    rows: data.map(({ rank, score, similar_count, authors, createdat, socialmediaid, sentimen, content }) => [
      rank,
      Math.round(score * 100) / 100,
      similar_count + 1,
      authors,
      createdat,
      socialmediaid,
      SENTIMENT_LABELS[sentimen],
      content,
    ]),
  }
}

// Only those that have a row.
export function insightTables(found: WireInsights): Table[] {
  const { total, unique, independent, previous, terms_sample: sample } = found
  const tables: Table[] = [
    {
      header: ['count', 'now', 'before'],
      rows: [
        ['mentions', total, previous.total],
        ['stories', unique, previous.unique],
        ['authors', independent, previous.independent],
      ],
    },
    { header: ['sentiment', 'mentions'], rows: Object.entries(found.sentiment_distribution) },
    { header: ['source', 'mentions'], rows: Object.entries(found.sources) },
    {
      header: ['author', 'source', 'mentions'],
      rows: found.authors.map(({ username, socialmediaid, count }) => [username, socialmediaid, count]),
    },
    // The numbers of a sample are estimates.
    {
      header: ['term', sample === null ? 'mentions' : 'mentions (about)'],
      rows: found.terms.map(({ term, count }) => [term, count]),
    },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}
