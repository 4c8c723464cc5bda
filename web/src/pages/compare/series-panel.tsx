import { type ReactNode, useMemo, useState } from 'react'
import type { WireComparedSide } from '../../../../src/api/wire/compare.ts'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { useOverview } from '../../api/projects.ts'
import { PngButton } from '../../charts/png-button.tsx'
import { type Bucket, fillSeries, type Gap, stepOf } from '../../charts/series.ts'
import { SideLines } from '../../charts/side-lines.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeFilter } from '../../filter/chips.tsx'
import { type Localisation, useText } from '../../text/text.tsx'
import { DAY_MS, startOfDay } from '../../text/zone.ts'
import { Panel } from '../project/panel.tsx'
import { sideFilterOf } from './choice.ts'
import { letterOf, type ResultProps, SideLink, SideMark, SideName } from './side-mark.tsx'

// What each side has at each position of the common axis, and what the position is called.
interface Axis {
  readonly buckets: readonly (readonly Bucket[])[]
  readonly names: readonly string[]
  readonly stepMs: number
}

export function SeriesPanel(props: ResultProps): ReactNode {
  const { data, labels } = props
  const words = useText()
  const { text, format } = words
  const [hidden, setHidden] = useState<readonly number[]>([])
  const [hovered, setHovered] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const { data: cards } = useOverview()
  const axis = useMemo<Axis>(() => {
    const buckets = data.sides.map((side) => {
      const project = cards?.find((card) => card.project.id === side.keyword_id)?.project
      return bucketsOf(side, data.step, project)
    })
    const longest = buckets.reduce((a, b) => (b.length > a.length ? b : a), [])
    const nameOf = ({ at }: Bucket): string => (data.step === 'hour' ? format.time(at) : format.day(at))
    const names = longest.map((bucket, offset) =>
      data.by === 'period' ? text.compare.offset[data.step](offset + 1) : nameOf(bucket),
    )
    return { buckets, names, stepMs: stepOf(data.step) }
  }, [data, cards, format, text])
  const toggle = (side: number): void =>
    setHidden(hidden.includes(side) ? hidden.filter((other) => other !== side) : [...hidden, side])
  return (
    <Panel
      title={text.compare.series}
      help={data.by === 'period' ? text.compare.seriesAligned : undefined}
      actions={
        <span className="row tight">
          {!asTable && (
            <PngButton
              name="compare"
              title={text.compare.series}
              about={aboutOf(props, words)}
              legend={labels.map((label, at) => ({ label: `${letterOf(at)} ${label}`, colour: `side-${at}` }))}
            />
          )}
          <button
            type="button"
            className="button quiet small"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon name="table" />
            {asTable ? text.common.asChart : text.common.asTable}
          </button>
        </span>
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

// What all sides have in common: of periods and filters the project, otherwise the range, and what is filtered by.
function aboutOf({ data }: ResultProps, words: Localisation): string {
  const [first] = data.sides
  if (first === undefined) return ''
  const { format } = words
  const same = Object.entries(first.filter).filter(([name, value]) =>
    data.sides.every(({ filter }) => filter[name] === value),
  )
  return [
    data.by === 'project' ? '' : first.project,
    data.by === 'period' ? '' : format.period(Date.parse(first.from), Date.parse(first.to)),
    ...describeFilter(sideFilterOf(Object.fromEntries(same)), words),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

// Empty where nothing was covered, outside the dates of the project, and where the range has not come to pass.
function bucketsOf(side: WireComparedSide, step: 'hour' | 'day', project: WireProject | undefined): Bucket[] {
  const gaps = side.coverage.gaps
    .filter(({ source }) => source === null)
    .map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  const [from, to] = [Date.parse(side.from), Date.parse(side.to)]
  const future = { from: Date.now(), to: Math.max(to, Date.now()) }
  const unknown = [...gaps, ...outsideDates(project, { from, to }), future]
  // Nothing found in a time that was covered in part is not a zero.
  return fillSeries(side.series, { from, to, step }, unknown).map((bucket) => {
    const isPart = unknown.some((gap) => gap.from < bucket.at + stepOf(step) && gap.to > bucket.at)
    return isPart && bucket.counts?.mentions === 0 ? { ...bucket, counts: null } : bucket
  })
}

function outsideDates(project: WireProject | undefined, { from, to }: Gap): Gap[] {
  if (project === undefined) return []
  const begin = startOfDay(project.start_date.slice(0, 10))
  const end = project.end_date === null ? to : startOfDay(project.end_date.slice(0, 10)) + DAY_MS
  return [
    { from, to: Math.max(from, begin) },
    { from: Math.min(to, end), to },
  ]
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
