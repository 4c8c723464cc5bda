import type { ReactNode } from 'react'
import { useBriefPreview } from '../../api/brief.ts'
import { Icon } from '../../components/icon.tsx'
import { MessageBody } from '../../components/message-body.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'

// Today's brief, as a phone shows it.
export function BriefPreview({ isSaved }: { readonly isSaved: boolean }): ReactNode {
  const { text } = useText()
  const { data, error, refetch, isFetching } = useBriefPreview()
  const refresh = (
    <button
      type="button"
      className="button quiet square small"
      aria-label={text.brief.refresh}
      title={text.brief.refresh}
      disabled={isFetching}
      onClick={() => void refetch()}
    >
      {isFetching ? <span className="spinner" aria-hidden="true" /> : <Icon name="refresh" />}
    </button>
  )
  return (
    <Panel title={text.brief.preview} help={text.brief.previewHelp} actions={refresh}>
      <div className="phone">
        {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton lines={8} tall />}
        {data !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable with the keyboard.
          <article className="phone-message" tabIndex={0} aria-label={text.brief.preview}>
            <p className="phone-from small soft">
              Pantau <span>{text.brief.now}</span>
            </p>
            <h3 className="foreign">{data.title}</h3>
            <MessageBody blocks={data.blocks} links={data.links} />
          </article>
        )}
      </div>
      <p className="small soft phone-note">{isSaved ? text.brief.previewSaved : text.brief.previewDefault}</p>
    </Panel>
  )
}
