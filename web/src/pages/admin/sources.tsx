import type { ReactNode } from 'react'
import { useAdminSources } from '../../api/admin.ts'
import { Icon } from '../../components/icon.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'

// A platform may have several sources; these are service names, the same in every language.
const NAMES: Readonly<Record<string, string>> = {
  feeds: 'RSS, Atom, JSON Feed',
  'google-news': 'Google News',
  gdelt: 'GDELT',
}

export function SourcesTab(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useAdminSources()
  if (data === undefined) {
    return error === null ? <Skeleton lines={6} /> : <Failure error={error} onRetry={() => void refetch()} />
  }
  return (
    <ul className="sources" aria-label={text.admin.sources}>
      {data.map((source) => (
        <li key={`${source.source} ${source.name}`} className="card">
          <div className="row spread">
            <h2>
              <PlatformMark platform={source.source} />
              {source.name !== source.source && <span className="soft">{NAMES[source.name] ?? source.name}</span>}
            </h2>
            <span className={source.status === 'ready' ? 'badge listening' : 'badge paused'}>
              <Icon name={source.status === 'ready' ? 'check' : 'warning'} size={12} />
              {source.status === 'ready' ? text.admin.ready : text.admin.notConfigured}
            </span>
          </div>
          {source.needs.length === 0 ? (
            <p className="soft small">{text.admin.needsNothing}</p>
          ) : (
            <>
              <p className="small soft">{text.admin.needs}</p>
              <ul className="needs">
                {source.needs.map((need) => (
                  <li key={need} className="foreign">
                    {need}
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
