import { writeFileSync } from 'node:fs'

// Makes the examples of the OpenAPI document from real requests and responses: `WRITE_EXAMPLES=1 npm test -- --no-check
// test/contract/openapi.test.ts` rewrites src/api/wire/examples.json. What differs from run to run is replaced and long lists are
// shortened, so that a rewrite changes little. It still changes the numbers of ids and the cards of audits, which draw at random.

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type ByType = Record<string, Json>
export interface Example {
  request?: ByType
  responses: Record<string, ByType>
}

const FILE = new URL('../../src/api/wire/examples.json', import.meta.url)
// The moment of the run, in the examples.
const NOW = Date.parse('2026-06-15T03:00:00Z')
const DAY_MS = 86_400_000
const RECENT_MS = 120 * DAY_MS
const ITEMS_MAX = 2
const WORDS_MAX = 5
const LINES_MAX = 3
const SECRETS: Readonly<Record<string, string>> = {
  token: 'contoh-token-yang-hanya-diketahui-pemiliknya',
  key: 'pantau_contoh-kunci-yang-hanya-ditampilkan-sekali',
  prefix: 'pantau_contoh',
  secret: 'whsec_Y29udG9oLXJhaGFzaWEteWFuZy1oYW55YS1zZWthbGk=',
  next: 'contoh-kursor',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  address: '192.0.2.10',
}
// Bodies that are not JSON, or whose response never ends.
const BY_HAND: Readonly<Record<string, Example>> = {
  importPosts: {
    request: importFiles(),
    responses: {
      200: {
        'application/x-ndjson':
          '{"rows_total":1}\n{"row":1,"outcome":"new","message":null}\n{"report":{"rows":1,"new":1,"known":0,"not_matched":0,"outside_dates":0,"errors":[],"kuota":9999}}\n',
      },
    },
  },
  previewImport: { request: importFiles(), responses: {} },
  streamEvents: {
    responses: {
      200: {
        'text/event-stream':
          'retry: 2000\n\nid: 41\nevent: mentions\ndata: {"keyword_id":"01970000-0000-7000-8000-000000000001","added":3,"total":45}\n\n',
      },
    },
  },
}

function importFiles(): ByType {
  const post = {
    source: 'news',
    id: 'berita-1',
    text: 'Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.',
    url: 'https://berita.example.com/banjir-surut',
    published_at: '2026-06-01T00:00:00Z',
  }
  const table = (separator: string) =>
    `${Object.keys(post).join(separator)}\n${Object.values(post)
      .map((value) => `"${value}"`)
      .join(separator)}\n`
  const line = `${JSON.stringify(post)}\n`
  return {
    'text/csv': table(','),
    'text/tab-separated-values': table('\t'),
    'application/x-ndjson': line,
    'application/jsonl': line,
    'application/json': [post],
  }
}

export class ExampleRecorder {
  readonly #examples = new Map<string, Example>()
  readonly #ids = new Map<string, string>()
  readonly #startedAt = Date.now()

  record(
    operationId: string,
    { request, status, type, body }: { request?: unknown; status: number; type: string; body: unknown },
  ) {
    const example = this.#examples.get(operationId) ?? { responses: {} }
    if (request !== undefined && status < 300)
      example.request ??= { 'application/json': this.#steady('', request as Json) }
    example.responses[status] ??= {}
    example.responses[status][type] ??= typeof body === 'string' ? this.#document(body) : this.#steady('', body as Json)
    this.#examples.set(operationId, example)
  }

  write(): void {
    for (const [operationId, { request, responses }] of Object.entries(BY_HAND)) {
      const example = this.#examples.get(operationId) ?? { responses: {} }
      if (request !== undefined) example.request = request
      for (const [status, byType] of Object.entries(responses)) {
        example.responses[status] = { ...example.responses[status], ...byType }
      }
      this.#examples.set(operationId, example)
    }
    const sorted = [...this.#examples]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { request, responses }]) => [id, request === undefined ? { responses } : { request, responses }])
    writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  }

  // A body that is sent as text; one of JSON is shortened like all others.
  #document(text: string): Json {
    if (!text.startsWith('{') || text.includes('\n')) return this.#steady('', firstLines(text))
    return JSON.stringify(this.#steady('', JSON.parse(text)))
  }

  #steady(key: string, value: Json): Json {
    if (Array.isArray(value)) return shortened(value).map((item) => this.#steady(key, item))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#steady(name, inner)]))
    }
    if (typeof value !== 'string') return value
    if (key === 'code' && /^[A-Z0-9]{6,}$/.test(value)) return 'CONTOH123'
    const secret = SECRETS[key]
    return secret !== undefined && !value.includes('@') ? secret : this.#steadyText(value)
  }

  #steadyText(text: string): string {
    if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return this.#steadyTime(text)
    return (
      text
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.#steadyId(id))
        .replaceAll(/\/s\/[\w-]{43}/g, '/s/contoh-alamat-yang-hanya-ditampilkan-sekali')
        .replaceAll(/pantau_feed_[\w-]{43}/g, 'pantau_feed_contoh-alamat-yang-hanya-ditampilkan-sekali')
        .replaceAll(/user-[0-9a-f]{8}/g, 'sari')
        .replaceAll('Tester', 'Sari Wulandari')
        .replaceAll('tester@', 'sari@')
        .replaceAll('a password for tests', 'kata sandi yang lama')
        // An audit draws at random.
        .replaceAll(/Laporan banjir Jakarta [\w ]+/g, 'Laporan banjir Jakarta dari RT 7, air setinggi lutut')
        .replaceAll(/https:\/\/example\.com\/\d+/g, 'https://kabar.example.com/7')
        .replaceAll(/\bauthor\d+/g, 'warga_rt7')
        .replaceAll(/\bAUTHOR\d+/g, 'Warga RT 7')
    )
  }

  #steadyId(id: string): string {
    const known = this.#ids.get(id) ?? `01970000-0000-7000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`
    this.#ids.set(id, known)
    return known
  }

  // What is older than the run was chosen by the test and stays.
  #steadyTime(text: string): string {
    const sinceStart = Date.parse(text) - this.#startedAt
    if (sinceStart < -RECENT_MS) return text
    const moved = new Date(NOW + Math.round(sinceStart / DAY_MS) * DAY_MS).toISOString()
    return text.length === '2026-06-15'.length ? moved.slice(0, text.length) : moved
  }
}

function shortened(list: readonly Json[]): readonly Json[] {
  return list.slice(0, typeof list[0] === 'object' ? ITEMS_MAX : WORDS_MAX)
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, LINES_MAX).join('\n')
}
