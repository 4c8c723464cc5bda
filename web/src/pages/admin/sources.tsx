import type { ReactNode } from 'react'
import { useAdminSources } from '../../api/admin.ts'
import { Icon } from '../../components/icon.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
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
  const ready = data.filter(({ status }) => status === 'ready').length
  return (
    <div className="stack">
      <p className="soft">{text.guide.ready(ready, data.length)}</p>
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
              <Guide name={source.name} needs={source.needs} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

// Where the credentials of a source are given out.
const PAGES: Readonly<Record<string, string>> = {
  twitter: 'https://developer.x.com/',
  youtube: 'https://console.cloud.google.com/apis/library/youtube.googleapis.com',
  facebook: 'https://developers.facebook.com/docs/features-reference/page-public-content-access',
  instagram: 'https://developers.facebook.com/docs/features-reference/instagram-public-content-access',
  tiktok: 'https://developers.tiktok.com/products/research-api/',
}

// What an administrator does to switch a source on.
function Guide({ name, needs }: { readonly name: string; readonly needs: readonly string[] }): ReactNode {
  const { text } = useText()
  const page = PAGES[name]
  const steps = text.guide.steps[name]
  return (
    <>
      {steps !== undefined && (
        <p className="small">
          {steps} {page !== undefined && <SafeLink url={page}>{text.guide.open}</SafeLink>}
        </p>
      )}
      <p className="small soft">{text.guide.set}</p>
      <ul className="needs">
        {needs.map((need) => (
          <li key={need} className="foreign">
            {need}
          </li>
        ))}
      </ul>
    </>
  )
}
