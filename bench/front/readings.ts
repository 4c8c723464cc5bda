import { COMMON_WORD, DAY_MS, openPostMaker, rareWord } from './posts.ts'
import type { Made, Prepared } from './prepare.ts'
import type { FrontClient } from './service.ts'

// What a reading may refer to.
export interface Subject extends Prepared, Made {
  readonly mentions: number
  readonly mentionId: string
  readonly storyId: string
  readonly incidentId: string
  readonly campaignId: string
}

export interface Reading {
  // The operation of the OpenAPI document.
  readonly operation: string
  readonly name: string
  // How many rows a response has, where its cost is divided by them.
  readonly rows?: (subject: Subject) => number
  // The `n`-th time. Where a cache of results could make the second time cheaper than users see it, it reads something else.
  read(client: FrontClient, subject: Subject, n: number): Promise<unknown>
}

type Path = (subject: Subject, n: number) => string

const PAGE = 20
const PREVIEW_ROWS = 1_000
// Endpoints that are not measured, and why.
export const LEFT_OUT: Readonly<Record<string, string>> = {
  streamEvents: 'stays open',
  getJob: 'one row by its key, and only a source that can be reached makes one',
  getFeedTest: 'one row by its key, and only a feed that can be reached makes one',
  printReport: 'needs a browser, which spends most of it',
  showConfirmation: 'a page with a code from an e-mail',
  showUnsubscription: 'a page with a token from an e-mail',
}

const get = (operation: string, name: string, path: Path): Reading => ({
  operation,
  name,
  read: (client, subject, n) => client.request('GET', path(subject, n)),
})

const post = (
  operation: string,
  name: string,
  call: (s: Subject, n: number) => readonly [string, unknown],
): Reading => ({
  operation,
  name,
  read: (client, subject, n) => client.request('POST', ...call(subject, n)),
})

// A range that ends `n` hours earlier each time.
function range({ end }: Subject, days: number, n: number): string {
  const to = end.getTime() - n * 3_600_000
  return `from=${new Date(to - days * DAY_MS).toISOString()}&to=${new Date(to).toISOString()}`
}

