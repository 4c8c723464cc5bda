import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { importStream } from '../../src/collect/import/import-posts.ts'
import type { ImportContainer, ImportReport, RowOutcome, RowResult } from '../../src/domain/import.ts'
import type { Project } from '../../src/domain/project.ts'
import {
  anAccount,
  aProject,
  assertExact,
  type CollectFixture,
  mentionIds,
  openCollectFixture,
  remaining,
  TIME_ZONE,
} from './fixture.ts'

let fixture: CollectFixture
before(async () => {
  fixture = await openCollectFixture({})
})
after(() => fixture.close())

function load(
  project: Project,
  format: ImportContainer,
  source: Iterable<string | Buffer>,
  outcomes: RowOutcome[] = [],
): Promise<ImportReport> {
  const { classifier } = fixture.deps
  const onRows = (results: readonly RowResult[]) => {
    outcomes.push(...results.map(({ outcome }) => outcome))
  }
  return importStream(fixture.pool, project, Readable.from(source), format, { timeZone: TIME_ZONE, classifier, onRows })
}

const CSV = `platform,id,text,url,author_id,author_username,author_name,published_at,language,likes
twitter,1,Banjir di Garut,https://x.com/a/status/1,7,budi,Budi,2026-03-20T12:00:00Z,id,5
facebook,2,"Banjir, lagi ""parah""",,,,,2026-03-20 12:00:00,,
youtube,3,Cerah,,,,,2026-03-20T12:00:00Z,,
tiktok,4,Banjir,,,,,2019-03-20T12:00:00Z,,
instagram,5,Banjir,,,,,kemarin,,
news,6,Banjir di media,https://kabar.example/6,,,,2026-03-20T12:00:00Z,,
twitter,1,Banjir di Garut,,,,,2026-03-20T12:00:00Z,,
`

test('a CSV file of several platforms is matched, charged and reported row by row', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const outcomes: RowOutcome[] = []
  const report = await load(project, 'csv', [CSV], outcomes)
  assert.deepEqual(outcomes, ['new', 'new', 'not_matched', 'outside_dates', 'invalid', 'new', 'known'])
  assert.deepEqual(report, {
    rows: 7,
    new: 3,
    known: 1,
    notMatched: 1,
    outsideDates: 1,
    unpaid: 0,
    invalid: 1,
    errors: [
      {
        row: 5,
        message: '"kemarin" is not a date: write it as 2026-03-20T12:00:00Z.',
        reason: ['rowDate', 'kemarin'],
      },
    ],
  })
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['1', '2', '6'])
  assert.equal(await remaining(fixture.pool, owner), 7)
  const [stored] =
    await fixture.pool`select text, likes, published_at from mention where project_id = ${project.id} and platform_id = '2'`
  assert.equal(stored?.text, 'Banjir, lagi "parah"')
  assert.equal(stored?.published_at.toISOString(), '2026-03-20T05:00:00.000Z')
  const again = await load(project, 'csv', [CSV])
  assert.equal(again.new, 0)
  assert.equal(again.known, 4)
  assert.equal(await remaining(fixture.pool, owner), 7)
  await assertExact(fixture.pool)
})

test('a CSV file of a spreadsheet may have a byte order mark and semicolons', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const file = '\ufeffPlatform;ID;Text;Published At\r\ntwitter;9;Banjir, besar;20/03/2026 12:00\r\n'
  assert.equal((await load(project, 'csv', [file])).new, 1)
})

test('NDJSON may be nested, long numbers keep all digits, and a broken line affects only itself', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const lines = [
    '{"platform":"tiktok","id":7028743950684949650,"text":"Banjir","published_at":1773964800,"author":{"id":5,"username":"a"}}',
    '{"platform":"tiktok",',
    '',
    '[1]',
    '{"platform":"x","id":"2","text":"Banjir","published_at":"2026-03-20T12:00:00Z"}',
  ]
  const bytes = Buffer.from(lines.join('\n'))
  // In chunks of a few bytes: chunk boundaries must not matter.
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) => bytes.subarray(n * 7, n * 7 + 7))
  const report = await load(project, 'ndjson', chunks)
  assert.deepEqual(await mentionIds(fixture.pool, project.id), ['2', '7028743950684949650'])
  assert.deepEqual(
    report.errors.map(({ row }) => row),
    [2, 4],
  )
})

test('rows beyond the quota are counted as unpaid and not stored', async () => {
  const owner = await anAccount(fixture.pool, 2)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const report = await load(project, 'csv', [CSV])
  assert.equal(report.new, 2)
  assert.equal(report.unpaid, 1)
  assert.equal(await remaining(fixture.pool, owner), 0)
  await assertExact(fixture.pool)
})

test('rows are reported in order, and counts stay exact over many batches', async () => {
  const owner = await anAccount(fixture.pool, 10_000)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  function* lines() {
    for (let made = 0; made < 2_000; made++) {
      const word = (factor: number) => (made * factor + 1_000_000).toString(36)
      const text =
        made % 2 === 0 ? `banjir ${word(7_919)} ${word(104_729)} ${word(1_299_709)} ${word(15_485_863)}` : 'cerah'
      yield `${JSON.stringify({ platform: 'twitter', id: String(made), text, published_at: '2026-03-20T12:00:00Z' })}\n`
    }
  }
  const reported: number[] = []
  const report = await importStream(fixture.pool, project, Readable.from(lines()), 'ndjson', {
    timeZone: TIME_ZONE,
    classifier: fixture.deps.classifier,
    onRows: (results) => {
      reported.push(...results.map(({ row }) => row))
    },
  })
  assert.equal(report.new, 1_000)
  assert.equal(report.notMatched, 1_000)
  assert.deepEqual(
    reported,
    Array.from({ length: 2_000 }, (_, n) => n + 1),
  )
  await assertExact(fixture.pool)
})

test('an edit during an import ends it, so that nothing more is stored by the former expression', async () => {
  const owner = await anAccount(fixture.pool, 10_000)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  const line = (id: number) =>
    `${JSON.stringify({ platform: 'twitter', id: `e${id}`, text: 'banjir', published_at: '2026-03-20T12:00:00Z' })}\n`
  const running = importStream(
    fixture.pool,
    project,
    Readable.from(Array.from({ length: 1_200 }, (_, n) => line(n))),
    'ndjson',
    {
      timeZone: TIME_ZONE,
      classifier: fixture.deps.classifier,
      onRows: async () => {
        await fixture.pool`update project set keyword = 'gempa' where id = ${project.id}`
      },
    },
  )
  await assert.rejects(running, /edited during the import: import the file again/)
  const stored = await mentionIds(fixture.pool, project.id)
  assert.ok(stored.length > 0 && stored.length < 1_200)
  assert.equal(await remaining(fixture.pool, owner), 10_000 - stored.length)
  await assertExact(fixture.pool)
})

test('a file that is not CSV and one without rows are reported and do not throw', async () => {
  const owner = await anAccount(fixture.pool, 10)
  const project = await aProject(fixture.pool, owner, { keyword: 'banjir', kind: 'manual' })
  assert.equal((await load(project, 'csv', [])).rows, 0)
  assert.equal((await load(project, 'csv', ['platform,text\n'])).rows, 0)
  const report = await load(project, 'csv', [Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x22, 0x41, 0x0a, 0x42])])
  assert.equal(report.new, 0)
  assert.ok(report.rows <= 1)
})
