import type { ReactNode } from 'react'
import { useHiddenMentions } from '../../api/desk.ts'
import { useHideMention } from '../../api/readings.ts'
import { Dialog } from '../../components/dialog.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { MentionBrief } from './mention-brief.tsx'

interface HiddenDialogProps {
  readonly id: string
  readonly onClose: () => void
}

// What was hidden as irrelevant, by whom and when, and a way back for each.
export function HiddenDialog({ id, onClose }: HiddenDialogProps): ReactNode {
  const { text, format } = useText()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useHiddenMentions(id)
  const { mutate, isPending } = useHideMention(id)
  const showToast = useToast()
  const show = (mention: string): void =>
    mutate(
      { id: mention, hidden: false },
      {
        onSuccess: () => showToast(text.mention.shown),
        onError: (cause) => showToast(describeError(cause, text), 'bad'),
      },
    )
  const mentions = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <Dialog title={text.desk.hiddenTitle} onClose={onClose} wide>
      <div className="stack">
        <p className="soft">{text.desk.hiddenHelp}</p>
        {data === undefined && error === null && <Skeleton lines={4} />}
        {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {data !== undefined && mentions.length === 0 && <p>{text.desk.hiddenNone}</p>}
        <ul className="briefs">
          {mentions.map((mention) => (
            <li key={mention.id}>
              <MentionBrief mention={mention} />
              <p className="row spread small soft">
                {text.desk.hiddenBy(mention.hidden.by, format.time(mention.hidden.at))}
                <button type="button" className="button small" disabled={isPending} onClick={() => show(mention.id)}>
                  {text.desk.showAgain}
                </button>
              </p>
            </li>
          ))}
        </ul>
        {hasNextPage && (
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.common.more}
          </button>
        )}
      </div>
    </Dialog>
  )
}
