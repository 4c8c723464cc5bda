import { type ReactNode, useMemo, useState } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { chooseExcerpt, findTerms } from '../../highlight.ts'
import { MarkedSpans } from '../../parts/marked.tsx'
import { useText } from '../../text/text.tsx'

const EXCERPT_MAX = 420

// What was written, with the matched words marked; of a long text the part around them, the rest on demand.
export function MentionText({ mention }: { readonly mention: WireEnrichedMention }): ReactNode {
  const { text } = useText()
  const [whole, setWhole] = useState(false)
  const { content, matched } = mention
  const spans = useMemo(() => findTerms(content, matched), [content, matched])
  const part = whole ? { start: 0, end: content.length } : chooseExcerpt(content, spans, EXCERPT_MAX)
  const inside = spans
    .filter((span) => span.start < part.end && span.end > part.start)
    .map((span) => ({
      start: Math.max(span.start, part.start) - part.start,
      end: Math.min(span.end, part.end) - part.start,
    }))
  return (
    <div className="mention-text">
      {part.start > 0 && '… '}
      <MarkedSpans text={content.slice(part.start, part.end)} spans={inside} />
      {part.end < content.length && ' … '}
      {content.length > EXCERPT_MAX && (
        <button type="button" className="plain more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? text.common.showLess : text.common.showAll}
        </button>
      )}
    </div>
  )
}
