export const MESSAGE_TYPES = [
  'incident.opened',
  'incident.updated',
  'incident.closed',
  'brief',
  'test',
  // About the service itself, such as a channel that was switched off. Inbox only.
  'notice',
] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

export const LANGUAGES = ['id', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

// One structure from which plain text, HTML and Markdown are made. The title is the news in one line.
export interface MessageContent {
  readonly title: string
  readonly blocks: readonly MessageBlock[]
  readonly links: readonly MessageLink[]
}

export type MessageBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly MessageItem[] }
  // Words of a post: untrusted, never interpreted as markup.
  | { readonly kind: 'quote'; readonly text: string; readonly by: string; readonly url: string | null }

export interface MessageItem {
  readonly text: string
  readonly url: string | null
}

export interface MessageLink {
  readonly label: string
  readonly url: string
}
