import type { ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { useSimilar } from '../../api/readings.ts'
import { Icon } from '../../components/icon.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { MentionBrief } from './mention-brief.tsx'
import { headlineOf } from './title.ts'

const GROUPS_SHOWN = 6
const EXCERPT_MAX = 160
type Group = WireInsights['groups'][number]

interface GroupsProps {
  readonly groups: readonly Group[]
  readonly onChoose: (story: string) => void
}

// Near-duplicate mentions: the first one of each group and the number of copies.
export function Groups({ groups, onChoose }: GroupsProps): ReactNode {
  const { text } = useText()
  if (groups.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <ol className="stories">
      {groups.slice(0, GROUPS_SHOWN).map(({ mention, count, authors }) => (
        <li key={mention.id}>
          <button type="button" className="plain story" onClick={() => onChoose(mention.story)}>
            <bdi className="foreign">{cutText(headlineOf(mention), EXCERPT_MAX)}</bdi>
            <span className="story-copies soft small">
              <Icon name="stack" size={14} />
              {text.lists.copies(count, authors)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function Members({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useSimilar(id, true)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={4} />
  return (
    <ul className="briefs">
      {data.data.map((mention) => (
        <li key={mention.id}>
          <MentionBrief mention={mention} />
        </li>
      ))}
    </ul>
  )
}
