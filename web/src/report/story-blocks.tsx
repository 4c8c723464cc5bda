import { type ReactNode, useMemo, useRef } from 'react'
import type { WireReportContent } from '../../../src/api/wire/report.ts'
import { drawSvg } from '../picture/draw-svg.ts'
import { savePicture } from '../picture/picture.ts'
import { platformRow } from '../platforms.ts'
import { dayOf } from '../text/zone.ts'
import type { BlockOf } from './blocks.ts'
import { describeFilter } from './describe-filter.ts'
import { useReportText } from './localisation.ts'
import { ReportChart } from './report-chart.tsx'

interface ChartBlockProps {
  readonly block: BlockOf<'chart'>
  readonly content: WireReportContent
}

const TONES = ['negative', 'neutral', 'positive'] as const

export function ChartBlock({ block, content }: ChartBlockProps): ReactNode {
  const localisation = useReportText()
  const { text, format } = localisation
  const figure = useRef<HTMLElement>(null)
  const range = useMemo(
    () => ({ from: Date.parse(content.from), to: Date.parse(content.to) }),
    [content.from, content.to],
  )
  const marks = block.marks.map(({ at, kind, label }, index) => ({
    number: index + 1,
    text: `${format.time(at)} · ${text.marks[kind](label)}`,
  }))
  const save = async (): Promise<void> => {
    const svg = figure.current?.querySelector('svg')
    if (svg == null) return
    const period = `${format.period(range.from, range.to)}, ${text.perStep[block.step]}`
    const limits = describeFilter(content.filter, localisation).join(', ')
    const caption = {
      title: `${content.project}: ${text.chartTitle}`,
      about: limits === '' ? period : `${period} · ${text.filter(limits)}`,
      legend: [
        ...TONES.map((name) => ({ label: text.sentiment[name], colour: `${name}-fill` })),
        ...(block.gaps.length > 0 ? [{ label: text.gap, colour: 'hatch' }] : []),
      ],
      notes: marks.map((mark) => `${mark.number}  ${mark.text}`),
      source: text.source(format.time(content.made_at)),
    }
    savePicture(await drawSvg(svg), caption, `pantau-volume-${dayOf(range.to - 1)}`)
  }
  // An empty chart has no axis.
  if (block.points.length === 0) return <p className="report-small">{text.noPeak}</p>
  return (
    <figure ref={figure}>
      <ReportChart block={block} range={range} />
      <figcaption className="report-legend">
        {TONES.map((name) => (
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
        <button type="button" className="report-action" onClick={() => void save()}>
          {text.png}
        </button>
      </figcaption>
      {marks.length > 0 && (
        <ol className="report-marks">
          {marks.map((mark) => (
            <li key={mark.number}>
              <span className="report-mark">{mark.number}</span> <span className="foreign">{mark.text}</span>
            </li>
          ))}
          {block.marks_left_out > 0 && <li>{text.marksLeftOut(block.marks_left_out)}</li>}
        </ol>
      )}
    </figure>
  )
}

export function WhyBlock({ block }: { readonly block: BlockOf<'why'> }): ReactNode {
  const { text, format, language } = useReportText()
  const { seen, expected, low, high, story } = block
  const when = format.range(Date.parse(block.from), Date.parse(block.to))
  const isStory = story !== null && story.count > 1
  const round = (value: number | null): number => Math.round(value ?? 0)
  if (seen === 0) return <p className="report-small">{text.noPeak}</p>
  return (
    <>
      <p>
        {text.peak(when, seen)}
        {expected !== null && `, ${text.expected(round(expected), round(low), round(high))}`}.{' '}
        {isStory && (
          <>
            {text.ofPeak(format.percent(story.count, seen))}: <q className="foreign">{story.text}</q>
          </>
        )}
      </p>
      {isStory && <Source quote={story} />}
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
          values={block.authors.map(
            ({ username, source, count }) => `${source === 'news' ? '' : '@'}${username} (${format.number(count)})`,
          )}
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

// A printed sentence cannot be clicked, so the mentions that support it are numbered and listed below.
export function SummaryBlock({ block }: { readonly block: BlockOf<'summary'> }): ReactNode {
  const { text, format } = useReportText()
  if (block.written_at === null) return <p className="report-small">{text.summary.none}</p>
  return (
    <>
      <p>
        {block.sentences.map((sentence) => (
          <span key={sentence.text}>
            <bdi className="foreign">{sentence.text}</bdi>
            <sup>{sentence.evidence.map((at) => at + 1).join(', ')}</sup>{' '}
          </span>
        ))}
      </p>
      <ol className="report-evidence">
        {block.evidence.map((quote) => (
          <li key={`${quote.published_at} ${quote.text}`}>
            <p className="foreign report-clamped">{quote.text}</p>
            <Source quote={quote} />
          </li>
        ))}
      </ol>
      <p className="report-small">{text.summary.of(block.total, format.time(block.written_at))}</p>
    </>
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
