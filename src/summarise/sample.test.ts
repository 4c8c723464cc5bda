import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLATFORMS } from '../domain/platform.ts'
import { aMention } from './material.fixture.ts'
import type { SummaryMention } from './material.ts'
import { sampleFor } from './sample.ts'

// Dominant: 5,000 negative posts on one platform within a minute. Rare: ten posts of each other kind, over ten days.
function manyMentions(): SummaryMention[] {
  const words = ['harga', 'beras', 'pasar', 'antre', 'truk', 'gudang', 'petani', 'pupuk', 'subsidi', 'warung', 'karung']
  const text = (seed: string) => words.map((word) => `${word}${seed}`).join(' ')
  const dominant = Array.from({ length: 5_000 }, (_, at) =>
    aMention(`dominant${at}`, text(`l${at}`), {
      sentiment: -1,
      publishedAt: new Date(Date.UTC(2025, 7, 12, 5, 0, at % 60)),
    }),
  )
  const rare = PLATFORMS.flatMap((platform) =>
    ([0, 1] as const).flatMap((sentiment) =>
      Array.from({ length: 10 }, (_, at) =>
        aMention(`${platform}${sentiment}${at}`, text(`${platform}${sentiment}${at}`), {
          platform,
          sentiment,
          publishedAt: new Date(Date.UTC(2025, 7, 10 + at)),
        }),
      ),
    ),
  )
  return [...dominant, ...rare]
}

test('a sample has the requested size and covers every sentiment, every source and the time range', () => {
  const sample = sampleFor(manyMentions(), 100)
  assert.equal(sample.length, 100)
  assert.deepEqual(new Set(sample.map(({ sentiment }) => sentiment)), new Set([-1, 0, 1]))
  assert.deepEqual(new Set(sample.map(({ platform }) => platform)), new Set(PLATFORMS))
  assert.ok(new Set(sample.map(({ publishedAt }) => publishedAt.getUTCDate())).size >= 5)
  const dominant = sample.filter(({ sentiment }) => sentiment === -1).length
  assert.ok(dominant >= 20 && dominant <= 80, `the dominant stratum has ${dominant} of 100`)
})

test('a sample does not depend on the order of the mentions', () => {
  const ids = (mentions: readonly SummaryMention[]) => sampleFor(mentions, 50).map(({ id }) => id)
  assert.deepEqual(ids(manyMentions()), ids(manyMentions().toReversed()))
})

test('copies are folded into one mention, whose size stays the one that was counted', () => {
  const text = 'Harga beras di pasar Oeba naik lagi dan ibu-ibu mengeluh uang belanja habis sebelum akhir bulan'
  const copies = ['a', 'b', 'c'].map((id) => aMention(id, `RT @${id}: ${text}`, { storyId: 'a', groupSize: 3 }))
  const alike = aMention('d', `${text} lagi`, { groupSize: 2 })
  assert.deepEqual(
    sampleFor([...copies, alike]).map(({ id, groupSize }) => [id, groupSize]),
    [['a', 3]],
  )
})

test('a small set of mentions is taken completely', () => {
  const mentions = [aMention('a', 'beras mahal'), aMention('b', 'beras murah')]
  assert.deepEqual(new Set(sampleFor(mentions)), new Set(mentions))
})
