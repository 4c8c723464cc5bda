import type { ReactNode } from 'react'
import { useOwnUser } from '../../api/account.ts'
import { useBrief } from '../../api/brief.ts'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { ZONE } from '../../text/zone.ts'
import { MessagesNav } from '../messages/messages-nav.tsx'
import { BriefForm } from './brief-form.tsx'
import { BriefPreview } from './brief-preview.tsx'
import '../../style/brief.css'

export function BriefPage(): ReactNode {
  const { text } = useText()
  const { data: brief, error, refetch } = useBrief()
  // A new brief begins in the time zone of the person.
  const { data: user } = useOwnUser()
  const isLoaded = brief !== undefined && user !== undefined
  return (
    <Page title={text.brief.title} className="medium">
      <MessagesNav />
      <div className="page-head">
        <div>
          <h1 className="page-title">{text.brief.title}</h1>
          <p className="soft">{text.brief.explain}</p>
        </div>
      </div>
      {brief === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {!isLoaded && error === null && <Skeleton lines={8} tall />}
      {isLoaded && (
        <div className="brief-panels">
          <BriefForm saved={brief} zone={user.timeZone ?? ZONE} />
          <BriefPreview isSaved={brief !== null} />
        </div>
      )}
    </Page>
  )
}
