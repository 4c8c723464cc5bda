import type { ReactNode } from 'react'
import type { WireJob } from '../../../../src/api/wire/job.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { Time } from '../../components/time.tsx'
import { PLATFORMS, type Platform } from '../../platforms.ts'
import { describeFault } from '../../text/faults.ts'
import { useText } from '../../text/text.tsx'
import { JobLine } from '../projects/job-line.tsx'

// The counts per source so far, updated while the run is in progress.
export function JobTable({ job }: { readonly job: WireJob }): ReactNode {
  const { text, format } = useText()
  const platforms = PLATFORMS.filter((platform) => job.progress[platform] !== undefined)
  return (
    <div className="job">
      <p className="job-head">
        <JobLine job={job} />
        {job.started_at !== null && <Time value={job.started_at} />}
      </p>
      {job.detail !== null && <p className="small soft">{describeFault(job.detail, text, format)}</p>}
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
                <SourceRow key={platform} platform={platform} job={job} />
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
}

function SourceRow({ platform, job }: SourceRowProps): ReactNode {
  const { text, format } = useText()
  const source = job.progress[platform]
  if (source === undefined) return null
  const { number } = format
  const note = source.error ?? source.notice
  return (
    <tr>
      <th scope="row">
        <PlatformMark platform={platform} />
      </th>
      <td className="numeric">{number(source.received)}</td>
      <td className="numeric">{number(source.matched)}</td>
      <td className="numeric strong">{number(source.new)}</td>
      <td className={source.error === null ? 'small soft' : 'small bad'}>
        {note === null ? '' : describeFault(note, text, format)}
      </td>
    </tr>
  )
}
