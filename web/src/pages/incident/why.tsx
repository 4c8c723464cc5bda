import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import type { WireRangeExplanation } from '../../../../src/api/wire/alert.ts'
import { Icon } from '../../components/icon.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { SentimentBar } from '../../components/sentiment.tsx'
import { Note } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { addTerm, type Filter, writeFilter } from '../../filter/filter.ts'
import { mentionsPath } from '../../filter/link.ts'
import { platformRow } from '../../platforms.ts'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { timesOf } from '../alerts/describe.ts'
import { Shares } from '../project/lists.tsx'
import { firstParagraph, splitTitle } from '../project/title.ts'
import '../../style/panels.css'
import '../../style/mentions.css'
import '../../style/why.css'

const STORY_MAX = 140
const GAPS_SHOWN = 4
// From this share on, the largest story is the explanation.
const MAIN_SHARE = 0.3
// Fewer times the usual than this is the usual.
const MORE_TIMES = 1.2

interface WhyProps {
  readonly projectId: string
  readonly moment: WireRangeExplanation
  // What the moment is about: its links lead to these mentions.
  readonly filter: Filter
}

// Explains a range of time: what was seen against what was expected, and what makes up the difference.
export function Why({ projectId, moment, filter }: WhyProps): ReactNode {
  const { text } = useText()
  const alertQuery = writeFilter({ ...filter, period: '30d', story: null }, new URLSearchParams()).toString()
  const main = mainStory(moment)
  const pathTo = (change: Partial<Filter>): string => mentionsPath(projectId, { ...filter, ...change })
  const reportQuery = writeFilter(filter, new URLSearchParams()).toString()
  return (
    <div className="why">
      <Lead moment={moment} />
      {moment.coverage.lower_bound && <Note tone="warn">{text.why.lowerBound}</Note>}
      {main !== null && <MainStory story={main} seen={moment.seen} href={pathTo({ story: main.id })} />}
      {moment.seen > 0 && <Parts moment={moment} main={main} q={filter.q} pathTo={pathTo} />}
      <div className="row">
        {moment.seen > 0 && (
          <Link href={pathTo({})} className="button">
            <Icon name="comment" />
            {text.why.mentions}
          </Link>
        )}
        <Link href={`/projects/${projectId}/alerts/new${alertQuery && `?${alertQuery}`}`} className="button quiet">
          <Icon name="flag" />
          {text.why.alertMe}
        </Link>
        <Link href={`/projects/${projectId}/report?${reportQuery}`} className="button quiet">
          <Icon name="report" />
          {text.project.report}
        </Link>
      </div>
    </div>
  )
}

function Lead({ moment }: { readonly moment: WireRangeExplanation }): ReactNode {
  const { text, format } = useText()
  const { seen, expected, low, high } = moment
  const shown = (value: number): string => format.number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
  return (
    <p className="why-lead">
      <strong>{text.why.seen(seen)}</strong>{' '}
      {expected === null || low === null || high === null ? (
        <span className="soft">{text.why.littleHistory}</span>
      ) : (
        <>
          <span className="soft">{text.why.expected(shown(expected), shown(low), shown(high))}</span>{' '}
          <Comparison seen={seen} expected={expected} low={low} high={high} />
        </>
      )}
    </p>
  )
}

interface ComparisonProps {
  readonly seen: number
  readonly expected: number
  readonly low: number
  readonly high: number
}

function Comparison({ seen, expected, low, high }: ComparisonProps): ReactNode {
  const { text } = useText()
  const times = timesOf(seen, expected)
  if (seen > high && times !== null && times >= MORE_TIMES)
    return <span className="badge more">{text.why.times(times)}</span>
  return <span className="badge">{seen < low ? text.why.fewer : text.why.usual}</span>
}

type Story = WireRangeExplanation['stories'][number]

function mainStory({ stories, seen }: WireRangeExplanation): Story | null {
  const [first] = stories
  return first !== undefined && first.new > 1 && first.new / seen >= MAIN_SHARE ? first : null
}

function MainStory(props: { readonly story: Story; readonly seen: number; readonly href: string }): ReactNode {
  const { text, format } = useText()
  return (
    <p className="why-main">
      {text.why.oneStory(format.percent(props.story.new, props.seen))}{' '}
      <Link href={props.href}>
        <bdi className="foreign">{cutText(firstParagraph(props.story.text), STORY_MAX)}</bdi>
      </Link>
    </p>
  )
}

interface PartsProps {
  readonly moment: WireRangeExplanation
  readonly main: Story | null
  // What is searched for: a term is searched within it.
  readonly q: string
  readonly pathTo: (change: Partial<Filter>) => string
}

