import { type ReactNode, useDeferredValue, useEffect, useId, useState } from 'react'
import type { WireExpressionCheck } from '../../../../src/api/wire/project.ts'
import { useKeywordCheck } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { MarkedSpans } from '../../components/marked.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { Builder } from './builder.tsx'

const CHECK_MS = 200
const KEYWORD_MAX = 255
const EXCLUDE_MAX = 1_000
const EXAMPLE_MAX = 5_000

// `pending`: what is written was not checked yet.
export type KeywordCheck = 'valid' | 'wrong' | 'pending'

interface KeywordFieldsProps {
  readonly keyword: string
  readonly exclude: string
  // Whether the expression takes the focus.
  readonly focus: boolean
  // Posts of the archive that the expression matches.
  readonly examples: readonly string[]
  readonly onKeyword: (keyword: string) => void
  readonly onExclude: (exclude: string) => void
  readonly onCheck: (check: KeywordCheck) => void
}

// The server checks the expression as it is typed, with the same parser that collection uses.
export function KeywordFields(props: KeywordFieldsProps): ReactNode {
  const { keyword, exclude, focus, examples, onKeyword, onExclude, onCheck } = props
  const { text } = useText()
  const [example, setExample] = useState('')
  const ids = { keyword: useId(), keywordHelp: useId(), exclude: useId(), excludeHelp: useId(), state: useId() }
  const settled = useSettled(useDeferredValue(keyword), exclude, example)
  const { data: check, error, isFetching } = useKeywordCheck(settled)
  const current = settled.keyword === keyword && settled.exclude === exclude && !isFetching
  const known = check !== undefined && current && keyword.trim() !== ''
  const state = known ? (check.valid ? 'valid' : 'wrong') : 'pending'
  useEffect(() => onCheck(state), [state, onCheck])
  const wrong = check !== undefined && !check.valid && keyword.trim() !== ''
  return (
    <>
      <div className="field">
        <label htmlFor={ids.keyword}>{text.create.keyword}</label>
        <textarea
          id={ids.keyword}
          className="code"
          rows={2}
          maxLength={KEYWORD_MAX}
          required
          // biome-ignore lint/a11y/noAutofocus: it is what a project is most often edited for.
          autoFocus={focus}
          spellCheck={false}
          placeholder={text.create.keywordPlaceholder}
          value={keyword}
          aria-invalid={wrong}
          aria-describedby={`${ids.keywordHelp} ${ids.state}`}
          onChange={(event) => onKeyword(event.target.value.replaceAll('\n', ' '))}
        />
        <p className="help" id={ids.keywordHelp}>
          {text.create.keywordHelp}
        </p>
      </div>
      <div className="field">
        <label htmlFor={ids.exclude}>
          {text.create.exclude} <span className="soft">({text.common.optional})</span>
        </label>
        <input
          id={ids.exclude}
          maxLength={EXCLUDE_MAX}
          placeholder={text.create.excludePlaceholder}
          value={exclude}
          aria-describedby={ids.excludeHelp}
          onChange={(event) => onExclude(event.target.value)}
        />
        <p className="help" id={ids.excludeHelp}>
          {text.create.excludeHelp}
        </p>
      </div>
      <section className="reading" aria-labelledby={`${ids.state}-title`}>
        <h3 id={`${ids.state}-title`}>{text.create.reading}</h3>
        <div id={ids.state} aria-live="polite">
          {keyword.trim() === '' && <p className="soft">{text.create.readingEmpty}</p>}
          {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
          {wrong && <WrongExpression keyword={settled.keyword} error={check.error} />}
        </div>
        {check?.valid === true && keyword.trim() !== '' && (
          <Builder alternatives={check.alternatives} exclusions={check.exclusions} onChange={onKeyword} />
        )}
      </section>
      <Example
        value={example}
        examples={examples}
        onChange={setExample}
        check={keyword.trim() === '' ? undefined : check}
      />
    </>
  )
}

// Shows the expression, marked from the position of the syntax error.
function WrongExpression(props: { readonly keyword: string; readonly error: WireExpressionCheck['error'] }): ReactNode {
  const { text } = useText()
  if (props.error === null) return null
  const { position, reason } = props.error
  return (
    <div className="wrong">
      <p className="wrong-title">
        <Icon name="warning" />
        {text.create.invalid} <span className="soft">{text.create.at(position + 1)}</span>
      </p>
      <p className="wrong-code">
        {props.keyword.slice(0, position)}
        <mark className="error-mark">{props.keyword.slice(position) || '␣'}</mark>
      </p>
      <p className="small">{text.describeReason(reason) ?? text.failure.refused}</p>
    </div>
  )
}

interface ExampleProps {
  readonly value: string
  readonly examples: readonly string[]
  readonly onChange: (value: string) => void
  readonly check: WireExpressionCheck | undefined
}

function Example({ value, examples, onChange, check }: ExampleProps): ReactNode {
  const { text } = useText()
  const field = useId()
  // The one after the example that is shown, so that a second click brings another.
  const next = examples[(examples.indexOf(value) + 1) % Math.max(1, examples.length)]
  const match = value.trim() === '' ? null : (check?.match ?? null)
  return (
    <div className="field">
      <div className="row spread">
        <label htmlFor={field}>{text.create.example}</label>
        {next !== undefined && (
          <button type="button" className="button quiet small" onClick={() => onChange(next)}>
            {text.create.sample}
          </button>
        )}
      </div>
      <textarea
        id={field}
        rows={3}
        maxLength={EXAMPLE_MAX}
        placeholder={text.create.examplePlaceholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite">{match !== null && <Verdict text={value} match={match} />}</div>
    </div>
  )
}

function Verdict(props: {
  readonly text: string
  readonly match: NonNullable<WireExpressionCheck['match']>
}): ReactNode {
  const { text } = useText()
  const { matched, alternative, found, excluded_by: excludedBy } = props.match
  return (
    <div className={matched ? 'verdict yes' : 'verdict no'}>
      <p className="verdict-title">
        <Icon name={matched ? 'check' : 'close'} />
        {matched ? text.create.matched : text.create.notMatched}
        {matched && alternative !== null && <span className="soft">{text.create.matchedBy(alternative + 1)}</span>}
        {excludedBy !== null && <span className="foreign">{text.create.excludedBy(excludedBy)}</span>}
      </p>
      <p className="verdict-text">
        <MarkedSpans text={props.text} spans={found.flatMap((term) => term.spans)} />
      </p>
    </div>
  )
}

// Updates once typing pauses, not on every keystroke.
function useSettled(
  keyword: string,
  exclude: string,
  text: string,
): { keyword: string; exclude: string; text: string } {
  const [settled, setSettled] = useState({ keyword, exclude, text })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ keyword, exclude, text }), CHECK_MS)
    return () => clearTimeout(timer)
  }, [keyword, exclude, text])
  return settled
}
