import type { ReactNode } from 'react'
import { cutPieces, type Span } from '../highlight.ts'

// Text from outside, as text, with its own direction kept apart from ours and the matched words marked.
export function MarkedSpans({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }): ReactNode {
  return (
    <bdi className="foreign">
      {cutPieces(text, spans).map((piece) =>
        piece.marked ? <mark key={piece.start}>{piece.text}</mark> : <span key={piece.start}>{piece.text}</span>,
      )}
    </bdi>
  )
}