function Parts({ moment, main, q, pathTo }: PartsProps): ReactNode {
  const { text, language } = useText()
  const [, navigate] = useLocation()
  const pathToTerm = (term: string): string => pathTo({ q: addTerm(q, term) })
  const { terms, hashtags, platforms, authors, sentiment, coverage, examples } = moment
  const stories = moment.stories.filter((story) => story.new > 1 && story !== main)
  const counts = Object.fromEntries(platforms.map(({ source, count }) => [source, count]))
  return (
    <div className="why-parts">
      {stories.length > 0 && (
        <Part title={text.why.stories}>
          <Stories stories={stories} pathTo={pathTo} />
        </Part>
      )}
      <div className="why-columns">
        {hashtags.length > 0 && (
          <Part title={text.why.hashtags}>
            <TermLinks terms={hashtags} sample={moment.terms_sample} prefix="#" pathTo={pathToTerm} />
          </Part>
        )}
        {terms.length > 0 && (
          <Part title={text.why.terms}>
            <TermLinks terms={terms} sample={moment.terms_sample} prefix="" pathTo={pathToTerm} />
          </Part>
        )}
        <Part title={text.why.platforms}>
          <Shares
            counts={counts}
            names={platforms.map(({ source }) => source)}
            label={(name) => platformRow(name).label[language]}
            onChoose={(name) => navigate(pathTo({ sources: [name] }))}
          />
        </Part>
        <Part title={text.why.authors}>
          <Authors authors={authors} pathTo={pathTo} />
        </Part>
        <Part title={text.why.sentiment}>
          <p className="small soft">{text.why.now}</p>
          <SentimentBar counts={sentiment.now} />
          <p className="small soft">{text.why.before}</p>
          <SentimentBar counts={sentiment.before} />
        </Part>
        {coverage.gaps.length > 0 && (
          <Part title={text.why.coverage}>
            <Gaps gaps={coverage.gaps} />
          </Part>
        )}
      </div>
      <Part title={text.why.examples}>
        <Examples examples={examples} />
      </Part>
    </div>
  )
}

function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const heading = useId()
  return (
    <section className="why-part" aria-labelledby={heading}>
      <h3 id={heading}>{props.title}</h3>
      {props.children}
    </section>
  )
}

type PathTo = PartsProps['pathTo']

function Stories({ stories, pathTo }: { readonly stories: readonly Story[]; readonly pathTo: PathTo }): ReactNode {
  const { text } = useText()
  return (
    <ol className="stories">
      {stories.map((story) => (
        <li key={story.id}>
          <Link href={pathTo({ story: story.id })} className="plain story">
            <bdi className="foreign">{cutText(firstParagraph(story.text), STORY_MAX)}</bdi>
            <span className="story-copies soft small">
              <Icon name="stack" size={14} />
              {text.why.storySize(story.new, story.size)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

interface TermLinksProps {
  readonly terms: WireRangeExplanation['terms']
  // Not null: the counts are estimates.
  readonly sample: WireRangeExplanation['terms_sample']
  readonly prefix: '' | '#'
  readonly pathTo: (term: string) => string
}

function TermLinks({ terms, sample, prefix, pathTo }: TermLinksProps): ReactNode {
  const { text, format } = useText()
  return (
    <ul className="tags">
      {terms.map(({ term, count }) => {
        const shown = `${prefix}${term.replace(/^#/, '')}`
        return (
          <li key={term}>
            <Link href={pathTo(shown)} className="chip" title={text.lists.filterBy(shown)}>
              <bdi className="foreign">{shown}</bdi>
              <span className="soft tabular">
                {sample !== null && '≈ '}
                {format.compact(count)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

interface AuthorsProps {
  readonly authors: WireRangeExplanation['authors']
  readonly pathTo: PathTo
}

function Authors({ authors, pathTo }: AuthorsProps): ReactNode {
  const { text, format } = useText()
  return (
    <ol className="people">
      {authors.map(({ username, name, source, count }) => (
        <li key={`${source} ${username}`}>
          {username === '' ? (
            <span className="soft">{text.mention.unnamed}</span>
          ) : (
            <Link href={pathTo({ author: username })} className="plain">
              <bdi className="foreign strong">{source === 'news' ? (name ?? username) : `@${username}`}</bdi>
            </Link>
          )}
          <PlatformMark platform={source} />
          <span className="tabular strong">{format.number(count)}</span>
        </li>
      ))}
    </ol>
  )
}

function Gaps({ gaps }: { readonly gaps: WireRangeExplanation['coverage']['gaps'] }): ReactNode {
  const { text, language, format } = useText()
  return (
    <ul className="small">
      {gaps.slice(0, GAPS_SHOWN).map(({ source, from, to }) => (
        <li key={`${source} ${from}`}>
          {source === null ? text.why.everySource : platformRow(source).label[language]}
          <span className="soft">: {format.range(Date.parse(from), Date.parse(to))}</span>
        </li>
      ))}
      {gaps.length > GAPS_SHOWN && <li className="soft">{text.why.moreGaps(gaps.length - GAPS_SHOWN)}</li>}
    </ul>
  )
}

function Examples({ examples }: { readonly examples: WireRangeExplanation['examples'] }): ReactNode {
  const { text } = useText()
  return (
    <ul className="briefs">
      {examples.map((example) => (
        <li key={example.id} className="brief">
          <p className="mention-head">
            <PlatformMark platform={example.source} />
            <bdi className="foreign strong">{example.name || example.username || text.mention.unnamed}</bdi>
            <Time value={example.published_at} short />
          </p>
          <ExampleText example={example} />
          <p className="mention-foot">
            <SafeLink url={example.url}>{text.mention.original}</SafeLink>
          </p>
        </li>
      ))}
    </ul>
  )
}

type Example = WireRangeExplanation['examples'][number]

function ExampleText({ example: { text, source } }: { readonly example: Example }): ReactNode {
  const { title, body } = splitTitle({ content: text, socialmediaid: source })
  return (
    <>
      {title !== null && <p className="mention-title foreign">{title}</p>}
      <p className="mention-text foreign">{body}</p>
    </>
  )
}
