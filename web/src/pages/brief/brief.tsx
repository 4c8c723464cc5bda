import type { ReactNode } from 'react'
import { useBrief } from '../../api/brief.ts'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { MessagesNav } from '../messages/messages-nav.tsx'
import { BriefForm } from './brief-form.tsx'
import { BriefPreview } from './brief-preview.tsx'
import '../../style/brief.css'

export function BriefPage(): ReactNode {
  const { text } = useText()
  const { data: brief, error, refetch } = useBrief()
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
      {brief === undefined && error === null && <Skeleton lines={8} tall />}
      {brief !== undefined && (
        <div className="brief-panels">
          <BriefForm saved={brief} />
          <BriefPreview isSaved={brief !== null} />
        </div>
      )}
    </Page>
  )
}
