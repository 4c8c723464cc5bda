import type { ReactNode } from 'react'
import type { WireComparedSide } from '../../../../src/api/wire/compare.ts'
import { EstimateRange } from '../../components/estimate.tsx'
import { SENTIMENT_WORDS, SentimentBar, SentimentLabel, type SentimentWord } from '../../components/sentiment.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { type ResultProps, SideLink, SideName } from './side-mark.tsx'

const SENTIMENT_VALUES = { negative: '-1', neutral: '0', positive: '1' } as const

export function SharePanel({ data, labels }: ResultProps): ReactNode {
  const { text, format } = useText()
  return (
    <Panel title={text.compare.share} help={text.compare.shareHelp}>
      <ul className="share-bars">
        {data.sides.map((side, at) => {
          const share = side.share_of_voice ?? 0
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
            <li key={at}>
              <SideName side={at} label={labels[at] ?? ''} />
              <span className="bar" aria-hidden="true">
                <span className={`side-${at}`} style={{ width: `${share * 100}%` }} />
              </span>
              <SideLink side={side} label={labels[at] ?? ''}>
                {format.percent(share, 1)}
              </SideLink>
            </li>
          )
        })}
      </ul>
      {data.by !== 'period' && <p className="small soft">{text.compare.shareTwice}</p>}
    </Panel>
  )
}

export function FiguresPanel({ data, labels }: ResultProps): ReactNode {
  const { text, format } = useText()
  return (
    <Panel title={text.compare.figures}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className="table-scroll" tabIndex={0} aria-label={text.compare.tableOf(text.compare.figures)}>
        <table className="table dense">
          <thead>
            <tr>
              <th scope="col">{text.compare.sides}</th>
              <th scope="col" className="numeric">
                {text.counts.names.mentions}
              </th>
              <th scope="col" className="numeric" title={text.counts.beforeHelp}>
                {text.compare.change}
              </th>
              <th scope="col" className="numeric">
                {text.compare.perDay}
              </th>
              <th scope="col" className="numeric">
                {text.counts.names.unique}
              </th>
              <th scope="col" className="numeric">
                {text.counts.names.independent}
              </th>
              <th scope="col" className="numeric">
                {text.compare.coverage}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.sides.map((side, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
              <tr key={at}>
                <th scope="row">
                  <SideName side={at} label={labels[at] ?? ''} />
                </th>
                {[side.total, null, side.per_day, side.unique, side.independent].map((value, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns do not move.
                  <td key={column} className="numeric">
                    {value === null ? (
                      <Change side={side} />
                    ) : (
                      <SideLink side={side} label={labels[at] ?? ''}>
                        {format.number(Math.round(value * 10) / 10)}
                      </SideLink>
                    )}
                  </td>
                ))}
                <td className="numeric">
                  {side.coverage.share === null ? text.compare.notCovered : format.percent(side.coverage.share, 1)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}

// Nothing before is not a zero to compare with, and neither is what was found while less was covered.
function Change({ side }: { readonly side: WireComparedSide }): ReactNode {
  const { text, format } = useText()
  if (side.previous.total === 0 || !side.previous.comparable) return <span title={text.counts.nothingBefore}>–</span>
  return <span title={text.counts.before(side.previous.total)}>{format.change(side.total, side.previous.total)}</span>
}

export function SentimentSidesPanel({ data, labels }: ResultProps): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.compare.sentiment} help={text.compare.sentimentHelp}>
      <ul className="sentiment-sides">
        {data.sides.map((side, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
          <li key={at}>
            <SideName side={at} label={labels[at] ?? ''} />
            <SentimentBar counts={side.sentiment_distribution} legend={false} />
            <ul className="sentiment-shares">
              {SENTIMENT_WORDS.map((word) => (
                <li key={word}>
                  <SentimentLabel word={word} />
                  <SentimentShare side={side} word={word} label={labels[at] ?? ''} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SentimentShareProps {
  readonly side: WireComparedSide
  readonly word: SentimentWord
  readonly label: string
}

function SentimentShare({ side, word, label }: SentimentShareProps): ReactNode {
  const { text, format } = useText()
  const { sentiment_estimate: estimate, sentiment_estimate_reason: reason } = side
  const count = side.sentiment_distribution[word] ?? 0
  return (
    <>
      <SideLink side={side} label={label} narrower={{ sentimen: SENTIMENT_VALUES[word] }}>
        {format.percent(count, side.total)} <span className="soft small">{format.number(count)}</span>
      </SideLink>
      <span className="small soft tabular">
        {estimate === null ? (
          reason === 'too_few' ? (
            text.compare.tooFew
          ) : (
            text.compare.notAudited
          )
        ) : (
          <>
            {text.compare.audited} <EstimateRange estimate={estimate} word={word} />
          </>
        )}
      </span>
    </>
  )
}
