import type { ReactNode } from 'react'
import { cutPieces, type Span } from '../highlight.ts'

// External content as plain text, with its direction isolated from the page and the matched words marked.
export function MarkedSpans({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }): ReactNode {
  return (
    <bdi className="foreign">
      {cutPieces(text, spans).map((piece) =>
        piece.marked ? <mark key={piece.start}>{piece.text}</mark> : <span key={piece.start}>{piece.text}</span>,
      )}
    </bdi>
  )
}
