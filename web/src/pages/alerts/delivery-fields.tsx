import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useChannelChoices } from '../../api/alerts.ts'
import { Skeleton } from '../../components/states.tsx'
import { TimeSelect } from '../../components/time-select.tsx'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { useText } from '../../text/text.tsx'
import type { QuietDraft } from './draft.ts'
import { Field } from './field.tsx'
import type { FieldsProps } from './rule-fields.tsx'

const COOLDOWNS = [0, 30, 60, 180, 360, 720, 1_440, 4_320, 10_080]

// Where messages go, when they wait, and how long the rule pauses.
export function DeliveryFields({ draft, onChange, errorAt }: FieldsProps): ReactNode {
  const { text } = useText()
  const cooldowns = [...new Set([...COOLDOWNS, draft.cooldownMinutes])].sort((a, b) => a - b)
  return (
    <>
      <ChannelChoice draft={draft} onChange={onChange} errorAt={errorAt} />
      <QuietFields draft={draft} onChange={onChange} errorAt={errorAt} />
      <div className="fields-row">
        <Field label={text.alerts.cooldown} help={text.alerts.cooldownHelp} error={null}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.cooldownMinutes}
              onChange={({ target }) => onChange({ cooldownMinutes: Number(target.value) })}
            >
              {cooldowns.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 0 ? text.alerts.noCooldown : text.alerts.duration(minutes)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </>
  )
}

function ChannelChoice({ draft, onChange, errorAt }: FieldsProps): ReactNode {
  const { text } = useText()
  const { data: channels } = useChannelChoices()
  const help = useId()
  const error = errorAt('channels')
  if (channels === undefined) return <Skeleton lines={2} />
  if (channels.length === 0) {
    return (
      <p>
        {text.alerts.noChannels} <Link href="/channels">{text.alerts.addChannel}</Link>
      </p>
    )
  }
  const choose = (id: string, on: boolean): void =>
    onChange({ channels: on ? [...draft.channels, id] : draft.channels.filter((other) => other !== id) })
  return (
    <fieldset className="checks" aria-describedby={help}>
      <legend>{text.alerts.channels}</legend>
      {channels.map(({ id, name, kind, state }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={draft.channels.includes(id)}
            onChange={({ target }) => choose(id, target.checked)}
          />
          <span>
            <bdi className="foreign">{name}</bdi>{' '}
            <span className="soft small">
              {[text.alerts.channelKinds[kind], text.alerts.channelState[state]].filter(Boolean).join(', ')}
            </span>
          </span>
        </label>
      ))}
      <p className={error === null ? 'help' : 'help bad'} id={help}>
        {error ?? text.alerts.channelsHelp}
      </p>
    </fieldset>
  )
}

function QuietFields({ draft, onChange, errorAt }: FieldsProps): ReactNode {
  const { text } = useText()
  const { quiet } = draft
  const change = (fields: Partial<QuietDraft>): void => onChange({ quiet: { ...quiet, ...fields } })
  return (
    <fieldset className="quiet-hours">
      <legend className="hidden">{text.alerts.quiet}</legend>
      <label className="check">
        <input type="checkbox" checked={quiet.on} onChange={({ target }) => change({ on: target.checked })} />
        <span>
          <span className="strong">{text.alerts.quiet}</span>{' '}
          <span className="soft small">{text.alerts.quietHelp}</span>
        </span>
      </label>
      {quiet.on && (
        <div className="fields-row">
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              label={name === 'from' ? text.alerts.quietFrom : text.alerts.quietTo}
              error={errorAt(`quiet.${name}`)}
            >
              {(attributes) => (
                <TimeSelect {...attributes} value={quiet[name]} onChange={(time) => change({ [name]: time })} />
              )}
            </Field>
          ))}
          <Field label={text.alerts.zone} error={errorAt('quiet.timeZone')}>
            {(attributes) => (
              <ZoneSelect {...attributes} value={quiet.timeZone} onChange={(timeZone) => change({ timeZone })} />
            )}
          </Field>
          <Field label={text.alerts.exceptAbove} help={text.alerts.exceptHelp} error={errorAt('quiet.exceptAbove')}>
            {(attributes) => (
              <input
                {...attributes}
                type="number"
                inputMode="decimal"
                min={1}
                step="any"
                value={quiet.exceptAbove}
                onChange={({ target }) => change({ exceptAbove: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  )
}
