import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { WireProject } from '../../../../src/api/wire/project.ts'
import { useDeleteProject, useDispatch, useListen } from '../../api/projects.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { Switch } from '../../components/switch.tsx'
import { useToast } from '../../components/toast.tsx'
import { useFirstText } from '../../text/text.tsx'

export function ListenSwitch({ project }: { readonly project: WireProject }): ReactNode {
  const { text } = useFirstText()
  const listen = useListen()
  const showToast = useToast()
  return (
    <Switch
      label={text.projects.listen}
      fullLabel={text.projects.listenOf(project.group)}
      checked={listen.isPending ? listen.variables.listen : project.islisten === 1}
      disabled={listen.isPending}
      onChange={(checked) =>
        listen.mutate(
          { id: project.id, listen: checked },
          { onError: (error) => showToast(describeError(error, text), 'bad') },
        )
      }
    />
  )
}

interface CollectButtonProps {
  readonly project: WireProject
  readonly busy: boolean
  // A shorter label, for cards.
  readonly short?: boolean
}

export function CollectButton({ project, busy, short = false }: CollectButtonProps): ReactNode {
  const { text } = useFirstText()
  const dispatch = useDispatch()
  const showToast = useToast()
  const collect = (): void =>
    dispatch.mutate(project.id, {
      onError: (error) => showToast(describeError(error, text), 'bad'),
      onSuccess: ({ success, result }) => {
        const started = result.lookback === true ? text.job.lookback : text.job.started
        if (success) showToast(result.status === 'running' ? text.job.already : started)
        else showToast(text.job.refused[result.reason ?? 'no_source'], 'bad')
      },
    })
  const idle = short ? text.projects.collectShort : text.projects.collect
  const shown = busy ? text.job.running : idle
  return (
    <button
      type="button"
      className={short ? 'button' : 'button primary'}
      disabled={busy || dispatch.isPending}
      aria-label={`${shown}: ${project.group}`}
      onClick={collect}
    >
      {busy || dispatch.isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="play" />}
      {shown}
    </button>
  )
}

interface DeleteDialogProps {
  readonly project: WireProject
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

// Requires the project name to be typed, and states what will be lost.
export function DeleteDialog({ project, onClose, onDeleted }: DeleteDialogProps): ReactNode {
  const { text } = useFirstText()
  const [typed, setTyped] = useState('')
  const remove = useDeleteProject()
  const showToast = useToast()
  const field = useId()
  const confirmed = typed.trim() === project.group.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!confirmed || remove.isPending) return
    remove.mutate(project.id, {
      onSuccess: () => {
        showToast(text.remove.done(project.group))
        onClose()
        onDeleted?.()
      },
    })
  }
  return (
    <Dialog title={text.remove.title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="foreign">{text.remove.text(project.group)}</p>
        <div className="field">
          <label htmlFor={field}>
            {text.remove.type}: <strong className="foreign">{project.group}</strong>
          </label>
          <input id={field} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </div>
        {remove.error !== null && <Note tone="bad">{describeError(remove.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button danger" disabled={!confirmed || remove.isPending}>
            <Icon name="trash" />
            {text.remove.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
