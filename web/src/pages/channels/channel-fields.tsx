import type { ReactNode } from 'react'
import type { Channel, ChannelKind } from '../../api/channels.ts'
import { Field, refusedField } from '../../components/field.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { KIND_FIELDS } from './kinds.ts'

export interface ChannelForm {
  readonly name: string
  readonly url: string
  readonly topic: string
  readonly address: string
}

const FIELDS = ['name', 'url', 'topic', 'address'] as const
const NAME_MAX = 100

interface ChannelFieldsProps {
  readonly kind: ChannelKind
  readonly form: ChannelForm
  readonly error: Error | null
  // The channel that is changed; its address need not be entered again.
  readonly channel?: Channel
  readonly onChange: (fields: Partial<ChannelForm>) => void
}

export function ChannelFields({ kind, form, error, channel, onChange }: ChannelFieldsProps): ReactNode {
  const { text } = useText()
  const refused = refusedField(error, FIELDS)
  const fields = KIND_FIELDS[kind]
  const fieldOf = (name: (typeof FIELDS)[number]) => ({
    value: form[name],
    error: refused === name && error !== null ? describeError(error, text) : undefined,
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      <Field
        label={text.channels.name}
        placeholder={text.channels.namePlaceholder}
        maxLength={NAME_MAX}
        {...fieldOf('name')}
      />
      {fields.includes('url') && (kind === 'webhook' || kind === 'slack' || kind === 'ntfy') && (
        <Field
          label={text.channels.url}
          type="url"
          placeholder="https://"
          required={channel === undefined}
          help={channel === undefined ? text.channels.urlHelp[kind] : text.channels.keepUrl(channel.url ?? '')}
          {...fieldOf('url')}
        />
      )}
      {fields.includes('topic') && (
        <Field label={text.channels.topic} help={text.channels.topicHelp} {...fieldOf('topic')} />
      )}
      {fields.includes('address') && (
        <Field label={text.channels.address} type="email" help={text.channels.addressHelp} {...fieldOf('address')} />
      )}
      {error !== null && refused === null && <Note tone="bad">{describeError(error, text)}</Note>}
    </>
  )
}

// The fields of a kind that were filled in.
export function filledFields(kind: ChannelKind, form: ChannelForm): Partial<Omit<ChannelForm, 'name'>> {
  const filled = KIND_FIELDS[kind].filter((name) => form[name].trim() !== '')
  return Object.fromEntries(filled.map((name) => [name, form[name].trim()]))
}
