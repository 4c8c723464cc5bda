import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashtagsFor, roomForHashtag } from './hashtags.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000

test('each alternative is looked for under one hashtag: the longest term, written as one word', () => {
  assert.deepEqual(hashtagsFor({ alternatives: [['banjir', 'garut'], ['gempa bumi']] }), ['banjir', 'gempabumi'])
  assert.deepEqual(hashtagsFor({ alternatives: [['Covid-19'], ["jum'at"], ['#Timnas']] }), [
    'covid19',
    'jumat',
    'timnas',
  ])
})

test('a hashtag that is asked for anyway is preferred, because it costs nothing', () => {
  const keyword = { alternatives: [['garut'], ['banjir', 'garut'], ['longsor', 'cianjur']] }
  assert.deepEqual(hashtagsFor(keyword), ['garut', 'longsor'])
  assert.deepEqual(hashtagsFor(keyword, new Set(['cianjur'])), ['garut', 'cianjur'])
})

test('what cannot be a hashtag is none', () => {
  assert.deepEqual(hashtagsFor({ alternatives: [['2024'], ['🔥'], ['!!!'], ['a'.repeat(101)]] }), [])
  assert.deepEqual(hashtagsFor({ alternatives: [['2024', 'pemilu']] }), ['pemilu'])
})

test('thirty hashtags fit into a week; the next waits for the oldest to leave', () => {
  const asked = Array.from({ length: 30 }, (_, at) => ({
    hashtag: `tag${at}`,
    searchedAt: new Date(NOW.getTime() - (at + 1) * HOUR_MS),
  }))
  assert.equal(roomForHashtag(asked.slice(1), 'baru', NOW), 'new')
  assert.equal(roomForHashtag(asked, 'tag29', NOW), 'free')
  assert.deepEqual(roomForHashtag(asked, 'baru', NOW), new Date(NOW.getTime() + (7 * 24 - 30) * HOUR_MS))
})

test('a hashtag leaves after seven days, to the moment', () => {
  const asked = [{ hashtag: 'lama', searchedAt: new Date(NOW.getTime() - 7 * 24 * HOUR_MS) }]
  assert.equal(roomForHashtag(asked, 'lama', NOW), 'new')
  assert.equal(roomForHashtag(asked, 'lama', new Date(NOW.getTime() - 1)), 'free')
})
