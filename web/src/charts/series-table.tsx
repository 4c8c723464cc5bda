import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import type { Bucket } from './series.ts'

// The chart as a table, for screen readers and for exact numbers. Newest first, like the list of mentions.
export function SeriesTable({
  buckets,
  hourly,
}: {
  readonly buckets: readonly Bucket[]
  readonly hourly: boolean
}): ReactNode {
  const { text, format } = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="table-scroll tall" tabIndex={0} aria-label={text.chart.volume}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{text.chart.time}</th>
            {(['negative', 'neutral', 'positive'] as const).map((word) => (
              <th key={word} scope="col" className="numeric">
                {text.sentiment[word]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map(({ at, counts }) => (
            <tr key={at}>
              <th scope="row">{hourly ? format.time(at) : format.day(at)}</th>
              {counts === null ? (
                <td colSpan={3} className="soft">
                  {text.chart.gap}
                </td>
              ) : (
                (['negative', 'neutral', 'positive'] as const).map((word) => (
                  <td key={word} className="numeric">
                    {format.number(counts[word])}
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
