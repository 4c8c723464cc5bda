import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import type { WireSession } from '../../src/api/wire/account.ts'
import { withQuery } from './api/address.ts'
import { useLive } from './api/live.ts'
import { isAdmin, useSession } from './api/session.ts'
import { type SessionEnd, sessionEnd } from './api/session-end.ts'
import { Page } from './components/page.tsx'
import { Failure, Skeleton } from './components/states.tsx'
import { Crash } from './crash.tsx'
import { LoginPage } from './pages/login.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { ProjectsPage } from './pages/projects/projects.tsx'
import { Shell } from './shell.tsx'
import { loadAllText, useFirstText } from './text/text.tsx'

// Charts, forms and administration are loaded on demand; the first load has only the log-in and the project list.
const CreatePage = onDemand(async () => (await import('./pages/create/create.tsx')).CreatePage)
const EditPage = onDemand(async () => (await import('./pages/edit/edit.tsx')).EditPage)
const ProjectPage = onDemand(async () => (await import('./pages/project/project.tsx')).ProjectPage)
const ReportPage = onDemand(async () => (await import('./pages/report/report.tsx')).ReportPage)
const AuditPage = onDemand(async () => (await import('./pages/audit/audit.tsx')).AuditPage)
const CampaignsPage = onDemand(async () => (await import('./pages/campaigns/campaigns.tsx')).CampaignsPage)
const ComparePage = onDemand(async () => (await import('./pages/compare/compare.tsx')).ComparePage)
const AlertsPage = onDemand(async () => (await import('./pages/alerts/alerts.tsx')).AlertsPage)
const RulePage = onDemand(async () => (await import('./pages/alerts/rule-page.tsx')).RulePage)
const ImportPage = onDemand(async () => (await import('./pages/import/import.tsx')).ImportPage)
const QuotaPage = onDemand(async () => (await import('./pages/quota.tsx')).QuotaPage)
const AccountPage = onDemand(async () => (await import('./pages/account/account.tsx')).AccountPage)
const InboxPage = onDemand(async () => (await import('./pages/messages/inbox.tsx')).InboxPage)
const ChannelsPage = onDemand(async () => (await import('./pages/channels/channels.tsx')).ChannelsPage)
const BriefPage = onDemand(async () => (await import('./pages/brief/brief.tsx')).BriefPage)
const AdminPage = onDemand(async () => (await import('./pages/admin/admin.tsx')).AdminPage)
const GalleryPage = onDemand(async () => (await import('./gallery/gallery.tsx')).GalleryPage)

// The texts are loaded together with the page, not after it.
function onDemand<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadAllText()])
    return { default: page }
  })
}

export function App(): ReactNode {
  const client = useQueryClient()
  const { session, error } = useSession()
  const [path] = useLocation()
  const search = useSearch()
  if (session === undefined) return error === null ? <Splash /> : <SessionFailure error={error} />
  if (session === null) {
    if (path === '/login') return <LoginPage />
    return <Redirect to={logInPath(path, search, sessionEnd(client))} replace />
  }
  if (path === '/login') return <Redirect to={readNext(new URLSearchParams(search).get('next'))} replace />
  return <LoggedIn session={session} />
}

function LoggedIn({ session }: { readonly session: WireSession }): ReactNode {
  useLive()
  const [path] = useLocation()
  return (
    <Shell session={session}>
      <Crash key={path}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            <Route path="/" component={ProjectsPage} />
            <Route path="/projects/new" component={CreatePage} />
            <Route path="/projects/:id/edit">{({ id }) => <EditPage key={id} id={id} />}</Route>
            <Route path="/projects/:id/report/:report?">
              {({ id, report }) => <ReportPage key={id} id={id} reportId={report} />}
            </Route>
            <Route path="/projects/:id/audit/:audit?">
              {({ id, audit }) => <AuditPage key={id} id={id} auditId={audit} />}
            </Route>
            <Route path="/projects/:id/campaigns/:mention?">
              {({ id, mention }) => <CampaignsPage key={mention ?? id} id={id} mentionId={mention} />}
            </Route>
            <Route path="/projects/:id/alerts">{({ id }) => <AlertsPage key={id} id={id} />}</Route>
            <Route path="/projects/:id/alerts/new">
              {({ id }) => <RulePage key={id} id={id} alertId={undefined} />}
            </Route>
            <Route path="/projects/:id/alerts/:alert">
              {({ id, alert }) => <RulePage key={alert} id={id} alertId={alert} />}
            </Route>
            <Route path="/projects/:id/import">{({ id }) => <ImportPage key={id} id={id} />}</Route>
            <Route path="/projects/:id">{({ id }) => <ProjectPage key={id} id={id} />}</Route>
            <Route path="/compare" component={ComparePage} />
            <Route path="/quota" component={QuotaPage} />
            <Route path="/inbox" component={InboxPage} />
            <Route path="/channels" component={ChannelsPage} />
            <Route path="/brief" component={BriefPage} />
            <Route path="/account">
              <AccountPage user={session.user} isAdmin={isAdmin(session)} />
            </Route>
            {isAdmin(session) && (
              <Route path="/admin/:tab?">{({ tab }) => <AdminPage tab={tab} ownId={session.user.userId} />}</Route>
            )}
            <Route path="/components" component={GalleryPage} />
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </Crash>
    </Shell>
  )
}

// After an explicit log-out the next log-in opens the project list; otherwise it returns to the current page.
function logInPath(path: string, search: string, end: SessionEnd | undefined): string {
  const current = search === '' ? path : `${path}?${search}`
  if (end === 'logged-out' || (current === '/' && end === undefined)) return '/login'
  return withQuery('/login', { next: current, ...(end === 'expired' ? { expired: '1' } : {}) })
}

// Accepts only a path on this site: `//elsewhere.example` and absolute URLs would redirect to another one.
export function readNext(value: string | null): string {
  if (value === null || !value.startsWith('/') || /^[/\\]{2}/.test(value)) return '/'
  const url = new URL(value, location.origin)
  return url.origin === location.origin && url.pathname !== '/login' ? url.pathname + url.search : '/'
}

function Splash(): ReactNode {
  const { text } = useFirstText()
  return (
    <main className="splash">
      <h1 className="hidden">Pantau</h1>
      <p role="status">{text.common.loading}</p>
    </main>
  )
}

function SessionFailure({ error }: { readonly error: Error }): ReactNode {
  return (
    <main className="splash">
      <h1 className="hidden">Pantau</h1>
      <Failure error={error} onRetry={() => location.reload()} />
    </main>
  )
}

function PageSkeleton(): ReactNode {
  const { text } = useFirstText()
  return (
    <Page title={text.common.loading}>
      <Skeleton lines={6} tall />
    </Page>
  )
}