const day = ({ end }: Subject, ago: number) => new Date(end.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
const filterOf = (subject: Subject) => ({ from: day(subject, 30), to: day(subject, 1) })

const LISTS: readonly Reading[] = [
  get('countMentions', 'content-count', (s) => `/api/project/content-count?id=${s.projectId}`),
  get('listMentions', 'mentions, page 1', (s) => `/api/mentions?keywordId=${s.projectId}&limit=${PAGE}`),
  get(
    'listMentions',
    'mentions, deep page',
    (s, n) => `/api/mentions?keywordId=${s.projectId}&limit=${PAGE}&page=${Math.floor(s.mentions / PAGE / 2) - n}`,
  ),
  get('listMentions', 'mentions, sentiment', (s) => `/api/mentions?keywordId=${s.projectId}&limit=${PAGE}&sentimen=-1`),
  get('listRanked', 'r10, page 1', (s) => `/api/mentions/r10?keywordId=${s.projectId}&limit=${PAGE}`),
  get(
    'listRanked',
    'r10, deep page',
    (s, n) => `/api/mentions/r10?keywordId=${s.projectId}&limit=${PAGE}&page=${Math.floor(s.mentions / PAGE / 4) - n}`,
  ),
  get('searchMentions', 'search, common word', (s) => `/api/mentions/search?keywordId=${s.projectId}&q=${COMMON_WORD}`),
  get(
    'searchMentions',
    'search, rare word',
    (s, n) => `/api/mentions/search?keywordId=${s.projectId}&q=${rareWord(n, s.mentions)}`,
  ),
  get(
    'searchMentions',
    'search, ranked',
    (s) => `/api/mentions/search?keywordId=${s.projectId}&q=${COMMON_WORD}&order=ranked`,
  ),
  get('getMention', 'a mention', (s) => `/api/mentions/${s.mentionId}`),
  get('listSimilarMentions', 'similar to a mention', (s) => `/api/mentions/${s.mentionId}/similar`),
  get('listHiddenMentions', 'hidden mentions', (s) => `/api/mentions/hidden?keywordId=${s.projectId}`),
  get('listMentionChanges', 'changes', (s, n) => `/api/mentions/changes?keywordId=${s.projectId}&since=${n}`),
  get('listUnmatched', 'unmatched', (s) => `/api/project/unmatched?id=${s.projectId}`),
]

const ANALYSES: readonly Reading[] = [
  get('getInsights', 'insights, 30 days', (s, n) => `/api/project/insights?id=${s.projectId}&${range(s, 30, n)}`),
  get(
    'getInsights',
    'insights, 30 days, negative',
    (s, n) => `/api/project/insights?id=${s.projectId}&sentimen=-1&${range(s, 30, n)}`,
  ),
  get('getInsights', 'insights, a year', (s, n) => `/api/project/insights?id=${s.projectId}&${range(s, 365, n)}`),
  get('getFigures', 'figures, 30 days', (s, n) => `/api/project/figures?id=${s.projectId}&${range(s, 30, n)}`),
  get('getFigures', 'figures, a year', (s, n) => `/api/project/figures?id=${s.projectId}&${range(s, 365, n)}`),
  get(
    'getFigures',
    'figures, 30 days, a word',
    (s, n) => `/api/project/figures?id=${s.projectId}&q=${COMMON_WORD}&${range(s, 30, n)}`,
  ),
  get(
    'getFigures',
    'figures of a story',
    (s, n) => `/api/project/figures?id=${s.projectId}&story=${s.storyId}&${range(s, 30, n)}`,
  ),
  get('explainRange', 'moments', (s, n) => `/api/project/moments?id=${s.projectId}&${range(s, 2, n)}`),
  get('getCoverage', 'coverage, 30 days', (s, n) => `/api/project/coverage?id=${s.projectId}&${range(s, 30, n)}`),
  get('compare', 'compare two projects', (s, n) => `/api/compare?ids=${s.projectId},${s.smallId}&${range(s, 30, n)}`),
  get(
    'compare',
    'compare two months',
    (s, n) =>
      `/api/compare?id=${s.projectId}&periods=${day(s, 60 + n)}..${day(s, 31 + n)},${day(s, 30 + n)}..${day(s, 1 + n)}`,
  ),
  get('getSummary', 'summary', (s) => `/api/project/summary/${s.projectId}`),
  get('listCampaigns', 'campaigns', (s) => `/api/campaigns?keywordId=${s.projectId}`),
  get('getCampaign', 'a campaign', (s) => `/api/campaigns/${s.campaignId}`),
  get('listAudits', 'audits', (s) => `/api/audits?keywordId=${s.projectId}`),
  get('getAudit', 'an audit', (s) => `/api/audits/${s.auditId}`),
  get(
    'compareAudits',
    'change between audits',
    (s) =>
      `/api/audits/change?keywordId=${s.projectId}&periods=${day(s, 60)}..${day(s, 31)},${day(s, 30)}..${day(s, 1)}`,
  ),
  post('writeSummary', 'summary, written', (s) => [`/api/project/generate-summary/${s.projectId}`, undefined]),
  post('previewReport', 'report, preview', (s) => [
    '/api/reports/preview',
    { keywordId: s.projectId, filter: filterOf(s), blocks: [{ kind: 'figures' }, { kind: 'stories' }], language: 'id' },
  ]),
  post('backtestAlert', 'rule, back-test', (s) => [
    '/api/alerts/backtest',
    { keywordId: s.projectId, rule: { kind: 'spike', sensitivity: 'medium' }, ...filterOf(s) },
  ]),
  post('previewExpression', 'expression, preview', (_, n) => [
    '/api/project/preview',
    { keyword: `banjir or rob${n % 7}` },
  ]),
  {
    operation: 'previewImport',
    name: 'import, preview',
    read: (client, s, n) =>
      client.upload(`/api/import/preview?keywordId=${s.projectId}`, openPostMaker(9 + n, s.end).make(PREVIEW_ROWS)),
  },
  post('checkExpression', 'expression, check', () => [
    '/api/project/check',
    { keyword: 'banjir and jakarta', text: 'Banjir merendam Jakarta Utara' },
  ]),
]

const EXPORTED_DAYS = { csv: 30, jsonl: 30, xlsx: 7, parquet: 7 } as const

// A row of a file costs the same in a month as in a year; small files would show the request instead.
const FILES: readonly Reading[] = (['csv', 'jsonl', 'xlsx', 'parquet'] as const).map((format) => ({
  operation: 'exportMentions',
  name: `export, ${format}, us a row`,
  rows: (s) => (s.mentions / 365) * EXPORTED_DAYS[format],
  read: (client, s) =>
    client.download(`/api/export?keywordId=${s.projectId}&format=${format}&${range(s, EXPORTED_DAYS[format], 0)}`),
}))

const ACCOUNT: readonly Reading[] = [
  get('getOverview', 'overview, 100 projects', () => '/api/project/overview'),
  get('listProjects', 'projects', () => '/api/project?limit=20'),
  get('listEdits', 'edits of a project', (s) => `/api/project/edits?id=${s.projectId}`),
  get('getNewSince', 'new since', (s) => `/api/project/since?id=${s.projectId}`),
  get('listSources', 'sources', () => '/api/project/sources'),
  get('listAlerts', 'rules', (s) => `/api/alerts?keywordId=${s.projectId}`),
  get('listIncidents', 'incidents', () => '/api/incidents'),
  get('getIncident', 'an incident', (s) => `/api/incidents/${s.incidentId}`),
  get('listInbox', 'inbox', () => '/api/inbox'),
  get('getBrief', 'brief', () => '/api/brief'),
  get('previewBrief', 'brief, preview', () => '/api/brief/preview'),
  get('listTags', 'tags', (s) => `/api/tags?keywordId=${s.projectId}`),
  get('getMentionsChange', 'a change of many', (s) => `/api/bulk/${s.bulkId}`),
  get('listViews', 'views', (s) => `/api/views?keywordId=${s.projectId}`),
  get('listDayNotes', 'notes', (s) => `/api/notes?keywordId=${s.projectId}`),
  get('listJobs', 'jobs', (s) => `/api/ai-service/jobs?keywordId=${s.projectId}`),
  get('getQuota', 'quota', () => '/api/user-quota'),
  get('getQuotaHistory', 'quota history', () => '/api/user-quota/history'),
  get('listChannels', 'channels', () => '/api/channels'),
  get('getChannel', 'a channel', (s) => `/api/channels/${s.channelId}`),
  get('listDeliveries', 'deliveries', (s) => `/api/channels/${s.channelId}/deliveries`),
  get('listReaderFeeds', 'feeds for readers', (s) => `/api/feeds?keywordId=${s.projectId}`),
  get('readAtomFeed', 'a feed, Atom', (s) => `/api/feeds/${s.feedSecret}.atom`),
  get('readJsonFeed', 'a feed, JSON', (s) => `/api/feeds/${s.feedSecret}.json`),
  get('listReports', 'reports', (s) => `/api/reports?keywordId=${s.projectId}`),
  get('getReport', 'a report', (s) => `/api/reports/${s.reportId}`),
  get('listReportLinks', 'links of a report', (s) => `/api/reports/${s.reportId}/links`),
  get('readSharedReport', 'a shared report', (s) => `/api/shared/${s.shareToken}`),
  get('getSession', 'session', () => '/api/auth/session'),
  get('getMe', 'own account', () => '/api/auth/me'),
  get('listSessions', 'sessions', () => '/api/auth/sessions'),
  get('listKeys', 'keys', () => '/api/keys'),
  get('listUsers', 'users', () => '/api/admin/users'),
  get('listFeeds', 'feeds', () => '/api/admin/feeds'),
  get('listAdminSources', 'sources, for admins', () => '/api/admin/sources'),
  get('getIncidentSettings', 'settings of incidents', () => '/api/admin/incidents/settings'),
]

export const READINGS: readonly Reading[] = [...LISTS, ...ANALYSES, ...FILES, ...ACCOUNT]

const READ_SCOPE = 'A key needs the scope `read`.'

interface Operation {
  readonly operationId: string
  readonly description?: string
}

// Every operation of the document that is a GET, or needs no more than the scope `read`, is measured or named in LEFT_OUT, so that none is
// forgotten.
export async function checkComplete(client: FrontClient): Promise<void> {
  const { body } = await client.request('GET', '/openapi.json')
  const known = new Set([...READINGS.map(({ operation }) => operation), ...Object.keys(LEFT_OUT)])
  const paths = Object.values(body.paths as Record<string, Record<string, Operation>>)
  const missing = paths
    .flatMap((path) => Object.entries(path))
    .filter(([method, { description = '' }]) => method === 'get' || description.includes(READ_SCOPE))
    .flatMap(([, { operationId }]) => (known.has(operationId) ? [] : [operationId]))
  if (missing.length > 0) throw new Error(`Not measured and not left out: ${missing.join(', ')}.`)
}

// What is shown at this size.
export async function findSubject(prepared: Prepared, made: Made, mentions: number): Promise<Subject> {
  const { client, projectId } = prepared
  const first = async (path: string) => (await client.request('GET', path)).body.data[0]
  const ranked = await first(`/api/mentions/r10?keywordId=${projectId}&limit=1`)
  return {
    ...prepared,
    ...made,
    mentions,
    mentionId: ranked.id,
    storyId: ranked.story,
    incidentId: (await first('/api/incidents'))?.id ?? 'none',
    campaignId: (await first(`/api/campaigns?keywordId=${projectId}`))?.id ?? 'none',
  }
}
