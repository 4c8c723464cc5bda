import { forecastMonth } from '../src/analyse/forecast.ts'
import { previewExpression } from '../src/evaluate/preview.ts'
import { parseKeyword } from '../src/match/parse.ts'
import { openBenchDatabase } from './fixture.ts'
import { timeMs } from './measure.ts'
import { type DailyStream, makeStreams } from './sets/daily-streams.ts'

const PER_KIND = 500
const DAYS_SEEN = [14, 30, 90]
const ARCHIVES = [12_000, 200_000]

// How often the month after a stream is inside the forecast interval, which is meant to hold eight of ten; and how long a preview takes
// on archives of different sizes.
export async function run(): Promise<void> {
  for (const days of DAYS_SEEN) {
    const streams = makeStreams(days, PER_KIND)
    console.log(`\nForecast from ${days} days`)
    const kinds = [...Map.groupBy(streams, ({ kind }) => kind), ['all', streams] as const]
    console.table(Object.fromEntries(kinds.map(([kind, list]) => [kind, report(list)])))
  }
  await reportTimes()
}

function report(streams: readonly DailyStream[]) {
  const results = streams.map(({ seen, held }) => ({ held, ...forecastMonth(seen) }))
  const inside = results.filter(({ held, low, high }) => held >= Math.floor(low) && held <= Math.ceil(high))
  const above = results.filter(({ held, high }) => held > Math.ceil(high))
  const percent = (part: number) => `${Math.round((part / results.length) * 100)} %`
  return {
    inside: percent(inside.length),
    above: percent(above.length),
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
      const request = { keyword, exclude: 'gol', startDay: '2020-01-01', endDay: null, projectId: null }
      const preview = () =>
        previewExpression(pool, { ...request, now: new Date(), timeZone: 'Asia/Jakarta' }, new AbortController().signal)
      const { archive } = await preview()
      table[`${size} posts`] = { read: archive.read, 'ms per preview': Math.round(await timeMs(preview)) }
    }
    console.log('\nTime of a preview')
    console.table(table)
  } finally {
    await database.close()
  }
}
