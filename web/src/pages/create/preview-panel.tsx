import { type ReactNode, useEffect, useId, useState } from 'react'
import type { WireExpressionPreview } from '../../../../src/api/wire/preview.ts'
import { type PreviewInput, usePreview } from '../../api/edits.ts'
import { Icon } from '../../components/icon.tsx'
import { MarkedSpans } from '../../components/marked.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { describeError, Note, Skeleton } from '../../components/states.tsx'
import { cutSpans } from '../../highlight.ts'
import { useText } from '../../text/text.tsx'
import { splitTitle } from '../project/title.ts'
import type { Draft } from './schedule-fields.tsx'
import '../../style/preview.css'

const SETTLE_MS = 500
const EXAMPLES_FIRST = 4

interface PreviewPanelProps {
  readonly draft: Draft
  readonly preview: ReturnType<typeof usePreview>
  readonly onChange: (fields: Partial<Draft>) => void
}

// What the expression would bring, while it is written.
export function PreviewPanel({ draft, preview, onChange }: PreviewPanelProps): ReactNode {
  const { text } = useText()
  const title = useId()
  const { data, error, isFetching, isPlaceholderData } = preview
  return (
    <aside className="card preview" aria-labelledby={title} aria-busy={isFetching}>
      <div className="row spread">
        <h2 id={title}>{text.edit.preview}</h2>
        {isFetching && <span className="spinner" aria-hidden="true" />}
      </div>
      {data === undefined && !isFetching && error === null && <p className="soft">{text.edit.previewEmpty}</p>}
      {data === undefined && isFetching && <Skeleton lines={6} />}
      {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
      {data !== undefined && (
        <div className={isPlaceholderData ? 'stack stale' : 'stack'}>
          <Warnings preview={data} onChange={onChange} />
          <Cost preview={data} />
          <Alternatives preview={data} />
          <Suggestions preview={data} onChange={onChange} />
          <CategoryOffer preview={data} chosen={draft.category} onChange={onChange} />
          <Examples preview={data} />
        </div>
      )}
    </aside>
  )
}

// The preview of a draft once typing pauses. The edit page shows the same one beside its button.
export function useDraftPreview(draft: Draft, valid: boolean, projectId?: string): ReturnType<typeof usePreview> {
  const { keyword, exclude, startDate, endDate } = draft
  const [input, setInput] = useState<PreviewInput | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!valid || startDate === '' || (endDate !== '' && endDate < startDate)) return
      const dates = { startDate, endDate: endDate === '' ? null : endDate }
      setInput({ keyword: keyword.trim(), exclude: exclude.trim(), ...dates, ...(projectId ? { id: projectId } : {}) })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [valid, keyword, exclude, startDate, endDate, projectId])
  return usePreview(input)
}

interface PartProps {
  readonly preview: WireExpressionPreview
}

type ChangeProps = PartProps & Pick<PreviewPanelProps, 'onChange'>

function Warnings({ preview, onChange }: ChangeProps): ReactNode {
  const { text } = useText()
  return preview.warnings.map(({ code, position, fix }) => (
    <div key={`${code} ${position}`} className="preview-warning">
      <p>
        <Icon name="warning" /> {text.edit.warnings[code]}{' '}
        <span className="soft">({text.create.at(position + 1)})</span>
      </p>
      {fix !== null && (
        <button type="button" className="button small" onClick={() => onChange(fix)}>
          <span className="preview-fix">{text.edit.fix}</span> <span className="code foreign">{fix.keyword}</span>
        </button>
      )}
    </div>
  ))
}

function Cost({ preview }: PartProps): ReactNode {
  const { text, format } = useText()
  const { per_month: month, archive, days } = preview
  const total = days.reduce((sum, day) => sum + day.matched, 0)
  const tooMuch = month !== null && month.expected > preview.kuota
  return (
    <section className="stack tight" aria-live="polite">
      {month === null ? (
        <p className="soft">{text.edit.noForecast}</p>
      ) : (
        <p>
          <strong className="preview-month">{text.edit.perMonth(month.expected)}</strong>{' '}
          <span className="soft">{text.edit.interval(month.low, month.high)}</span>
        </p>
      )}
      <p className={tooMuch ? 'small bad' : 'small soft'}>{text.edit.ofQuota(preview.kuota)}</p>
      <Sparkline values={days.map(({ matched }) => matched)} label={text.edit.found(total)} />
      <p className="small soft">
        {text.edit.found(total)} {!archive.exact && text.edit.sampled(archive.read, archive.posts)}
      </p>
      <Platforms preview={preview} />
      {archive.new > 0 && <p className="small">{text.edit.atOnce(archive.new)}</p>}
      {archive.since !== null && <p className="small soft">{text.edit.fromFeeds(format.day(archive.since))}</p>}
    </section>
  )
}

