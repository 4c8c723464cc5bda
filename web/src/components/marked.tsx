import type { ReactNode } from 'react'
import { cutPieces, cutSpans, type Span } from '../highlight.ts'

interface MarkedSpansProps {
  readonly text: string
  readonly spans: readonly Span[]
  // What was searched for, marked in another way, because `spans` are the words of the project.
  readonly searched?: readonly Span[]
}

const NONE: readonly Span[] = []

// External content as plain text, with its direction isolated from the page and the matched words marked.
export function MarkedSpans({ text, spans, searched = NONE }: MarkedSpansProps): ReactNode {
  return (
    <bdi className="foreign">
      {cutPieces(text, searched).map((piece) =>
        piece.marked ? (
          <mark key={piece.start} className="searched">
            {piece.text}
          </mark>
        ) : (
          <OwnWords
            key={piece.start}
            text={piece.text}
            spans={cutSpans(spans, { start: piece.start, end: piece.start + piece.text.length })}
          />
        ),
      )}
    </bdi>
  )
}

function OwnWords({ text, spans }: { readonly text: string; readonly spans: readonly Span[] }): ReactNode {
  return cutPieces(text, spans).map((piece) =>
    piece.marked ? <mark key={piece.start}>{piece.text}</mark> : <span key={piece.start}>{piece.text}</span>,
  )
}
