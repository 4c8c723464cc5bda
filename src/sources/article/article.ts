// What is read of the page of an article.
export interface Article {
  readonly title: string
  readonly text: string
  readonly byline: string | null
  readonly language: string | null
  readonly publishedAt: Date | null
}

export const PAGE_BYTES_MAX = 3 * 1024 * 1024
