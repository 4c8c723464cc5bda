import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { WireJob } from '../../../../src/api/wire/job.ts'
import { type Card, useJobs, useSources } from '../../api/projects.ts'
import { type Query, useCoverage } from '../../api/readings.ts'
import { isAdmin, useSession } from '../../api/session.ts'
import { Icon } from '../../components/icon.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { useNow } from '../../components/time.tsx'
import { PLATFORMS, type Platform } from '../../platforms.ts'
import { describeFault } from '../../text/faults.ts'
import { useText } from '../../text/text.tsx'
import { dayOf } from '../../text/zone.ts'
import { isUnderWay, stateOf } from '../projects/state.ts'
import { CoveragePanel } from './coverage-panel.tsx'
import '../../style/first-day.css'

const MINUTE_MS = 60_000

// A project without mentions has nothing to filter and nothing to draw but what was covered.
export function FirstDay({ card, query }: { readonly card: Card; readonly query: Query }): ReactNode {
  const coverage = useCoverage(card.project.id, query)
  return (
    <div className="first-day-page">
      <Now card={card} />
      <CoveragePanel coverage={coverage} />
    </div>
  )
}

// What happens: since when it listens, when it runs next, and how each source is doing.
function Now({ card }: { readonly card: Card }): ReactNode {
  const { text } = useText()
  const { data: jobs } = useJobs(card.project.id)
  const { data: sources } = useSources()
  const job = jobs?.[0] ?? card.last_job
  const ready = new Set(sources?.filter(({ status }) => status === 'ready').map(({ source }) => source))
  const known = PLATFORMS.filter((platform) => sources?.some(({ source }) => source === platform))
  return (
    <section className="card first-day" aria-labelledby="first-day">
      <div className="stack tight">
        <h2 id="first-day">{text.firstDay.title}</h2>
        <p>
          <Happening card={card} job={job} />
        </p>
        <p className="soft">{sources !== undefined && ready.size === 0 ? text.firstDay.none : text.firstDay.fill}</p>
      </div>
      <ul className="first-sources" aria-label={text.firstDay.sources}>
        {known.map((platform) => (
          <SourceLine key={platform} platform={platform} isOn={ready.has(platform)} job={job} />
        ))}
      </ul>
    </section>
  )
}

function Happening({ card, job }: { readonly card: Card; readonly job: WireJob | null }): ReactNode {
  const { text, format } = useText()
  const now = useNow()
  const { project, listening_since: since, next_run_at: nextAt } = card
  const state = stateOf(project, dayOf(now))
  if (isUnderWay(job)) return text.firstDay.running
  if (state === 'not-started') return text.firstDay.notStarted(format.day(project.start_date))
  if (state !== 'listening') return text.firstDay[state]
  return [
    ...(since === null ? [] : [text.firstDay.listening(format.time(since))]),
    ...(nextAt === null ? [] : [text.firstDay.next(Math.round((Date.parse(nextAt) - now) / MINUTE_MS))]),
  ].join(' ')
}

interface SourceLineProps {
  readonly platform: Platform
  readonly isOn: boolean
  readonly job: WireJob | null
}

function SourceLine({ platform, isOn, job }: SourceLineProps): ReactNode {
  const { text } = useText()
  const isFailing = isOn && job?.progress[platform]?.error != null
  const state = isFailing ? 'failing' : isOn ? 'on' : 'off'
  return (
    <li>
      <PlatformMark platform={platform} />
      <span className={`badge ${{ on: 'listening', off: 'ended', failing: 'feed-broken' }[state]}`}>
        {state !== 'off' && <Icon name={state === 'on' ? 'check' : 'warning'} size={12} />}
        {text.firstDay[state]}
      </span>
      <span className="small soft">{isOn ? <Reading platform={platform} job={job} /> : <Advice />}</span>
    </li>
  )
}

function Reading({ platform, job }: Omit<SourceLineProps, 'isOn'>): ReactNode {
  const { text, format } = useText()
  const progress = job?.progress[platform]
  if (progress === undefined) return text.firstDay.waiting
  const note = progress.error ?? progress.notice
  return note === null ? text.firstDay.read(progress.received) : describeFault(note, text, format)
}

// Only administrators can switch a source on.
function Advice(): ReactNode {
  const { text } = useText()
  const { session } = useSession()
  if (session == null || !isAdmin(session)) return text.firstDay.off_advice
  return <Link href="/admin/sources">{text.firstDay.off_admin}</Link>
}
