import type { ReactNode } from 'react'
import type { WireJob } from '../../../../src/api/wire/job.ts'
import { Time } from '../../components/time.tsx'
import { useFirstText } from '../../text/text.tsx'
import { countNew, isUnderWay } from './state.ts'

// One line with the result of the last run, or the state of the current one.
export function JobLine({ job }: { readonly job: WireJob | null }): ReactNode {
  const { text } = useFirstText()
  if (job === null) return <span className="soft">{text.projects.never}</span>
  return (
    <span className={`job-line ${job.status}`}>
      {isUnderWay(job) && <span className="spinner" aria-hidden="true" />}
      {isUnderWay(job) || job.status === 'failed' ? text.job[job.status] : null}
      {job.status === 'done' && <Time value={job.finished_at ?? job.created_at} relative />}
      <span className="soft">{text.job.found(countNew(job))}</span>
    </span>
  )
}
