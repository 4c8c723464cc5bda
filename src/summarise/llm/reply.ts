import { cutText } from '../../text/plain.ts'
import type { Draft } from '../material.ts'

const REPLY_LENGTH_MAX = 200_000
const SENTENCES_MAX = 30
const MENTIONS_MAX = 20

// Parses a model's reply leniently: it may be fenced, surrounded by prose, truncated, or have wrong types. Whether a sentence is
// supported is not decided here. Returns null when the reply contains no sentence.
export function readReply(content: string, ids: readonly string[]): Draft[] | null {
  const items = findItems(cutText(content, REPLY_LENGTH_MAX))
  const drafts = items.slice(0, SENTENCES_MAX).flatMap((item) => readItem(item, ids) ?? [])
  return drafts.length === 0 ? null : drafts
}

function findItems(content: string): unknown[] {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const [start, end] = [content.indexOf(open), content.lastIndexOf(close)]
    if (start === -1 || end <= start) continue
    const value = parse(content.slice(start, end + 1))
    if (Array.isArray(value)) return value
    if (isRecord(value)) {
      if (Array.isArray(value.sentences)) return value.sentences
      if (typeof value.text === 'string') return [value]
    }
  }
  // A truncated reply still has complete sentences before the cut.
  return Array.from(content.matchAll(/\{[^{}]{2,4000}\}/g), ([text]) => parse(text)).slice(0, SENTENCES_MAX)
}

function readItem(item: unknown, ids: readonly string[]): Draft | null {
  if (!isRecord(item) || typeof item.text !== 'string' || item.text.trim() === '') return null
  const numbers = Array.isArray(item.mentions) ? item.mentions.slice(0, MENTIONS_MAX) : [item.mentions]
  const evidence = numbers.flatMap((number) => {
    const index = typeof number === 'number' ? number : typeof number === 'string' ? Number(number.trim() || 'none') : 0
    return Number.isInteger(index) ? (ids[index - 1] ?? []) : []
  })
  return { text: item.text, evidence }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
