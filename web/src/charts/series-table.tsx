import type { ReactNode } from 'react'
import { SENTIMENT_WORDS, type SentimentWord } from '../components/sentiment.tsx'
import { useText } from '../text/text.tsx'
import type { Bucket, CountName } from './series.ts'

interface SeriesTableProps {
  readonly buckets: readonly Bucket[]
  readonly count: CountName
  readonly hourly: boolean
  // Called for the bucket to explain.
  readonly onPick?: (bucket: Bucket) => void
}

// The chart as a table, for screen readers and for exact numbers. Newest first, like the list of mentions.
export function SeriesTable({ buckets, count, hourly, onPick }: SeriesTableProps): ReactNode {
  const { text } = useText()
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
          {buckets.toReversed().map((bucket) => (
            <Row key={bucket.at} bucket={bucket} columns={[...sentiments, count]} hourly={hourly} onPick={onPick} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly bucket: Bucket
  readonly columns: readonly (CountName | SentimentWord)[]
  readonly hourly: boolean
  readonly onPick: SeriesTableProps['onPick']
}

function Row({ bucket, columns, hourly, onPick }: RowProps): ReactNode {
  const { text, format } = useText()
  const { at, counts } = bucket
  const time = hourly ? format.time(at) : format.day(at)
  return (
    <tr>
      <th scope="row">
        {onPick === undefined ? (
          time
        ) : (
          <button type="button" className="plain" aria-label={text.why.title(time)} onClick={() => onPick(bucket)}>
            {time}
          </button>
        )}
      </th>
      {counts === null ? (
        <td colSpan={columns.length} className="soft numeric">
          {text.chart.gap}
        </td>
      ) : (
        columns.map((column) => (
          <td key={column} className="numeric">
            {format.number(counts[column])}
          </td>
        ))
      )}
    </tr>
  )
}
