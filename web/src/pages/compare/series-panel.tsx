import { type ReactNode, useMemo, useState } from 'react'
import type { WireComparedSide } from '../../../../src/api/wire/compare.ts'
import { type Bucket, fillSeries, stepOf } from '../../charts/series.ts'
import { SideLines } from '../../charts/side-lines.tsx'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { type ResultProps, SideLink, SideMark, SideName } from './side-mark.tsx'

// What each side has at each position of the common axis, and what the position is called.
interface Axis {
  readonly buckets: readonly (readonly Bucket[])[]
  readonly names: readonly string[]
  readonly stepMs: number
}

export function SeriesPanel(props: ResultProps): ReactNode {
  const { data } = props
  const { text, format } = useText()
  const [hidden, setHidden] = useState<readonly number[]>([])
  const [hovered, setHovered] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const axis = useMemo<Axis>(() => {
    const buckets = data.sides.map((side) => bucketsOf(side, data.step))
    const longest = buckets.reduce((a, b) => (b.length > a.length ? b : a), [])
    const nameOf = ({ at }: Bucket): string => (data.step === 'hour' ? format.time(at) : format.day(at))
    const names = longest.map((bucket, offset) =>
      data.by === 'period' ? text.compare.offset[data.step](offset + 1) : nameOf(bucket),
    )
    return { buckets, names, stepMs: stepOf(data.step) }
  }, [data, format, text])
  const toggle = (side: number): void =>
    setHidden(hidden.includes(side) ? hidden.filter((other) => other !== side) : [...hidden, side])
  return (
    <Panel
      title={text.compare.series}
      help={data.by === 'period' ? text.compare.seriesAligned : undefined}
      actions={
        <button
          type="button"
          className="button quiet small"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name="table" />
          {asTable ? text.common.asChart : text.common.asTable}
        </button>
      }
    >
      {asTable ? (
        <SidesTable {...props} axis={axis} />
      ) : (
        <>
          <SideLines
            label={text.compare.seriesLabel(data.sides.length)}
            sides={axis.buckets}
            names={axis.names}
            hidden={hidden}
            onHover={setHovered}
          />
          <Legend {...props} axis={axis} hidden={hidden} hovered={hovered} onToggle={toggle} />
        </>
      )}
      <p className="small soft">{text.compare.gap}</p>
    </Panel>
  )
}

// Empty where nothing was covered, and where the range has not come to pass.
function bucketsOf(side: WireComparedSide, step: 'hour' | 'day'): Bucket[] {
  const gaps = side.coverage.gaps
    .filter(({ source }) => source === null)
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  const [from, to] = [Date.parse(side.from), Date.parse(side.to)]
  const future = { from: Date.now(), to: Math.max(to, Date.now()) }
  return fillSeries(side.series, { from, to, step }, [...gaps, future])
}

interface LegendProps extends ResultProps {
  readonly axis: Axis
  readonly hidden: readonly number[]
  readonly hovered: number | null
  readonly onToggle: (side: number) => void
}

// The values at the cursor are in the legend, so that the layout does not shift when the pointer moves.
function Legend({ data, labels, axis, hidden, hovered, onToggle }: LegendProps): ReactNode {
  const { text, format } = useText()
  return (
    <div className="side-legend">
      <ul aria-label={text.compare.legend}>
        {data.sides.map((_, at) => {
          const counts = hovered === null ? undefined : axis.buckets[at]?.[hovered]?.counts
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
            <li key={at}>
              <button type="button" className="chip" aria-pressed={!hidden.includes(at)} onClick={() => onToggle(at)}>
                <SideMark side={at} />
                <bdi className="foreign">{labels[at]}</bdi>
                {counts != null && <strong className="tabular">{format.number(counts.mentions)}</strong>}
              </button>
            </li>
          )
        })}
      </ul>
      <span className="small soft" aria-hidden="true">
        {hovered === null ? '' : axis.names[hovered]}
      </span>
    </div>
  )
}

// The chart as a table, for screen readers and for exact numbers; each of them leads to its mentions.
function SidesTable({ data, labels, axis }: ResultProps & { readonly axis: Axis }): ReactNode {
  const { text, format } = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="table-scroll tall" tabIndex={0} aria-label={text.compare.tableOf(text.compare.series)}>
      <table className="table dense">
        <thead>
          <tr>
            <th scope="col">{text.compare.step[data.step]}</th>
            {data.sides.map((_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
              <th key={at} scope="col" className="numeric">
                <SideName side={at} label={labels[at] ?? ''} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {axis.names.map((name, offset) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {data.sides.map((side, at) => {
                const bucket = axis.buckets[at]?.[offset]
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
                  <td key={at} className="numeric">
                    {bucket === undefined || bucket.counts === null ? (
                      <span title={text.chart.gap}>–</span>
                    ) : (
                      <SideLink side={side} label={labels[at] ?? ''} narrower={rangeOf(side, bucket, axis.stepMs)}>
                        {format.number(bucket.counts.mentions)}
                      </SideLink>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

// The part of an hour or a day that is inside the range of the side.
function rangeOf(side: WireComparedSide, { at }: Bucket, stepMs: number): { from: string; to: string } {
  const from = Math.max(at, Date.parse(side.from))
  const to = Math.min(at + stepMs, Date.parse(side.to))
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