function Platforms({ preview }: PartProps): ReactNode {
  const { format } = useText()
  const totals = new Map<WireExpressionPreview['examples'][number]['platform'], number>()
  for (const { platforms } of preview.days) {
    for (const { source, matched } of platforms) totals.set(source, (totals.get(source) ?? 0) + matched)
  }
  if (totals.size === 0) return null
  return (
    <p className="row tight">
      {[...totals].map(([source, count]) => (
        <span key={source} className="chip">
          <PlatformMark platform={source} /> {format.number(count)}
        </span>
      ))}
    </p>
  )
}

function Alternatives({ preview }: PartProps): ReactNode {
  const { text } = useText()
  if (preview.alternatives.length < 2) return null
  return (
    <section className="stack tight">
      <h3>{text.edit.brings}</h3>
      <ul className="preview-list">
        {preview.alternatives.map(({ terms, matched, only, noise }) => (
          <li key={terms.join(' + ')}>
            <span className="foreign">{terms.join(' + ')}</span>
            <span className="soft small">
              {text.edit.alternative(matched, only)}
              {noise > 0 && ` · ${text.edit.noisy(noise)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Suggestions({ preview, onChange }: ChangeProps): ReactNode {
  const { text } = useText()
  if (preview.suggestions.length === 0) return null
  return (
    <section className="stack tight">
      <h3>{text.edit.suggestions}</h3>
      <div className="row tight">
        {preview.suggestions.map(({ kind, term, gain, loss, keyword, exclude }) => (
          <button
            key={`${kind} ${term}`}
            type="button"
            className="button small suggestion"
            onClick={() => onChange({ keyword, exclude })}
          >
            <Icon name={kind === 'exclude' ? 'close' : 'plus'} size={14} />
            <span>
              {text.edit.offer[kind]} <strong className="foreign">{term}</strong>
              <span className="soft">
                {' '}
                {kind === 'exclude' ? text.edit.removes(gain, loss) : text.edit.adds(gain, loss)}
              </span>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}

// Never chosen by itself: the words that led to it are shown, and one click takes it.
function CategoryOffer({ preview, chosen, onChange }: ChangeProps & { readonly chosen: Draft['category'] }): ReactNode {
  const { text } = useText()
  const { category } = preview
  if (category === null || category.categoryId === chosen) return null
  return (
    <section className="stack tight">
      <h3>{text.edit.category}</h3>
      <div className="row tight">
        <button
          type="button"
          className="button small suggestion"
          onClick={() => onChange({ category: category.categoryId })}
        >
          <Icon name="plus" size={14} />
          <span>
            {text.edit.useCategory} <strong>{text.category[category.categoryId]}</strong>
            <span className="soft"> {text.edit.categoryTexts(category.texts, category.judged)}</span>
          </span>
        </button>
      </div>
      {category.words.length > 0 && <p className="small soft foreign">{category.words.join(', ')}</p>}
    </section>
  )
}

function Examples({ preview }: PartProps): ReactNode {
  const { text, format } = useText()
  const [all, setAll] = useState(false)
  const shown = all ? preview.examples : preview.examples.slice(0, EXAMPLES_FIRST)
  return (
    <section className="stack tight">
      <h3>{text.edit.examples}</h3>
      {shown.length === 0 && <p className="soft">{text.edit.noExamples}</p>}
      <ul className="preview-list">
        {shown.map((example, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two posts may have the same address.
          <li key={index} className="preview-example">
            <span className="row tight small soft">
              <PlatformMark platform={example.platform} />{' '}
              <SafeLink url={example.url}>{format.time(example.published_at)}</SafeLink>
            </span>
            <ExampleText {...example} />
          </li>
        ))}
      </ul>
      {!all && preview.examples.length > EXAMPLES_FIRST && (
        <button type="button" className="button quiet small" onClick={() => setAll(true)}>
          {text.edit.moreExamples(preview.examples.length - EXAMPLES_FIRST)}
        </button>
      )}
    </section>
  )
}

function ExampleText({ text, marks, platform }: WireExpressionPreview['examples'][number]): ReactNode {
  const { title, body } = splitTitle({ content: text, socialmediaid: platform })
  const marksOf = (part: string, start: number) => cutSpans(marks, { start, end: start + part.length })
  return (
    <>
      {title !== null && (
        <strong className="block">
          <MarkedSpans text={title} spans={marksOf(title, text.indexOf(title))} />
        </strong>
      )}
      <MarkedSpans text={body} spans={marksOf(body, text.lastIndexOf(body))} />
    </>
  )
}
