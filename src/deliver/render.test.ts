import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageContent } from '../domain/message.ts'
import { DISCORD_MRKDWN, type Format, plainFormat, render, SLACK_MRKDWN, TELEGRAM_HTML } from './render.ts'
import { renderHtml } from './render-html.ts'

const link = { label: 'Buka', url: 'https://pantau.example.org/p?a=1&b=2' }
const HOSTILE = `</b><a href="javascript:x">k</a>&amp;<!channel>|"'*_\u202e@all\n> baris [x](https://evil.example)`
const bytes = (text: string) => Buffer.byteLength(text)

function message(text: string, count: number): MessageContent {
  return {
    title: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'list', title: text, items: Array.from({ length: count }, () => ({ text, url: 'https://x.com/1' })) },
      { kind: 'quote', text, by: text, url: 'https://x.com/2' },
    ],
    links: [link],
  }
}

const FORMATS: readonly Format[] = [
  plainFormat(500),
  plainFormat(4_096, bytes),
  TELEGRAM_HTML,
  SLACK_MRKDWN,
  DISCORD_MRKDWN,
]

test('a message of any length fits, keeps its title and links, and splits no character', () => {
  for (const format of FORMATS)
    for (const sample of ['👨‍👩‍👧‍👦', 'é🇮🇩', 'kata ', '<&>"'])
      for (const repeats of [1, 7, 50, 400, 3_000]) {
        const text = render(message(sample.repeat(repeats), repeats), format)
        assert.ok(format.measure(text) <= format.max, `${format.measure(text)} of ${format.max}`)
        assert.ok(text.isWellFormed())
        assert.ok(text.includes('pantau.example.org/p'))
        assert.doesNotMatch(text, /👨‍(?!👩)|👩‍(?!👧)|\ud83c\uddee(?!\ud83c\udde9)/u)
      }
})

test('words of a post are never markup', () => {
  const content: MessageContent = {
    title: HOSTILE,
    blocks: [
      { kind: 'quote', text: HOSTILE, by: HOSTILE, url: 'https://x.com/"><script>' },
      { kind: 'list', title: HOSTILE, items: [{ text: HOSTILE, url: 'javascript:alert(1)' }] },
    ],
    links: [{ label: HOSTILE, url: 'javascript:alert(1)' }, link],
  }
  for (const html of [render(content, TELEGRAM_HTML), renderHtml(content, 'id', [])]) {
    assert.doesNotMatch(html, /<(script|\/b><a)|href="javascript|<!channel/)
    assert.doesNotMatch(html, /href="[^"]*[<>]/)
    assert.ok(html.includes('https://pantau.example.org/p?a=1&amp;b=2'))
  }
  const slack = render(content, SLACK_MRKDWN)
  assert.deepEqual(
    [...slack.matchAll(/<([^|>]*)[|>]/g)].map(([, url]) => url),
    ['https://x.com/%22%3E%3Cscript%3E', 'https://pantau.example.org/p?a=1&amp;b=2'],
  )
  assert.doesNotMatch(slack, /@all|\]\(|\u202e/)
  // A quotation stays on its line.
  assert.equal(slack.split('\n').filter((line) => line.startsWith('> ')).length, 1)
})

test('signs of emphasis in a post are shown as signs, and names keep their underscores', () => {
  const text = '*tebal* _miring_ ~coret~ `kode` ||rahasia|| __garis__ budi_santoso'
  const quote = { kind: 'quote', text, by: 'warga_jakarta', url: null } as const
  const slack =
    render({ title: 'x', blocks: [quote], links: [] }, SLACK_MRKDWN)
      .split('\n')
      .at(-1) ?? ''
  assert.doesNotMatch(slack, /[*~`]|\|\||(^|\W)_|_(\W|$)/)
  assert.match(slack, /∗tebal∗ ˍmiringˍ .*budi_santoso.*warga_jakarta/)
})

test('a message about an incident with long texts and addresses loses no part of itself on the smallest platform', () => {
  const address = (path: string) => `https://pantau.example.org/${path}/${'0'.repeat(120)}`
  const lines = ['Sejak kemarin.', 'Kata baru: satu, dua', 'Platform: X (9)', `Penulis: ${'nama '.repeat(20)}`]
  const content: MessageContent = {
    title: 'Banjir Jakarta '.repeat(8),
    blocks: [
      { kind: 'list', title: 'Cerita', items: ['a', 'b', 'c', 'd', 'e'].map(story) },
      ...lines.map((text) => ({ kind: 'text', text }) as const),
      ...[1, 2, 3].map(
        (n) => ({ kind: 'quote', text: 'kata '.repeat(56), by: 'budi', url: `https://x.com/${n}` }) as const,
      ),
    ],
    links: ['projects', 'a', 'b'].map((path) => ({ label: path, url: address(path) })),
  }
  function story(name: string) {
    return { text: `${name} × ${'cerita '.repeat(16)}`, url: address(name) }
  }
  const text = render(content, DISCORD_MRKDWN)
  assert.ok(text.length <= 2_000)
  for (const line of [...lines, 'Cerita', '• a ×', '• e ×']) assert.ok(text.includes(line.trim()), line)
  for (const n of [1, 2, 3]) assert.ok(text.includes(`<https://x.com/${n}|budi>`), text)
  for (const { url } of content.links) assert.ok(text.includes(url))
})

test('the e-mail has the language of its reader and everything that was reported', () => {
  const html = renderHtml(message('banjir', 40), 'en', [{ label: 'Unsubscribe', url: 'https://pantau.example.org/u' }])
  assert.match(html, /^<!doctype html><html lang="en">/)
  assert.equal(html.match(/<li /g)?.length, 40)
  assert.match(html, /<a href="https:\/\/pantau\.example\.org\/u"[^>]*>Unsubscribe<\/a><\/p>\n<\/body>/)
})
