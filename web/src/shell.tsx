import type { ReactNode } from 'react'
import { Link, useLocation, useRoute } from 'wouter'
import type { WireSession } from '../../src/api/wire/account.ts'
import { useOwnZone } from './api/account.ts'
import { useUnread } from './api/inbox.ts'
import { useConnection, useDisconnected } from './api/live.ts'
import { useQuota } from './api/quota.ts'
import { isAdmin, useLogOut } from './api/session.ts'
import { Icon } from './components/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuRule } from './components/menu.tsx'
import { Hands } from './hands/hands.tsx'
import { MESSAGE_PATHS } from './pages/messages/paths.ts'
import { zoneName } from './text/format.ts'
import { LANGUAGES } from './text/language.ts'
import { useFirstText } from './text/text.tsx'
import { ZONE } from './text/zone.ts'
import { THEMES, useTheme } from './theme.ts'

export function Shell({
  session,
  children,
}: {
  readonly session: WireSession
  readonly children: ReactNode
}): ReactNode {
  const { text, zone } = useFirstText()
  const isDisconnected = useDisconnected()
  useOwnZone()
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {text.shell.skip}
      </a>
      <header className="top">
        <Link href="/" className="brand">
          <BrandMark />
          Pantau
        </Link>
        <nav className="top-nav" aria-label={text.shell.nav}>
          <NavLink href="/" pattern="/">
            {text.shell.projects}
          </NavLink>
          <NavLink href="/quota" pattern="/quota">
            {text.shell.quota}
            <QuotaLeft />
          </NavLink>
          {isAdmin(session) && (
            <NavLink href="/admin" pattern="/admin/*?">
              {text.shell.admin}
            </NavLink>
          )}
        </nav>
        <LiveDot />
        <Hands session={session} />
        <Bell />
        <AccountMenu session={session} />
      </header>
      <div role="status" className="banner-slot">
        {isDisconnected && (
          <p className="banner">
            <Icon name="offline" />
            {text.shell.offline}
          </p>
        )}
      </div>
      {children}
      <footer className="foot">
        {zone === ZONE ? text.shell.times : text.shell.timesIn(`${zoneName(zone)} (${zone})`)}
      </footer>
    </div>
  )
}

export function BrandMark(): ReactNode {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" width={24} height={24} aria-hidden="true" focusable="false">
      <path
        className="brand-eye"
        d="M3 16.500C6.500 10.300 10.800 7.200 16 7.200s9.500 3.100 13 9.300c-3.500 6.200-7.800 9.300-13 9.300S6.500 22.700 3 16.500Z"
      />
      <path className="brand-bars" d="M11.500 19v-4M16 21v-8.500M20.500 19v-5.500" />
    </svg>
  )
}

function NavLink(props: { readonly href: string; readonly pattern: string; readonly children: ReactNode }): ReactNode {
  const [active] = useRoute(props.pattern)
  return (
    <Link href={props.href} className="top-link" aria-current={active ? 'page' : undefined}>
      {props.children}
    </Link>
  )
}

function QuotaLeft(): ReactNode {
  const { text, format } = useFirstText()
  const { data } = useQuota()
  if (data === undefined) return null
  return (
    <span
      className={data.kuota === 0 ? 'count bad' : 'count'}
      title={`${text.shell.quotaLeft}: ${format.number(data.kuota)}`}
    >
      {format.compact(data.kuota)}
    </span>
  )
}

function LiveDot(): ReactNode {
  const { text } = useFirstText()
  const connection = useConnection()
  const label = { live: text.shell.live, connecting: text.shell.connecting, lost: text.shell.lost }[connection]
  return (
    <span className={`live ${connection}`} role="status" title={label}>
      <span className="live-dot" aria-hidden="true" />
      <span className="live-label">{label}</span>
    </span>
  )
}

const UNREAD_SHOWN_MAX = 99

// Leads to the messages. A screen reader announces the number when it changes.
function Bell(): ReactNode {
  const { text } = useFirstText()
  const [path] = useLocation()
  const unread = useUnread() ?? 0
  const label = text.inbox.bell(unread)
  return (
    <>
      <Link
        href="/inbox"
        className="button quiet bell"
        aria-label={label}
        title={label}
        aria-current={MESSAGE_PATHS.includes(path) ? 'page' : undefined}
      >
        <Icon name="bell" size={18} />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : unread}
          </span>
        )}
      </Link>
      <span className="hidden" role="status">
        {unread > 0 && text.inbox.unread(unread)}
      </span>
    </>
  )
}

function AccountMenu({ session }: { readonly session: WireSession }): ReactNode {
  const { text } = useFirstText()
  const logOut = useLogOut()
  const [, navigate] = useLocation()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="button quiet account"
          aria-label={`${text.shell.account}: ${session.user.name}`}
        >
          <Icon name="user" />
          <span className="account-name">{session.user.name}</span>
          <Icon name="chevron" />
        </button>
      }
    >
      <Preferences />
      <MenuRule />
      <MenuItem onSelect={() => navigate('/account')}>{text.shell.myAccount}</MenuItem>
      <MenuLink href="/docs">{text.shell.apiDocs}</MenuLink>
      <MenuItem onSelect={() => logOut.mutate()}>{text.shell.logOut}</MenuItem>
    </Menu>
  )
}

export function Preferences(): ReactNode {
  const { text, language, setLanguage } = useFirstText()
  const { theme, setTheme } = useTheme()
  return (
    <>
      <MenuChoice
        label={text.language.label}
        value={language}
        choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
        onChoose={setLanguage}
      />
      <MenuRule />
      <MenuChoice
        label={text.theme.label}
        value={theme}
        choices={THEMES.map((name) => [name, text.theme[name]] as const)}
        onChoose={setTheme}
      />
    </>
  )
}
