import { type ReactNode, useMemo, useState } from 'react'
import type { WireEnrichedMention } from '../../../../src/api/wire/mention.ts'
import { MarkedSpans } from '../../components/marked.tsx'
import { chooseExcerpt, cutSpans, findTerms } from '../../highlight.ts'
import { useText } from '../../text/text.tsx'
import { splitTitle } from './title.ts'

const EXCERPT_MAX = 420

interface MentionTextProps {
  readonly mention: WireEnrichedMention
  // The terms of the search.
  readonly searched?: readonly string[]
}

const NONE: readonly string[] = []

// The title, if it has one, and the text, with the matched words and those searched for marked. A long text is cut around them and
// expands on demand.
export function MentionText({ mention, searched = NONE }: MentionTextProps): ReactNode {
  const { text } = useText()
  const [whole, setWhole] = useState(false)
  const { matched } = mention
  const { title, body } = useMemo(() => splitTitle(mention), [mention])
  const own = useMemo(() => findTerms(body, matched), [body, matched])
  const found = useMemo(() => findTerms(body, searched), [body, searched])
  const excerpt = whole
    ? { start: 0, end: body.length }
    : chooseExcerpt(body, found.length > 0 ? found : own, EXCERPT_MAX)
  return (
    <div className="mention-text">
      {title !== null && (
        <p className="mention-title">
          <MarkedSpans text={title} spans={findTerms(title, matched)} searched={findTerms(title, searched)} />
        </p>
      )}
      {excerpt.start > 0 && '… '}
      <MarkedSpans
        text={body.slice(excerpt.start, excerpt.end)}
        spans={cutSpans(own, excerpt)}
        searched={cutSpans(found, excerpt)}
      />
      {excerpt.end < body.length && ' … '}
      {body.length > EXCERPT_MAX && (
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
