import type { ReactNode } from 'react'
import { useMention } from '../../api/readings.ts'
import { Failure, Skeleton } from '../../components/states.tsx'
import { MentionBrief } from './mention-brief.tsx'

const EVIDENCE_MAX = 20

// The mentions that support a sentence.
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

function EvidenceMention({ id }: { readonly id: string }): ReactNode {
  const { data, error, refetch } = useMention(id)
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Skeleton lines={2} /> : <MentionBrief mention={data} />
}
