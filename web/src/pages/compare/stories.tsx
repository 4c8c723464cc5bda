import { type ReactNode, useState } from 'react'
import type { WireComparedSide, WireComparedStory } from '../../../../src/api/wire/compare.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { type ResultProps, SideLink, SideMark, SideName } from './side-mark.tsx'

// The first stories are enough to begin with.
const COMMON_SHOWN = 8
const APART_SHOWN = 4

export function CommonPanel({ data, labels }: ResultProps): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.compare.common} help={text.compare.commonHelp}>
      {data.common.length === 0 && <p className="soft">{text.compare.commonNone}</p>}
      <Stories shown={COMMON_SHOWN}>
        {data.common.map((row) => {
          const first = row.find((story) => story !== null)
          if (first == null) return null
          return (
            <li key={first.id}>
              <StoryText story={first} />
              <ul className="story-sides">
                {row.map((story, at) => {
                  const side = data.sides[at]
                  if (story === null || side === undefined) return null
                  return (
                    <li key={story.id + side.from}>
                      <SideMark side={at} />
                      <StoryCount side={side} story={story} label={labels[at] ?? ''} />
                    </li>
                  )
                })}
              </ul>
            </li>
          )
        })}
      </Stories>
      <p className="small soft">
        {text.compare.compared(data.stories_compared)}{' '}
        {data.common_total > data.common.length && text.compare.left(data.common_total - data.common.length)}
      </p>
    </Panel>
  )
}

export function ApartPanel({ data, labels }: ResultProps): ReactNode {
  const { text } = useText()
  return (
    <Panel title={text.compare.apart} help={text.compare.apartHelp}>
      <div className="apart-sides">
        {data.sides.map((side, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
          <div key={at}>
            <h3>
              <SideName side={at} label={labels[at] ?? ''} />
            </h3>
            {side.apart.length === 0 && <p className="soft">{text.compare.apartNone}</p>}
            <Stories shown={APART_SHOWN}>
              {side.apart.map((story) => (
                <li key={story.id}>
                  <StoryText story={story} />
                  <StoryCount side={side} story={story} label={labels[at] ?? ''} />
                </li>
              ))}
            </Stories>
            {side.apart_total > side.apart.length && (
              <p className="small soft">{text.compare.left(side.apart_total - side.apart.length)}</p>
            )}
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Stories({ shown, children }: { readonly shown: number; readonly children: ReactNode[] }): ReactNode {
  const { text } = useText()
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className="compare-stories">{all ? children : children.slice(0, shown)}</ul>
      {children.length > shown && (
        <button type="button" className="button quiet small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.common.showLess : text.common.showAll}
        </button>
      )}
    </>
  )
}

function StoryText({ story }: { readonly story: WireComparedStory }): ReactNode {
  const { format } = useText()
  return (
    <div className="story-text">
      <p className="foreign">{story.text}</p>
      <p className="small soft">
        <PlatformMark platform={story.socialmediaid} />
        <bdi className="foreign">{story.author}</bdi>
        <span>{format.time(story.published_at)}</span>
      </p>
    </div>
  )
}

interface StoryCountProps {
  readonly side: WireComparedSide
  readonly story: WireComparedStory
  readonly label: string
}

function StoryCount({ side, story, label }: StoryCountProps): ReactNode {
  const { text } = useText()
  return (
    <SideLink side={side} label={label} narrower={{ story: story.id }}>
      {text.compare.mentions(story.count)}
    </SideLink>
  )
}
