import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type ChannelKind, useAddChannel } from '../../api/channels.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { ChannelFields, type ChannelForm, filledFields } from './channel-fields.tsx'
import { KIND_ICONS, KIND_SETTINGS, KINDS } from './kinds.ts'
import type { Reveal } from './reveal-dialog.tsx'

const EMPTY: ChannelForm = { name: '', url: '', topic: '', address: '' }

interface AddChannelDialogProps {
  // The kinds that the operator made available.
  readonly available: readonly ChannelKind[]
  readonly onReveal: (reveal: Reveal) => void
  readonly onClose: () => void
}

export function AddChannelDialog({ available, onReveal, onClose }: AddChannelDialogProps): ReactNode {
  const { text } = useText()
  const [kind, setKind] = useState(KINDS.find((name) => available.includes(name)) ?? 'webhook')
  const [form, setForm] = useState(EMPTY)
  const add = useAddChannel()
  const showToast = useToast()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (add.isPending) return
    add.mutate(
      { kind, name: form.name.trim(), ...filledFields(kind, form) },
      {
        onSuccess: ({ id, name, secret, code, bot }) => {
          showToast(text.channels.added(name))
          onClose()
          if (secret !== undefined) onReveal({ kind: 'secret', secret, previousUntil: null })
          if (code !== undefined) onReveal({ kind: 'code', channelId: id, code, bot: bot ?? null })
        },
      },
    )
  }
  const choose = (chosen: ChannelKind): void => {
    setKind(chosen)
    add.reset()
  }
  return (
    <Dialog title={text.channels.add} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <KindChoice kind={kind} available={available} onChoose={choose} />
        <ChannelFields
          kind={kind}
          form={form}
          error={add.error}
          onChange={(fields) => setForm((current) => ({ ...current, ...fields }))}
        />
        {kind === 'telegram' && <p className="help">{text.channels.telegramHelp}</p>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={add.isPending}>
            {text.common.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface KindChoiceProps {
  readonly kind: ChannelKind
  readonly available: readonly ChannelKind[]
  readonly onChoose: (kind: ChannelKind) => void
}

function KindChoice({ kind, available, onChoose }: KindChoiceProps): ReactNode {
  const { text } = useText()
  const group = useId()
  return (
    <fieldset className="kinds">
      <legend className="hidden">{text.channels.kindLabel}</legend>
      {KINDS.toSorted((a, b) => Number(available.includes(b)) - Number(available.includes(a))).map((name) => {
        const isAvailable = available.includes(name)
        return (
          <label key={name} className={isAvailable ? 'kind' : 'kind unavailable'}>
            <input
              type="radio"
              name={group}
              checked={kind === name}
              disabled={!isAvailable}
              onChange={() => onChoose(name)}
            />
            <Icon name={KIND_ICONS[name]} size={18} />
            <span>
              <strong>{text.channels.kind[name]}</strong>
              <span className="soft small">
                {isAvailable ? text.channels.kindHelp[name] : text.channels.unavailable(KIND_SETTINGS[name] ?? '')}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
