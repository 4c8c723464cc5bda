import type { ReactNode } from 'react'
import type { WireUser } from '../../../../src/api/wire/account.ts'
import { Page } from '../../components/page.tsx'
import { useText } from '../../text/text.tsx'
import { DisplayPanel } from './display-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import '../../style/account.css'

interface AccountPageProps {
  readonly user: WireUser
  readonly isAdmin: boolean
}

export function AccountPage({ user, isAdmin }: AccountPageProps): ReactNode {
  const { text } = useText()
  return (
    <Page title={text.shell.myAccount} className="medium">
      <div className="page-head">
        <div>
          <h1 className="page-title">{text.shell.myAccount}</h1>
          <p className="soft foreign">
            {user.name} · {user.username} · {user.email}
          </p>
        </div>
      </div>
      <div className="account-panels">
        <div className="stack">
          <SessionsPanel />
          <KeysPanel isAdmin={isAdmin} />
          <PasswordPanel username={user.username} />
        </div>
        <div className="stack">
          <DisplayPanel />
          <MessagesPanel />
        </div>
      </div>
    </Page>
  )
}
