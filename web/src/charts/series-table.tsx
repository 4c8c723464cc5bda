import type { ReactNode } from 'react'
import { SENTIMENT_WORDS } from '../components/sentiment.tsx'
import { useText } from '../text/text.tsx'
import type { Bucket, CountName } from './series.ts'

interface SeriesTableProps {
  readonly buckets: readonly Bucket[]
  readonly count: CountName
  readonly hourly: boolean
}

// The chart as a table, for screen readers and for exact numbers. Newest first, like the list of mentions.
export function SeriesTable({ buckets, count, hourly }: SeriesTableProps): ReactNode {
  const { text, format } = useText()
  const sentiments = count === 'mentions' ? SENTIMENT_WORDS : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="table-scroll tall" tabIndex={0} aria-label={text.chart.volume}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{text.chart.time}</th>
            {sentiments.map((word) => (
              <th key={word} scope="col" className="numeric">
                {text.sentiment[word]}
              </th>
            ))}
            <th scope="col" className="numeric">
              {text.counts.names[count]}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map(({ at, counts }) => (
            <tr key={at}>
              <th scope="row">{hourly ? format.time(at) : format.day(at)}</th>
              {counts === null ? (
                <td colSpan={sentiments.length + 1} className="soft numeric">
                  {text.chart.gap}
                </td>
              ) : (
                [...sentiments, count].map((column) => (
                  <td key={column} className="numeric">
                    {format.number(counts[column])}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
