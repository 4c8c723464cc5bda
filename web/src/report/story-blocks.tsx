import { type ReactNode, useRef } from 'react'
import type { Gap } from '../charts/series.ts'
import { platformRow } from '../platforms.ts'
import type { BlockOf } from './blocks.ts'
import { useReportText } from './localisation.ts'
import { ReportChart } from './report-chart.tsx'
import { saveSvgAsPng } from './save-png.ts'

interface ChartBlockProps {
  readonly block: BlockOf<'chart'>
  readonly range: Gap
}

export function ChartBlock({ block, range }: ChartBlockProps): ReactNode {
  const { text, format } = useReportText()
  const figure = useRef<HTMLElement>(null)
  const save = (): void => {
    const svg = figure.current?.querySelector('svg')
    if (svg != null) void saveSvgAsPng(svg, `pantau-volume-${new Date(range.to).toISOString().slice(0, 10)}`)
  }
  return (
    <figure ref={figure}>
      <ReportChart block={block} range={range} />
      <figcaption className="report-legend">
        {(['negative', 'neutral', 'positive'] as const).map((name) => (
          <span key={name}>
            <span className={`report-swatch ${name}`} /> {text.sentiment[name]}
          </span>
        ))}
        {block.gaps.length > 0 && (
          <span>
            <span className="report-swatch hatched" /> {text.gap}
          </span>
        )}
        <span>{text.perStep[block.step]}</span>
        <button type="button" className="report-action" onClick={save}>
          {text.png}
        </button>
      </figcaption>
      {block.marks.length > 0 && (
        <ol className="report-marks">
          {block.marks.map(({ at, kind, label }, index) => (
            <li key={`${at} ${label}`}>
              <span className="report-mark">{index + 1}</span> {format.time(at)} · {text.marks[kind]}{' '}
              <span className="foreign">{label}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  )
}

export function WhyBlock({ block }: { readonly block: BlockOf<'why'> }): ReactNode {
  const { text, format, language } = useReportText()
  const { seen, expected, low, high } = block
  const [story] = block.stories
  const when = format.range(Date.parse(block.from), Date.parse(block.to))
  const round = (value: number | null): number => Math.round(value ?? 0)
  return (
    <>
      <p>
        {text.peak(when, seen)}
        {expected !== null && `, ${text.expected(round(expected), round(low), round(high))}`}.{' '}
        {story !== undefined && story.count > 1 && (
          <>
            {text.ofPeak(format.percent(story.count, seen))}: <q className="foreign">{story.text}</q>
          </>
        )}
      </p>
      <dl className="report-reasons">
        <Reason name={text.newWords} values={block.terms.map(({ term }) => term)} />
        <Reason
          name={text.sources}
          values={block.platforms.map(
            ({ source, count }) => `${platformRow(source).label[language]} ${format.percent(count, seen)}`,
          )}
        />
        <Reason
          name={text.authors}
          values={block.authors.map(({ username, count }) => `@${username} (${format.number(count)})`)}
        />
      </dl>
    </>
  )
}

function Reason({ name, values }: { readonly name: string; readonly values: readonly string[] }): ReactNode {
  if (values.length === 0) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd className="foreign">{values.join(', ')}</dd>
    </div>
  )
}

export function StoriesBlock({ block }: { readonly block: BlockOf<'stories'> }): ReactNode {
  const { text } = useReportText()
  if (block.stories.length === 0) return <p className="report-small">{text.noStories}</p>
  return (
    <ol className="report-stories">
      {block.stories.map((story) => (
        <li key={`${story.published_at} ${story.text}`}>
          <p className="foreign report-clamped">{story.text}</p>
          <Source quote={story}> · {text.copies(story.count, story.authors)}</Source>
        </li>
      ))}
    </ol>
  )
}

export function VoicesBlock({ block }: { readonly block: BlockOf<'voices'> }): ReactNode {
  const { text } = useReportText()
  return (
    <div className="report-voices">
      {(['negative', 'positive'] as const).map((side) => (
        <div key={side}>
          <h3 className={side}>{text.sentiment[side]}</h3>
          {block[side].length === 0 && <p className="report-small">{text.noVoices}</p>}
          {block[side].map((quote) => (
            <blockquote key={`${quote.published_at} ${quote.text}`} className={side}>
              <p className="foreign report-clamped">{quote.text}</p>
              <Source quote={quote} />
            </blockquote>
          ))}
        </div>
      ))}
    </div>
  )
}

interface Quoted {
  readonly author: string
  readonly source: BlockOf<'stories'>['stories'][number]['source']
  readonly url: string
  readonly published_at: string
}

function Source({ quote, children }: { readonly quote: Quoted; readonly children?: ReactNode }): ReactNode {
  const { format, language } = useReportText()
  const { author, source, url, published_at } = quote
  const name = platformRow(source).label[language]
  return (
    <p className="report-small">
      <span className="foreign">{author}</span> ·{' '}
      {/^https?:\/\//i.test(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {name}
        </a>
      ) : (
        name
      )}{' '}
      · {format.time(published_at)}
      {children}
    </p>
  )
}
