import { type ReactNode, useState } from 'react'
import { type DropAction, useDropUnmatched, useEdits } from '../../api/edits.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'

// Mentions that the edited project no longer matches, to be hidden or deleted in one step.
export function Unmatched({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data } = useEdits(id)
  const drop = useDropUnmatched(id)
  const showToast = useToast()
  const [sure, setSure] = useState(false)
  if (data === undefined || (data.no_longer_matching === 0 && !data.checking)) return null
  const run = (action: DropAction): void => {
    // What another edit marks later has to be confirmed again.
    setSure(false)
    drop.mutate(action, {
      onSuccess: (changed) => showToast(action === 'hide' ? text.edit.hidden(changed) : text.edit.deleted(changed)),
      onError: (error) => showToast(describeError(error, text), 'bad'),
    })
  }
  return (
    <section className="card edit-result" aria-live="polite">
      <p>
        <strong>{text.edit.unmatched(data.no_longer_matching)}</strong>{' '}
        <span className="soft">{data.checking ? text.edit.checking : text.edit.unmatchedHelp}</span>
      </p>
      <div className="row">
        <button type="button" className="button" disabled={drop.isPending} onClick={() => run('hide')}>
          <Icon name="eye" />
          {text.edit.hide}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={drop.isPending}
          onClick={() => (sure ? run('delete') : setSure(true))}
        >
          <Icon name="trash" />
          {sure ? text.edit.deleteSure : text.edit.delete}
        </button>
      </div>
    </section>
  )
}
