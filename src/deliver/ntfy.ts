import type { Fetch } from '../sources/source.ts'
import { post, type Sender } from './outcome.ts'
import { isLink, oneLine, plainFormat, render } from './render.ts'

// ntfy makes an attachment of a longer message.
const MESSAGE_BYTES_MAX = 4_096
const TITLE_MAX = 200

// Plain text: only some of ntfy's apps can display Markdown.
export function createNtfySender(fetch: Fetch): Sender {
  const format = { ...plainFormat(MESSAGE_BYTES_MAX, (text) => Buffer.byteLength(text)), title: () => '' }
  return ({ id, content, channel }, signal) => {
    const { url = '', topic } = channel.settings
    const first = content.links.find((link) => isLink(link.url))
    const body = JSON.stringify({
      topic,
      title: oneLine(content.title, TITLE_MAX),
      message: render(content, format).trim() || oneLine(content.title, TITLE_MAX),
      ...(first === undefined ? {} : { click: first.url }),
    })
    return post(fetch, new URL(url), { body, headers: { 'x-message-id': id }, signal })
  }
}
