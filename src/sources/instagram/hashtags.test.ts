import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashtagsFor, roomForHashtag } from './hashtags.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000

test('each alternative is searched for with one hashtag: its longest term, written as one word', () => {
  assert.deepEqual(hashtagsFor({ alternatives: [['banjir', 'garut'], ['gempa bumi']] }), ['banjir', 'gempabumi'])
  assert.deepEqual(hashtagsFor({ alternatives: [['Covid-19'], ["jum'at"], ['#Timnas']] }), [
    'covid19',
    'jumat',
    'timnas',
  ])
})

test('a hashtag that is already searched for is preferred, because it costs nothing', () => {
  const keyword = { alternatives: [['garut'], ['banjir', 'garut'], ['longsor', 'cianjur']] }
  assert.deepEqual(hashtagsFor(keyword), ['garut', 'longsor'])
  assert.deepEqual(hashtagsFor(keyword, new Set(['cianjur'])), ['garut', 'cianjur'])
})

test('terms that cannot be hashtags are skipped', () => {
  assert.deepEqual(hashtagsFor({ alternatives: [['2024'], ['🔥'], ['!!!'], ['a'.repeat(101)]] }), [])
  assert.deepEqual(hashtagsFor({ alternatives: [['2024', 'pemilu']] }), ['pemilu'])
})

test('thirty hashtags fit into a week; the next has to wait until the oldest expires', () => {
  const searched = Array.from({ length: 30 }, (_, at) => ({
    hashtag: `tag${at}`,
    searchedAt: new Date(NOW.getTime() - (at + 1) * HOUR_MS),
  }))
  assert.equal(roomForHashtag(searched.slice(1), 'baru', NOW), 'new')
  assert.equal(roomForHashtag(searched, 'tag29', NOW), 'free')
  assert.deepEqual(roomForHashtag(searched, 'baru', NOW), new Date(NOW.getTime() + (7 * 24 - 30) * HOUR_MS))
})

test('a hashtag expires after exactly seven days', () => {
  const searched = [{ hashtag: 'lama', searchedAt: new Date(NOW.getTime() - 7 * 24 * HOUR_MS) }]
  assert.equal(roomForHashtag(searched, 'lama', NOW), 'new')
  assert.equal(roomForHashtag(searched, 'lama', new Date(NOW.getTime() - 1)), 'free')
})
