import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { WireAlert } from '../../../../src/api/wire/alert.ts'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { useOwnUser } from '../../api/account.ts'
import { type BacktestInput, useAddAlert, useAlerts, useBacktest, useChangeAlert } from '../../api/alerts.ts'
import { type Query, useInsights } from '../../api/readings.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError, Failure, Note, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { readFilter } from '../../filter/filter.ts'
import { useText } from '../../text/text.tsx'
import { DAY_MS, dayOf, startOfDay, ZONE } from '../../text/zone.ts'
import { NotFoundPage } from '../not-found.tsx'
import { Panel } from '../project/panel.tsx'
import { Backtest } from './backtest.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import { alertOf, boundsOf, type Draft, draftOf, emptyDraft, fieldOfError, filterOf, NUMBERS, ruleOf } from './draft.ts'
import type { ErrorAt } from './field.tsx'
import { FilterFields } from './filter-fields.tsx'
import { ProjectSubpage } from './project-page.tsx'
import { RuleFields } from './rule-fields.tsx'
import '../../style/create.css'
import '../../style/panels.css'
import '../../style/alerts.css'

const TYPING_MS = 350
const BACKTEST_DAYS = 90

// A new rule, which starts with the filter of the link, or an existing one.
export function RulePage({ id, alertId }: { readonly id: string; readonly alertId: string | undefined }): ReactNode {
  const { text } = useText()
  const { data: alerts, error, refetch } = useAlerts(id)
  const { data: user } = useOwnUser()
  const alert = alerts?.find((one) => one.id === alertId)
  if (alertId !== undefined && alerts !== undefined && alert === undefined) return <NotFoundPage />
  return (
    <ProjectSubpage
      id={id}
      title={alertId === undefined ? text.alerts.add : text.alerts.edit}
      back={{ href: `/projects/${id}/alerts`, label: text.alerts.title }}
    >
      {(project) => {
        if (user !== undefined && (alertId === undefined || alert !== undefined))
          return <RuleForm project={project} alert={alert} zone={user.timeZone ?? ZONE} />
        return error === null ? <Skeleton lines={6} tall /> : <Failure error={error} onRetry={() => void refetch()} />
      }}
    </ProjectSubpage>
  )
}

interface RuleFormProps {
  readonly project: WireProject
  readonly alert: WireAlert | undefined
  // Of the person, in which new quiet hours are.
  readonly zone: string
}

function RuleForm({ project, alert, zone }: RuleFormProps): ReactNode {
  const projectId = project.id
  const { text } = useText()
  const search = useSearch()
  const [draft, setDraft] = useState<Draft>(() => {
    const empty = emptyDraft(readFilter(new URLSearchParams(search)), zone)
    return alert === undefined ? empty : draftOf(alert, empty)
  })
  const { save, isSaving, error, forget } = useSave(projectId, alert)
  const tested = useTested(project, draft)
  const { data: insights } = useInsights(projectId, tested.range)
  const change = (fields: Partial<Draft>): void => {
    forget()
    setDraft((current) => ({ ...current, ...fields }))
  }
  const errorAt = useErrors(draft, [error, tested.isOutdated ? null : tested.backtest.error])
  const fields = { draft, onChange: change, errorAt }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isSaving) save(draft)
  }
  return (
    <div className="rule-columns">
      <form className="rule-form" onSubmit={submit} noValidate>
        <Panel title={text.alerts.stepWhat}>
          <RuleFields {...fields} />
        </Panel>
        <Panel title={text.alerts.stepWhich}>
          <FilterFields {...fields} languages={Object.keys(insights?.languages ?? {})} />
        </Panel>
        <Panel title={text.alerts.stepWhere}>
          <DeliveryFields {...fields} />
        </Panel>
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        <SaveBar projectId={projectId} isSaving={isSaving} count={tested.count} />
      </form>
      <Backtest
        projectId={projectId}
        kind={draft.kind}
        query={tested.query}
        backtest={tested.backtest}
        isOutdated={tested.isOutdated}
      />
    </div>
  )
}

