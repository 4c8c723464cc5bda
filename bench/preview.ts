import { forecastMonth, type MonthForecast } from '../src/analyse/forecast.ts'
import { previewExpression } from '../src/evaluate/preview.ts'
import { parseKeyword } from '../src/match/parse.ts'
import { openBenchDatabase } from './fixture.ts'
import { timeMs } from './measure.ts'
import { type DailyStream, HELD_OUT_SEED, makeStreams, TUNING_SEED } from './sets/daily-streams.ts'

const PER_KIND = 500
const DAYS_SEEN = [14, 30, 45, 60, 90]
const ARCHIVES = [12_000, 200_000]

// How often the month after a stream is inside the forecast interval, which is meant to hold at least eight of ten; and how long a
// preview takes on archives of different sizes, and blocks other requests.
export async function run(): Promise<void> {
  for (const days of DAYS_SEEN) {
    const tuning = kindsOf(makeStreams(days, PER_KIND, TUNING_SEED))
    const heldOut = kindsOf(makeStreams(days, PER_KIND, HELD_OUT_SEED))
    console.log(`\nForecast from ${days} days, on streams that no constant was chosen on`)
    console.table(
      Object.fromEntries(
        [...heldOut].map(([kind, list]) => [
          kind,
          { ...report(list), 'inside, tuning': inside(tuning.get(kind) ?? []) },
        ]),
      ),
    )
  }
  await reportTimes()
}

function kindsOf(streams: readonly DailyStream[]): Map<string, readonly DailyStream[]> {
  return new Map<string, readonly DailyStream[]>([...Map.groupBy(streams, ({ kind }) => kind), ['all', streams]])
}

function inside(streams: readonly DailyStream[]): string {
  return percent(streams.filter(({ seen, held }) => isInside(held, forecastMonth(seen))).length, streams.length)
}

function isInside(held: number, { low, high }: MonthForecast): boolean {
  return held >= Math.floor(low) && held <= Math.ceil(high)
}

function percent(part: number, total: number): string {
  return `${Math.round((part / total) * 100)} %`
}

function report(streams: readonly DailyStream[]) {
  const results = streams.map(({ seen, held }) => ({ held, ...forecastMonth(seen) }))
  const above = results.filter(({ held, high }) => held > Math.ceil(high))
  return {
    inside: inside(streams),
    above: percent(above.length, results.length),
    'high / low': median(results.map(({ low, high }) => high / Math.max(1, low))).toFixed(1),
    'error of expected': `${Math.round(median(results.map(({ held, expected }) => Math.abs(held - expected) / Math.max(1, expected))) * 100)} %`,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function reportTimes(): Promise<void> {
  const database = await openBenchDatabase()
  try {
    const { pool } = await database.project('preview')
    const keyword = parseKeyword('banjir and jakarta or rob or tanggul jebol')
    const table: Record<string, Record<string, string | number>> = {}
    let posts = 0
    for (const size of ARCHIVES) {
      await pool`
        insert into archive_post (seq, platform, platform_id, post, published_at, link)
        select n, 5, n::text, jsonb_build_object('text', words, 'url', 'https://example.com/' || n), now() - n * interval '30 seconds', ''
          from generate_series(${posts + 1}::int, ${size}::int) n
         cross join lateral (
           select string_agg((array['banjir','jakarta','rob','warga','harga','pasar','hujan','tim','gol','menteri'])[1 + abs(hashint4(n * 101 + w)) % 10]
             || case when abs(hashint4(n * 7 + w)) % 3 = 0 then '' else abs(hashint4(n * 31 + w)) % 5000 || '' end, ' ') as words
             from generate_series(1, 60) w) t`
      await pool`vacuum analyze archive_post`
      posts = size
      const request = { keyword, exclude: 'gol', startDay: '2020-01-01', endDay: null, projectId: null, mentionDays: 0 }
      const preview = () =>
        previewExpression(pool, { ...request, now: new Date(), timeZone: 'Asia/Jakarta' }, new AbortController().signal)
      const { archive } = await preview()
      const blocks = watchBlocks()
      const ms = Math.round(await timeMs(preview))
      const blocked = Math.round(blocks.stop())
      table[`${size} posts`] = { read: archive.read, 'ms per preview': ms, 'longest block, ms of CPU': blocked }
    }
    console.log('\nTime of a preview')
    console.table(table)
  } finally {
    await database.close()
  }
}

// The most CPU time that this thread spent in one turn of its event loop, during which other requests wait. CPU time, because a busy
// machine interrupts every turn.
function watchBlocks(): { stop(): number } {
  let [longest, last, isStopped] = [0, cpuMs(), false]
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isStopped) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop() {
      isStopped = true
      return longest
    },
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
