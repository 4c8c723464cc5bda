import type { ReactNode } from 'react'
import type { WireJob } from '../../../../src/api/wire/job.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { Time } from '../../components/time.tsx'
import { PLATFORMS, type Platform } from '../../platforms.ts'
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

// The counts per source so far, updated while the run is in progress.
export function JobTable({ job }: { readonly job: WireJob }): ReactNode {
  const { text, format } = useFirstText()
  const platforms = PLATFORMS.filter((platform) => job.progress[platform] !== undefined)
  return (
    <div className="job">
      <p className="job-head">
        <JobLine job={job} />
        {job.started_at !== null && <Time value={job.started_at} />}
      </p>
      {job.detail !== null && <p className="small soft foreign">{job.detail}</p>}
      {platforms.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is wider than the screen, and the arrow keys scroll it.
        <div className="table-scroll" tabIndex={0}>
          <table className="table dense">
            <caption className="hidden">{text.job.progress}</caption>
            <thead>
              <tr>
                <th scope="col">{text.job.source}</th>
                <th scope="col" className="numeric">
                  {text.job.received}
                </th>
                <th scope="col" className="numeric">
                  {text.job.matched}
                </th>
                <th scope="col" className="numeric">
                  {text.job.fresh}
                </th>
                <th scope="col">{text.job.note}</th>
              </tr>
            </thead>
            <tbody>
              {platforms.map((platform) => (
                <SourceRow key={platform} platform={platform} job={job} number={format.number} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

interface SourceRowProps {
  readonly platform: Platform
  readonly job: WireJob
  readonly number: (value: number) => string
}

function SourceRow({ platform, job, number }: SourceRowProps): ReactNode {
  const source = job.progress[platform]
  if (source === undefined) return null
  return (
    <tr>
      <th scope="row">
        <PlatformMark platform={platform} />
      </th>
      <td className="numeric">{number(source.received)}</td>
      <td className="numeric">{number(source.matched)}</td>
      <td className="numeric strong">{number(source.new)}</td>
      <td className={source.error === null ? 'small soft foreign' : 'small bad foreign'}>
        {source.error ?? source.notice ?? ''}
      </td>
    </tr>
  )
}