interface SaveBarProps {
  readonly projectId: string
  readonly isSaving: boolean
  // How often the rule would have reported something; null while that is not known.
  readonly count: number | null
}

function SaveBar({ projectId, isSaving, count }: SaveBarProps): ReactNode {
  const { text } = useText()
  return (
    <div className="rule-save">
      <button type="submit" className="button primary" disabled={isSaving}>
        <Icon name="check" />
        {isSaving ? text.alerts.saving : text.alerts.save}
      </button>
      <Link href={`/projects/${projectId}/alerts`} className="button">
        {text.common.cancel}
      </Link>
      <span className="rule-times soft" aria-hidden="true">
        {count === null ? text.alerts.testing : text.alerts.times(count)}
      </span>
    </div>
  )
}

interface Tested {
  readonly range: Query
  readonly query: Query
  readonly backtest: ReturnType<typeof useBacktest>
  readonly isOutdated: boolean
  readonly count: number | null
}

// The back-test of what is typed, once typing pauses.
function useTested({ id: keywordId, start_date: startDay }: WireProject, draft: Draft): Tested {
  const [asOf] = useState(Date.now)
  const typed = useMemo<BacktestInput>(
    () => ({ keywordId, rule: ruleOf(draft), filter: filterOf(draft), cooldownMinutes: draft.cooldownMinutes }),
    [keywordId, draft],
  )
  const settled = useSettled(typed)
  const backtest = useBacktest(settled)
  const isOutdated = backtest.isFetching || JSON.stringify(settled) !== JSON.stringify(typed)
  // Drawn from where the project begins.
  const range = useMemo(() => {
    const oldest = dayOf(asOf - BACKTEST_DAYS * DAY_MS)
    return {
      from: new Date(startOfDay(startDay > oldest && startDay <= dayOf(asOf) ? startDay : oldest)).toISOString(),
    }
  }, [asOf, startDay])
  const filter = JSON.stringify(settled.filter)
  const query = useMemo<Query>(() => {
    const choices = Object.entries(JSON.parse(filter) as Record<string, unknown>)
    return { ...range, ...Object.fromEntries(choices.map(([name, value]) => [name, String(value)])) }
  }, [range, filter])
  const count = isOutdated || backtest.error !== null ? null : (backtest.data?.count ?? null)
  return { range, query, backtest, isOutdated, count }
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

// The API names the field of an error. What is wrong with a number is its bounds, which the page can say in any language.
function useErrors(draft: Draft, errors: readonly (Error | null)[]): ErrorAt {
  const { text } = useText()
  return (field) => {
    const error = errors.find((one) => one !== null && fieldOfError(one.message) === field)
    if (error === undefined || error === null) return null
    const name = (Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).find((one) => one === field)
    if (name === undefined) return describeError(error, text)
    const { min, max } = boundsOf(draft.kind, name)
    return text.alerts.between(min, max)
  }
}

interface Saving {
  readonly save: (draft: Draft) => void
  readonly isSaving: boolean
  readonly error: Error | null
  // Drops the last error: the draft has changed since.
  readonly forget: () => void
}

function useSave(projectId: string, alert: WireAlert | undefined): Saving {
  const { text } = useText()
  const [, navigate] = useLocation()
  const showToast = useToast()
  const add = useAddAlert()
  const change = useChangeAlert()
  const used = alert === undefined ? add : change
  const onSuccess = ({ name }: WireAlert): void => {
    showToast(text.alerts.saved(name))
    navigate(`/projects/${projectId}/alerts`)
  }
  return {
    save(draft) {
      const { keywordId, ...fields } = alertOf(draft, projectId)
      if (alert === undefined) add.mutate({ keywordId, ...fields }, { onSuccess })
      else change.mutate({ id: alert.id, ...fields }, { onSuccess })
    },
    isSaving: used.isPending,
    error: used.error,
    forget: used.error === null ? () => {} : used.reset,
  }
}
