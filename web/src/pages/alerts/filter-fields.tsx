import type { ReactNode } from 'react'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { EntityChoice } from '../../filter/entity-choice.tsx'
import { RELEVANCES, wordOf } from '../../filter/filter.ts'
import { PLATFORMS } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import type { Draft } from './draft.ts'
import { Field } from './field.tsx'
import type { FieldsProps } from './rule-fields.tsx'

const SENTIMENTS = [1, 0, -1] as const
const Q_MAX = 200
const AUTHOR_MAX = 200
const TAG_MAX = 50

interface FilterFieldsProps extends FieldsProps {
  // The languages found in the project, most frequent first.
  readonly languages: readonly string[]
}

// Which mentions the rule counts.
export function FilterFields({ draft, languages, onChange, errorAt }: FilterFieldsProps): ReactNode {
  const { text } = useText()
  const { kind, filter } = draft
  const change = (fields: Partial<Draft['filter']>): void => onChange({ filter: { ...filter, ...fields } })
  if (kind === 'silence' || kind === 'quota') return <p className="soft">{text.alerts.noFilter}</p>
  return (
    <>
      <p className="small soft">{kind === 'story' ? text.alerts.storyFilter : text.alerts.stepWhichHelp}</p>
      <fieldset className="checks">
        <legend>{text.filter.source}</legend>
        {PLATFORMS.map((platform) => (
          <label key={platform} className="check">
            <input
              type="checkbox"
              checked={filter.sources.includes(platform)}
              onChange={({ target }) =>
                change({
                  sources: PLATFORMS.filter((one) =>
                    one === platform ? target.checked : filter.sources.includes(one),
                  ),
                })
              }
            />
            <PlatformMark platform={platform} />
          </label>
        ))}
      </fieldset>
      <div className="fields-row">
        <SentimentField filter={filter} onChange={change} />
        {kind !== 'story' && (
          <>
            <LanguageField filter={filter} languages={languages} error={errorAt('language')} onChange={change} />
            <RelevanceField filter={filter} onChange={change} />
            <Field label={text.alerts.author} error={errorAt('author')}>
              {(attributes) => (
                <input
                  {...attributes}
                  maxLength={AUTHOR_MAX}
                  placeholder={text.alerts.authorPlaceholder}
                  value={filter.author}
                  onChange={({ target }) => change({ author: target.value })}
                />
              )}
            </Field>
            <Field label={text.desk.tag} error={errorAt('tag')}>
              {(attributes) => (
                <input
                  {...attributes}
                  maxLength={TAG_MAX}
                  value={filter.tag}
                  onChange={({ target }) => change({ tag: target.value })}
                />
              )}
            </Field>
          </>
        )}
      </div>
      {kind !== 'story' && <EntityChoice filter={filter} onChange={change} />}
      {kind !== 'story' && (
        <Field label={text.alerts.words} help={text.filter.textHelp} error={errorAt('q')}>
          {(attributes) => (
            <input
              {...attributes}
              maxLength={Q_MAX}
              value={filter.q}
              onChange={({ target }) => change({ q: target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface FilterChoiceProps {
  readonly filter: Draft['filter']
  readonly onChange: (change: Partial<Draft['filter']>) => void
}

function SentimentField({ filter, onChange }: FilterChoiceProps): ReactNode {
  const { text } = useText()
  return (
    <Field label={text.filter.sentiment} error={null}>
      {(attributes) => (
        <select
          {...attributes}
          value={filter.sentiment ?? ''}
          onChange={({ target }) =>
            onChange({ sentiment: SENTIMENTS.find((value) => String(value) === target.value) ?? null })
          }
        >
          <option value="">{text.filter.anySentiment}</option>
          {SENTIMENTS.map((value) => (
            <option key={value} value={value}>
              {text.sentiment[wordOf(value)]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function RelevanceField({ filter, onChange }: FilterChoiceProps): ReactNode {
  const { text } = useText()
  return (
    <Field label={text.relevance.label} error={null}>
      {(attributes) => (
        <select
          {...attributes}
          value={filter.relevance ?? ''}
          onChange={({ target }) => onChange({ relevance: RELEVANCES.find((name) => name === target.value) ?? null })}
        >
          <option value="">{text.relevance.any}</option>
          {RELEVANCES.map((name) => (
            <option key={name} value={name}>
              {text.relevance[name]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface LanguageFieldProps extends FilterChoiceProps {
  readonly languages: readonly string[]
  readonly error: string | null
}

function LanguageField({ filter, languages, error, onChange }: LanguageFieldProps): ReactNode {
  const { text, format } = useText()
  const known = new Set([...languages, ...(filter.language === null ? [] : [filter.language])])
  return (
    <Field label={text.filter.language} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={filter.language ?? ''}
          onChange={({ target }) => onChange({ language: target.value === '' ? null : target.value })}
        >
          <option value="">{text.filter.anyLanguage}</option>
          {[...known].map((code) => (
            <option key={code} value={code}>
              {format.language(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
