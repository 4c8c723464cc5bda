import * as Tabs from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Page } from '../../components/page.tsx'
import { useText } from '../../text/text.tsx'
import { FeedsTab } from './feeds.tsx'
import { IncidentsTab } from './incidents.tsx'
import { SourcesTab } from './sources.tsx'
import { UsersTab } from './users.tsx'
import '../../style/admin.css'

const TABS = ['users', 'feeds', 'sources', 'incidents'] as const

export function AdminPage({ tab, ownId }: { readonly tab: string | undefined; readonly ownId: string }): ReactNode {
  const { text } = useText()
  const [, navigate] = useLocation()
  const chosen = TABS.find((name) => name === tab) ?? 'users'
  return (
    <Page title={text.admin.title} className="medium">
      <h1 className="page-title">{text.admin.title}</h1>
      <Tabs.Root value={chosen} onValueChange={(name) => navigate(`/admin/${name}`, { replace: true })}>
        <Tabs.List className="tabs" aria-label={text.admin.title}>
          {TABS.map((name) => (
            <Tabs.Trigger key={name} value={name} className="tab">
              {text.admin[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="users">
          <UsersTab ownId={ownId} />
        </Tabs.Content>
        <Tabs.Content value="feeds">
          <FeedsTab />
        </Tabs.Content>
        <Tabs.Content value="sources">
          <SourcesTab />
        </Tabs.Content>
        <Tabs.Content value="incidents">
          <IncidentsTab />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  )
}
