import type { MessageBlock, MessageContent } from '../domain/message.ts'
import { cutText } from '../text/plain.ts'

// All forms of a message are made from one structure. Every text in it may contain words of posts, so every text is escaped, kept on
// one line where a line break would mean something, and cut between characters.

// How a form writes its parts; the arguments are raw text, the results are markup.
export interface Format {
  readonly max: number
  // In the unit of `max`.
  measure(markup: string): number
  text(raw: string): string
  title(raw: string): string
  link(label: string, url: string): string
  // The line that contains a quotation.
  quote(markup: string): string
}

export const TITLE_MAX = 200
export const LINE_MAX = 1_000
export const QUOTE_MAX = 400
const LINKS_MAX = 5

// How long a line of a list and a quotation may be, and whether lines have links, of which some platforms count the address.
interface Size {
  readonly line: number
  readonly quote: number
  readonly hasLinks: boolean
}

const FULL: Size = { line: LINE_MAX, quote: QUOTE_MAX, hasLinks: true }
const SHORT: Size = { line: 120, quote: 160, hasLinks: true }
const SHORTEST: Size = { line: 60, quote: 80, hasLinks: false }

// The title and the links always fit. What is between them is shortened line by line until all of it fits; when it never does, as many
// lines as fit are kept, the last one cut.
export function render(content: MessageContent, format: Format): string {
  for (const size of [FULL, SHORT, SHORTEST]) {
    const { text, isWhole } = renderAs(content, format, size)
    if (isWhole) return text
  }
  return renderAs(content, format, SHORT).text
}

function renderAs(content: MessageContent, format: Format, size: Size): { text: string; isWhole: boolean } {
  const title = format.title(oneLine(content.title, TITLE_MAX))
  const links = content.links
    .slice(0, LINKS_MAX)
    .filter(({ url }) => isLink(url))
    .map(({ label, url }) => format.link(oneLine(label, TITLE_MAX), url))
  const kept = keepWhole(links, format, format.max - format.measure(title) - RESERVE)
  const footer = kept.length === 0 ? '' : `\n\n${kept.join('\n')}`
  let body = title
  for (const line of linesOf(content.blocks, size)) {
    const room = format.max - format.measure(body) - format.measure(footer) - format.measure(line.before)
    const markup = fit(line, format, room)
    if (markup !== null) body += line.before + markup
    if (markup === null || markup !== line.write(line.raw, format)) return { text: body + footer, isWhole: false }
  }
  return { text: body + footer, isWhole: true }
}

// Room for the beginning of the body, whatever the links need.
const RESERVE = 200

function keepWhole(lines: readonly string[], format: Format, room: number): string[] {
  let left = room
  return lines.filter((line) => {
    const size = format.measure(line) + 2
    if (size > left) return false
    left -= size
    return true
  })
}

interface Line {
  readonly before: string
  readonly raw: string
  write(raw: string, format: Format): string
}

// One after the other: those that do not fit are not even prepared.
function* linesOf(blocks: readonly MessageBlock[], size: Size): Generator<Line> {
  for (const block of blocks) {
    if (block.kind === 'text') yield line('\n\n', clean(block.text), (raw, format) => format.text(raw))
    else if (block.kind === 'quote') yield quoteLine(block, size)
    else {
      const heading = oneLine(block.title, LINE_MAX)
      yield line(heading === '' ? '\n' : '\n\n', heading, (raw, format) => format.text(raw))
      for (const { text, url } of block.items)
        yield line(
          '\n',
          oneLine(text, size.line),
          (raw, format) => `• ${linked(raw, size.hasLinks ? url : null, format)}`,
        )
    }
  }
}

function line(before: string, raw: string, write: Line['write']): Line {
  return { before, raw, write }
}

