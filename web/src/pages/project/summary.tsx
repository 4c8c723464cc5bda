import { type ReactNode, useState } from 'react'
import type { WireSummary } from '../../../../src/api/wire/summary.ts'
import { useGenerateSummary, useSummary } from '../../api/readings.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { Evidence } from './evidence.tsx'
import { Panel } from './panel.tsx'
import { paragraphsOf, type SummarySentence } from './paragraphs.ts'

// On a phone a whole summary fills the screen.
const PARAGRAPHS_SHOWN = 2

export function SummaryPanel({ id }: { readonly id: string }): ReactNode {
  const { text, language } = useText()
  const { data: summary, error, refetch } = useSummary(id)
  const showToast = useToast()
  const generate = useGenerateSummary(id, language)
  const generateSummary = (): void =>
    generate.mutate(undefined, {
      onSuccess: (result) => {
        if (result.status === 'insufficient_data') showToast(text.summary.insufficient, 'bad')
      },
    })
  return (
    <Panel
      title={text.summary.title}
      help={text.summary.wholeProject}
      className="wide"
      actions={
        <button type="button" className="button small" disabled={generate.isPending} onClick={generateSummary}>
          {generate.isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="refresh" size={14} />}
          {generate.isPending ? text.summary.busy : summary == null ? text.summary.generate : text.summary.regenerate}
        </button>
      }
    >
      {generate.error !== null && <Note tone="bad">{describeError(generate.error, text)}</Note>}
      {summary === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {summary === undefined && error === null && <Skeleton lines={3} />}
      {summary === null && <p className="soft">{text.summary.none}</p>}
      {summary != null && <Sentences summary={summary} />}
    </Panel>
  )
}

function Sentences({ summary }: { readonly summary: WireSummary }): ReactNode {
  const { text } = useText()
  const [claim, setClaim] = useState<SummarySentence | null>(null)
  const [whole, setWhole] = useState(false)
  const paragraphs = paragraphsOf(summary)
  return (
    <>
      {paragraphs.length === 0 && (
        <p className="summary">
          <bdi className="foreign">{summary.ai_summary}</bdi>
        </p>
      )}
      {(whole ? paragraphs : paragraphs.slice(0, PARAGRAPHS_SHOWN)).map((sentences) => (
        <p key={sentences[0]?.text} className="summary">
          {sentences.map((sentence) => (
            <span key={sentence.text}>
              <bdi className="foreign">{sentence.text}</bdi>{' '}
              {sentence.mentions.length > 0 && (
                <button
                  type="button"
                  className="evidence-link"
                  title={text.summary.evidenceOf}
                  onClick={() => setClaim(sentence)}
                >
                  <Icon name="quote" size={12} />
                  {text.summary.evidence(sentence.mentions.length)}
                </button>
              )}{' '}
            </span>
          ))}
        </p>
      ))}
      {paragraphs.length > PARAGRAPHS_SHOWN && (
        <button type="button" className="plain more" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? text.common.showLess : text.common.showAll}
        </button>
      )}
      <SummaryFacts summary={summary} />
      {claim !== null && (
        <Dialog title={text.summary.evidenceOf} onClose={() => setClaim(null)} wide>
          <blockquote className="foreign">{claim.text}</blockquote>
          <Evidence ids={claim.mentions} />
        </Dialog>
      )}
    </>
  )
}

function SummaryFacts({ summary }: { readonly summary: WireSummary }): ReactNode {
  const { text, format } = useText()
  return (
    <p className="small soft summary-facts">
      <span>{text.summary.generatedAt(format.time(summary.created_at))}</span>
      <span>{text.summary.from(summary.total)}</span>
      <span>{text.summary.engine(summary.engine)}</span>
      {summary.outdated && <span>{text.summary.outdated}</span>}
      {summary.dropped > 0 && <span>{text.summary.dropped(summary.dropped)}</span>}
    </p>
  )
}
