import { type ReactNode, useMemo, useState } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { MarkedSpans } from '../../components/marked.tsx'
import { chooseExcerpt, findTerms } from '../../highlight.ts'
import { useText } from '../../text/text.tsx'

const EXCERPT_MAX = 420

// The text with the matched words marked; a long text is cut around them and expands on demand.
export function MentionText({ mention }: { readonly mention: WireEnrichedMention }): ReactNode {
  const { text } = useText()
  const [whole, setWhole] = useState(false)
  const { content, matched } = mention
  const spans = useMemo(() => findTerms(content, matched), [content, matched])
  const excerpt = whole ? { start: 0, end: content.length } : chooseExcerpt(content, spans, EXCERPT_MAX)
  const excerptSpans = spans
    .filter((span) => span.start < excerpt.end && span.end > excerpt.start)
    .map((span) => ({
      start: Math.max(span.start, excerpt.start) - excerpt.start,
      end: Math.min(span.end, excerpt.end) - excerpt.start,
    }))
  return (
    <div className="mention-text">
      {excerpt.start > 0 && '… '}
      <MarkedSpans text={content.slice(excerpt.start, excerpt.end)} spans={excerptSpans} />
      {excerpt.end < content.length && ' … '}
      {content.length > EXCERPT_MAX && (
        <button
          type="button"
          className="plain more"
          aria-keyshortcuts="e"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? text.common.showLess : text.common.showAll}
        </button>
      )}
    </div>
  )
}
