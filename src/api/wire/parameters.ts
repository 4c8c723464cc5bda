// What a parameter means where its schema does not say it. An `id` is that of what the path names.
const MEANINGS: Readonly<Record<string, string>> = {
  page: 'Which page, from 1',
  limit: 'How many entries a page has at most',
  cursor: 'The `next` of the page before',
  keywordId: 'The id of the project',
  keywordID: 'The id of the project',
  mentionId: 'The id of the mention',
  job_id: 'The id of the run',
  userId: 'The id of the account',
  sentimen: 'Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive',
  sosmedId: 'Only mentions of this platform',
  language: 'Only mentions in this language, such as `id`, `en` or `jv`',
  relevance:
    'Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject`',
  tag: 'The tag',
  state: 'Only those in this state',
  order: 'Newest first, or by score',
  format: 'The format of the file',
  lang: 'The language of what is written; without it that of the account',
  platform: 'The platform of the posts',
  code: 'The code of the link in the e-mail',
  token: 'The token of the link',
  secret: 'The secret part of the address',
  link: 'The id of the link',
  map: '`column=field`, once for each field that is not recognised',
  dates: 'The order of day and month, where the file does not show it',
  part: 'Whether the file is only the beginning of a longer one',
}

const OWNERS: Readonly<Record<string, string>> = {
  '/api/project': 'project',
  '/api/admin/feeds/test': 'test',
  '/api/admin/feeds': 'feed',
  '/api/auth/sessions': 'session',
  '/api/alerts': 'rule',
  '/api/incidents': 'incident',
  '/api/audits': 'audit',
  '/api/bulk': 'change',
  '/api/mentions': 'mention',
  '/api/campaigns': 'mention',
  '/api/channels': 'channel',
  '/api/deliveries': 'delivery',
  '/api/keys': 'key',
  '/api/feeds': 'address',
  '/api/views': 'view',
  '/api/notes': 'note',
  '/api/reports': 'report',
}

export function meaningOf(path: string, parameter: string): string | undefined {
  if (parameter !== 'id') return MEANINGS[parameter]
  const owner = Object.entries(OWNERS).find(([prefix]) => path.startsWith(prefix))?.[1]
  return owner === undefined ? undefined : `The id of the ${owner}`
}
