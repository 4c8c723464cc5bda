import type { ReactNode } from 'react'
import { useSimilar } from '../../api/readings.ts'
import { Failure, Skeleton } from '../../parts/states.tsx'
import { MentionBrief } from './mention-brief.tsx'

const EVIDENCE_MAX = 20

// The mentions that a sentence rests on.
export function Evidence({ ids }: { readonly ids: readonly string[] }): ReactNode {
  return (
    <ul className="briefs">
      {ids.slice(0, EVIDENCE_MAX).map((id) => (
        <li key={id}>
          <EvidenceMention id={id} />
        </li>
      ))}
    </ul>
  )
}

// A mention is a member of its own near-duplicate group, so that reading the group finds it.
export function EvidenceMention({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useSimilar(id, true)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={2} />
  const mention = data.data.find((member) => member.id === id) ?? data.data[0]
  return mention === undefined ? null : <MentionBrief mention={mention} />
}
