import { useLocation, useRoute } from 'wouter'
import type { WireSession } from '../../../src/api/wire/account.ts'
import type { WireView } from '../../../src/api/wire/desk.ts'
import { useViews } from '../api/desk.ts'
import { useDispatch, useListen, useOverview } from '../api/projects.ts'
import { isAdmin, useLogOut } from '../api/session.ts'
import { describeError } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { addressOfView } from '../desk/view-address.ts'
import { LANGUAGES } from '../text/language.ts'
import { useText } from '../text/text.tsx'
import { THEMES, useTheme } from '../theme.ts'

// One row of the command palette.
export interface Command {
  readonly key: string
  readonly group: 'here' | 'projects' | 'views' | 'pages' | 'actions'
  readonly label: string
  // Found by these words too.
  readonly detail?: string
  readonly run: () => void
}

export function useCommands(session: WireSession, onKeys: () => void): readonly Command[] {
  return [...useProjectCommands(), ...useProjects(), ...useSavedViews(), ...usePages(session), ...useActions(onKeys)]
}

// Those of the project that is open are first.
function useSavedViews(): readonly Command[] {
  const [, navigate] = useLocation()
  const [, params] = useRoute('/projects/:id/*?')
  const { data: cards } = useOverview()
  const { data: views = [] } = useViews()
  const isHere = (view: WireView): boolean => view.keyword_id === params?.id
  return [...views.filter(isHere), ...views.filter((view) => !isHere(view))].map((view) => {
    const project = cards?.find(({ project: { id } }) => id === view.keyword_id)?.project
    return {
      key: `view ${view.id}`,
      group: 'views',
      label: view.name,
      ...(project === undefined ? {} : { detail: project.group }),
      run: () => navigate(addressOfView(view.keyword_id, view)),
    }
  })
}

function useProjects(): readonly Command[] {
  const [, navigate] = useLocation()
  const { data: cards } = useOverview()
  return (cards ?? []).map(({ project }) => ({
    key: `project ${project.id}`,
    group: 'projects',
    label: project.group,
    detail: project.keyword,
    run: () => navigate(`/projects/${project.id}`),
  }))
}

function usePages(session: WireSession): readonly Command[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const pages: readonly (readonly [string, string])[] = [
    ['/', text.projects.title],
    ['/projects/new', text.create.title],
    ['/compare', text.compare.title],
    ['/inbox', text.inbox.title],
    ['/channels', text.channels.title],
    ['/brief', text.brief.title],
    ['/quota', text.shell.quota],
    ['/account', text.shell.myAccount],
    ...(isAdmin(session)
      ? (['users', 'feeds', 'sources', 'incidents'] as const).map(
          (tab) => [`/admin/${tab}`, `${text.admin.title}: ${text.admin[tab]}`] as const,
        )
      : []),
  ]
  return pages.map(([path, label]) => ({ key: `page ${path}`, group: 'pages', label, run: () => navigate(path) }))
}

// What can be done with the project that is open. The filter in the address is kept where the page has one.
function useProjectCommands(): readonly Command[] {
  const { text } = useText()
  const [, navigate] = useLocation()
  const [isProject, params] = useRoute('/projects/:id/*?')
  const { data: cards } = useOverview()
  const showToast = useToast()
  const { mutate: collect } = useDispatch()
  const { mutate: listen } = useListen()
  const card = isProject ? cards?.find(({ project }) => project.id === params.id) : undefined
  if (card === undefined) return []
  const { id, islisten } = card.project
  const onError = (error: Error): void => showToast(describeError(error, text), 'bad')
  const own = `/projects/${id}`
  const pages: readonly (readonly [string, string])[] = [
    [`${own}/report${location.search}`, text.project.report],
    [`/compare?ids=${id}`, text.compare.title],
    [`${own}/alerts`, text.alerts.title],
    [`${own}/alerts/new`, text.alerts.add],
    [`${own}/audit${location.search}`, text.audit.title],
    [`${own}/campaigns`, text.campaigns.title],
    [`${own}/edit`, text.edit.title],
    [`${own}/import`, text.import.title],
  ]
  const group = 'here' as const
  const setListening = (on: boolean): void => listen({ id, listen: on }, { onError })
  return [
    ...pages.map(([path, label]) => ({ key: path, group, label, run: () => navigate(path) })),
    {
      key: 'collect',
      group,
      label: text.projects.collect,
      run: () =>
        collect(id, {
          onError,
          onSuccess: ({ success, result }) =>
            success
              ? showToast(result.status === 'running' ? text.job.already : text.job.started)
              : showToast(text.job.refused[result.reason ?? 'no_source'], 'bad'),
        }),
    },
    {
      key: 'listen',
      group,
      label: islisten === 1 ? text.hands.pause : text.hands.listen,
      run: () => setListening(islisten !== 1),
    },
  ]
}

function useActions(onKeys: () => void): readonly Command[] {
  const { text, setLanguage } = useText()
  const { setTheme } = useTheme()
  const logOut = useLogOut()
  const group = 'actions' as const
  return [
    { key: 'keys', group, label: text.hands.keys, run: onKeys },
    ...THEMES.map((theme) => ({
      key: `theme ${theme}`,
      group,
      label: `${text.theme.label}: ${text.theme[theme]}`,
      run: () => setTheme(theme),
    })),
    ...LANGUAGES.map((language) => ({
      key: `language ${language}`,
      group,
      label: `${text.language.label}: ${text.language[language]}`,
      run: () => void setLanguage(language),
    })),
    { key: 'docs', group, label: text.shell.apiDocs, run: () => location.assign('/docs') },
    { key: 'log-out', group, label: text.shell.logOut, run: () => logOut.mutate() },
  ]
}
