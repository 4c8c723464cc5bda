import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import type { WireSession } from '../../src/api/wire/account.ts'
import { useLive } from './api/live.ts'
import { withQuery } from './api/request.ts'
import { isAdmin, useSession } from './api/session.ts'
import { type SessionEnd, sessionEnd } from './api/session-end.ts'
import { Crash } from './crash.tsx'
import { LoginPage } from './pages/login.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { ProjectsPage } from './pages/projects/projects.tsx'
import { Page } from './parts/page.tsx'
import { Failure, Skeleton } from './parts/states.tsx'
import { Shell } from './shell.tsx'
import { useText } from './text/text.tsx'

// Charts, forms and administration come when they are asked for; the first load is the log-in and the projects.
const CreatePage = lazy(async () => ({ default: (await import('./pages/create/create.tsx')).CreatePage }))
const ProjectPage = lazy(async () => ({ default: (await import('./pages/project/project.tsx')).ProjectPage }))
const ReportPage = lazy(async () => ({ default: (await import('./pages/report/report.tsx')).ReportPage }))
const QuotaPage = lazy(async () => ({ default: (await import('./pages/quota.tsx')).QuotaPage }))
const AdminPage = lazy(async () => ({ default: (await import('./pages/admin/admin.tsx')).AdminPage }))

export function App(): ReactNode {
  const client = useQueryClient()
  const { session, error } = useSession()
  const [path] = useLocation()
  const search = useSearch()
  if (session === undefined) return error === null ? <Splash /> : <Away error={error} />
  if (session === null) {
    if (path === '/login') return <LoginPage />
    return <Redirect to={logInAddress(path, search, sessionEnd(client))} replace />
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
        <Suspense fallback={<Waiting />}>
          <Switch>
            <Route path="/" component={ProjectsPage} />
            <Route path="/projects/new" component={CreatePage} />
            <Route path="/projects/:id/report">
              {({ id }) => <ReportPage key={id} id={id} author={session.user.name} />}
            </Route>
            <Route path="/projects/:id">{({ id }) => <ProjectPage key={id} id={id} />}</Route>
            <Route path="/quota" component={QuotaPage} />
            {isAdmin(session) && (
              <Route path="/admin/:tab?">{({ tab }) => <AdminPage tab={tab} ownId={session.user.userId} />}</Route>
            )}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </Crash>
    </Shell>
  )
}

// Who left goes nowhere in particular; who was sent away comes back to where they were.
function logInAddress(path: string, search: string, end: SessionEnd | undefined): string {
  const here = search === '' ? path : `${path}?${search}`
  if (end === 'left' || (here === '/' && end === undefined)) return '/login'
  return withQuery('/login', { next: here, ...(end === 'expired' ? { expired: '1' } : {}) })
}

// Only a path of our own: `//elsewhere.example` and whole addresses are somebody else's.
export function readNext(value: string | null): string {
  if (value === null || !value.startsWith('/') || /^[/\\]{2}/.test(value)) return '/'
  const url = new URL(value, location.origin)
  return url.origin === location.origin && url.pathname !== '/login' ? url.pathname + url.search : '/'
}

function Splash(): ReactNode {
  const { text } = useText()
  return (
    <main className="splash">
      <h1 className="hidden">Pantau</h1>
      <p role="status">{text.common.loading}</p>
    </main>
  )
}

function Away({ error }: { readonly error: Error }): ReactNode {
  return (
    <main className="splash">
      <h1 className="hidden">Pantau</h1>
      <Failure error={error} onRetry={() => location.reload()} />
    </main>
  )
}

function Waiting(): ReactNode {
  const { text } = useText()
  return (
    <Page title={text.common.loading}>
      <Skeleton lines={6} tall />
    </Page>
  )
}