// A quotation keeps its link in every size: it is where the words come from.
function quoteLine({ text, by, url }: Extract<MessageBlock, { kind: 'quote' }>, size: Size): Line {
  const author = oneLine(by, TITLE_MAX)
  return line('\n\n', oneLine(text, size.quote), (raw, format) => {
    const source =
      author === '' && url === null ? '' : ` — ${linked(author === '' ? (url ?? '') : author, url, format)}`
    return format.quote(`“${format.text(raw)}”${source}`)
  })
}

function linked(label: string, url: string | null, format: Format): string {
  return url !== null && isLink(url) ? format.link(label, url) : format.text(label)
}

// The longest beginning of the line that fits, or null when not even a word does.
function fit(line: Line, format: Format, room: number): string | null {
  const whole = line.write(line.raw, format)
  if (format.measure(whole) <= room) return whole
  let [low, high] = [0, line.raw.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (format.measure(line.write(shortened(line.raw, middle), format)) <= room) low = middle
    else high = middle - 1
  }
  return low < CUT_MIN ? null : line.write(shortened(line.raw, low), format)
}

const CUT_MIN = 20

function shortened(raw: string, units: number): string {
  return units >= raw.length ? raw : `${cutText(raw, units)}…`
}

// Control characters, and those that reverse the direction of the text that follows them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point.
const UNWANTED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export function clean(text: string): string {
  return text.toWellFormed().replace(/\t/g, ' ').replace(UNWANTED, '').trim()
}

export function oneLine(text: string, unitsMax: number): string {
  // Cut first, generously: blanks are about to shrink.
  const flat = clean(cutText(text, 4 * unitsMax).replace(/\s+/g, ' '))
  return flat.length <= unitsMax ? flat : `${cutText(flat, unitsMax - 1)}…`
}

export function isLink(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

const units = (text: string) => text.length

export function plainFormat(max: number, measure: Format['measure'] = units): Format {
  return {
    max,
    measure,
    text: (raw) => raw,
    title: (raw) => raw,
    link: (label, url) => (label === url ? url : `${label}: ${url}`),
    quote: (text) => text,
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] as string)
}

const HTML_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// The limit is Telegram's, which counts without markup: counting with it is on the safe side.
export const TELEGRAM_HTML: Format = {
  max: 4_096,
  measure: units,
  text: escapeHtml,
  title: (raw) => `<b>${escapeHtml(raw)}</b>`,
  link: (label, url) => `<a href="${escapeHtml(new URL(url).href)}">${escapeHtml(label)}</a>`,
  quote: (markup) => `<blockquote>${markup}</blockquote>`,
}

// Slack and Mattermost take more, but show the beginning only. Discord, which accepts the same requests, takes half.
export const SLACK_MRKDWN: Format = {
  max: 4_000,
  measure: units,
  text: escapeSlack,
  title: (raw) => `*${escapeSlack(raw)}*`,
  link: (label, url) => `<${escapeSlackUrl(url)}|${escapeSlack(label).replaceAll('|', '¦')}>`,
  quote: (markup) => `> ${markup}`,
}
export const DISCORD_MRKDWN: Format = { ...SLACK_MRKDWN, max: 2_000 }

// Slack reads commands and links only between < and >. Mattermost and Discord also read @all, @everyone and [links](…) in plain text:
// an invisible character separates their parts. There is no escape for the signs of emphasis that all three show as themselves, so
// signs that look the same replace them; an underscore inside a word, as in user names, is no emphasis.
function escapeSlack(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => HTML_SIGNS[sign] as string)
    .replace(/[*~`]/g, (sign) => EMPHASIS[sign] as string)
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, 'ˍ')
    .replace(/\|(?=\|)/g, '|\u200b')
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/\](?=[([])/g, ']\u200b')
}

const EMPHASIS: Readonly<Record<string, string>> = { '*': '∗', '~': '∼', '`': 'ˋ' }

function escapeSlackUrl(url: string): string {
  return new URL(url).href.replace(/[<>|]/g, (sign) => encodeURIComponent(sign)).replaceAll('&', '&amp;')
}
