import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useAlerts } from '../../api/alerts.ts'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { useText } from '../../text/text.tsx'
import { IncidentsPanel } from './incidents.tsx'
import { ProjectSubpage } from './project-page.tsx'
import { RulesPanel } from './rules.tsx'
import '../../style/alerts.css'

// The incidents of a project and the rules that open them. A narrow screen shows one of the two.
export function AlertsPage({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data: alerts } = useAlerts(id)
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'rules' ? 'rules' : 'incidents'
  return (
    <ProjectSubpage
      id={id}
      title={text.alerts.title}
      actions={
        <Link href={`/projects/${id}/alerts/new`} className="button primary">
          <Icon name="plus" />
          {text.alerts.add}
        </Link>
      }
    >
      {() => (
        <>
          <div className="alerts-switch">
            <Segments
              label={text.project.view}
              value={view}
              choices={[
                ['incidents', text.incidents.title],
                ['rules', `${text.alerts.rules}${alerts === undefined ? '' : ` (${alerts.length})`}`],
              ]}
              onChoose={(name) => setParams(name === 'rules' ? { view: name } : {}, { replace: true })}
            />
          </div>
          <div className={`alerts-columns show-${view}`}>
            <IncidentsPanel projectId={id} />
            <RulesPanel projectId={id} />
          </div>
        </>
      )}
    </ProjectSubpage>
  )
}
