import { type FormEvent, type ReactNode, useState } from 'react'
import { type Channel, useChangeChannel, useDeleteChannel, useRotateSecret } from '../../api/channels.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { ChannelFields, type ChannelForm, filledFields } from './channel-fields.tsx'
import type { Reveal } from './reveal-dialog.tsx'

interface ChannelDialogProps {
  readonly channel: Channel
  readonly onClose: () => void
}

export function EditChannelDialog({ channel, onClose }: ChannelDialogProps): ReactNode {
  const { text } = useText()
  const { name, topic, address } = channel
  const [form, setForm] = useState<ChannelForm>({ name, url: '', topic: topic ?? '', address: address ?? '' })
  const change = useChangeChannel()
  const showToast = useToast()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate(
      { id: channel.id, name: form.name.trim(), ...filledFields(channel.kind, form) },
      {
        onSuccess: () => {
          showToast(text.channels.saved)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={text.channels.editOf(name)} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ChannelFields
          kind={channel.kind}
          form={form}
          error={change.error}
          channel={channel}
          onChange={(fields) => setForm((current) => ({ ...current, ...fields }))}
        />
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={change.isPending}>
            {text.common.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export function DeleteChannelDialog({ channel, onClose }: ChannelDialogProps): ReactNode {
  const { text } = useText()
  const remove = useDeleteChannel()
  const showToast = useToast()
  const removeIt = (): void =>
    remove.mutate(channel.id, {
      onSuccess: () => {
        showToast(text.channels.deleted(channel.name))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={text.channels.deleteTitle(channel.name)}
      question={text.channels.deleteText}
      label={text.channels.delete}
      icon="trash"
      tone="danger"
      action={remove}
      onConfirm={removeIt}
      onClose={onClose}
    />
  )
}

interface RotateDialogProps extends ChannelDialogProps {
  readonly onReveal: (reveal: Reveal) => void
}

export function RotateDialog({ channel, onReveal, onClose }: RotateDialogProps): ReactNode {
  const { text } = useText()
  const rotate = useRotateSecret()
  const rotateIt = (): void =>
    rotate.mutate(channel.id, {
      onSuccess: ({ secret, previous_expires_at }) => {
        onClose()
        onReveal({ kind: 'secret', secret, previousUntil: previous_expires_at })
      },
    })
  return (
    <ConfirmDialog
      title={text.channels.rotateTitle}
      question={text.channels.rotateText}
      label={text.channels.rotate}
      icon="key"
      tone="primary"
      action={rotate}
      onConfirm={rotateIt}
      onClose={onClose}
    />
  )
}
