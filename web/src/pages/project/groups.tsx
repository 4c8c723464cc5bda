import { type ReactNode, useState } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { useSimilar } from '../../api/readings.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { cutText } from '../../text/cut.ts'
import { useText } from '../../text/text.tsx'
import { MentionBrief } from './mention-brief.tsx'

const GROUPS_SHOWN = 6
const EXCERPT_MAX = 160
type Group = WireInsights['groups'][number]

// Near-duplicate mentions: the first one of each group and the number of copies.
export function Groups({ groups }: { readonly groups: readonly Group[] }): ReactNode {
  const { text } = useText()
  const [open, setOpen] = useState<Group | null>(null)
  if (groups.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <>
      <ol className="stories">
        {groups.slice(0, GROUPS_SHOWN).map((group) => (
          <li key={group.mention.id}>
            <button type="button" className="plain story" onClick={() => setOpen(group)}>
              <bdi className="foreign">{cutText(group.mention.content, EXCERPT_MAX)}</bdi>
              <span className="story-copies soft small">
                <Icon name="stack" size={14} />
                {text.lists.copies(group.count, group.authors)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {open !== null && (
        <Dialog title={text.lists.copies(open.count, open.authors)} onClose={() => setOpen(null)} wide>
          <Members id={open.mention.id} />
        </Dialog>
      )}
    </>
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
