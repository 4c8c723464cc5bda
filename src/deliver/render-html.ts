import type { Language, MessageBlock, MessageContent, MessageLink } from '../domain/message.ts'
import { clean, escapeHtml, isLink, LINE_MAX, oneLine, QUOTE_MAX, TITLE_MAX } from './render.ts'

// Styles are written into the elements, because many mail programs drop style sheets.
const STYLES = {
  body: 'margin: 0; padding: 24px 12px; background: #f3f4f6; font-family: -apple-system, Roboto, Helvetica, Arial, sans-serif; font-size: 15px; line-height: 1.5; color: #1f2937',
  card: 'max-width: 600px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #e5e7eb; border-radius: 8px',
  title: 'margin: 0 0 16px; font-size: 20px; line-height: 1.3; color: #111827',
  text: 'margin: 0 0 12px',
  heading: 'margin: 20px 0 6px; font-weight: 600; color: #111827',
  list: 'margin: 0 0 12px; padding-left: 20px',
  item: 'margin: 0 0 4px',
  quote: 'margin: 0 0 12px; padding: 8px 12px; border-left: 3px solid #d1d5db; background: #f9fafb; color: #374151',
  link: 'color: #1d4ed8',
  button:
    'display: inline-block; margin: 12px 12px 0 0; padding: 9px 16px; border-radius: 6px; background: #1d4ed8; color: #ffffff; text-decoration: none',
  action: 'display: inline-block; margin: 12px 12px 0 0; padding: 9px 0; color: #1d4ed8',
  footer: 'max-width: 600px; margin: 16px auto 0; font-size: 13px; color: #6b7280; text-align: center',
} as const

// The page of an e-mail. Its size is limited only by what the message contains.
export function renderHtml(content: MessageContent, language: Language, more: readonly MessageLink[]): string {
  const [first, ...others] = content.links
  const footer = more.map((link) => linkHtml(link.label, link.url, STYLES.link)).join('<br>')
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '</head>',
    `<body style="${STYLES.body}"><div style="${STYLES.card}">`,
    `<h1 style="${STYLES.title}">${escapeHtml(oneLine(content.title, TITLE_MAX))}</h1>`,
    ...content.blocks.map(blockHtml),
    first === undefined ? '' : actionHtml(first, STYLES.button),
    ...others.map((link) => actionHtml(link, STYLES.action)),
    '</div>',
    footer === '' ? '' : `<p style="${STYLES.footer}">${footer}</p>`,
    '</body></html>',
  ].join('\n')
}

function blockHtml(block: MessageBlock): string {
  if (block.kind === 'text')
    return `<p style="${STYLES.text}">${escapeHtml(clean(block.text)).replaceAll('\n', '<br>')}</p>`
  if (block.kind === 'quote') {
    const source =
      block.by === '' && block.url === null
        ? ''
        : `<br>— ${linkHtml(block.by || String(block.url), block.url, STYLES.link)}`
    return `<blockquote style="${STYLES.quote}">“${escapeHtml(oneLine(block.text, QUOTE_MAX))}”${source}</blockquote>`
  }
  const items = block.items.map(
    ({ text, url }) => `<li style="${STYLES.item}">${linkHtml(text, url, STYLES.link)}</li>`,
  )
  const title = escapeHtml(oneLine(block.title, LINE_MAX))
  const heading = title === '' ? '' : `<p style="${STYLES.heading}">${title}</p>`
  return `${heading}<ul style="${STYLES.list}">${items.join('')}</ul>`
}

function actionHtml({ label, url }: MessageLink, style: string): string {
  return isLink(url) ? linkHtml(label, url, style) : ''
}

function linkHtml(label: string, url: string | null, style: string): string {
  const shown = escapeHtml(oneLine(label, LINE_MAX))
  return url !== null && isLink(url)
    ? `<a href="${escapeHtml(new URL(url).href)}" style="${style}">${shown}</a>`
    : shown
}
