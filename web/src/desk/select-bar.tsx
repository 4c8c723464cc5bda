import { type ReactNode, useState } from 'react'
import type { MentionBulkBody, WireBulkChange } from '../../../src/api/wire/desk.ts'
import { withQuery } from '../api/address.ts'
import { useBulkChange } from '../api/desk.ts'
import type { Query } from '../api/readings.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuItem, MenuLink } from '../components/menu.tsx'
import { Segments } from '../components/segments.tsx'
import { SENTIMENT_WORDS, SentimentLabel } from '../components/sentiment.tsx'
import { describeError } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { useText } from '../text/text.tsx'
import { useSelection } from './selection.tsx'
import { TagForm } from './tag-form.tsx'

interface SelectBarProps {
  readonly projectId: string
  readonly query: Query
  // How many mentions the filter selects; null while that is not known, or known only of another filter.
  readonly total: number | null
}

type Change = MentionBulkBody['change']
type Scope = 'all' | 'chosen'

export function SelectButton(): ReactNode {
  const { text } = useText()
  const { isOn, setOn } = useSelection()
  return (
    <button type="button" className="button quiet small" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
      <Icon name={isOn ? 'close' : 'check'} size={14} />
      {isOn ? text.desk.selectEnd : text.desk.select}
    </button>
  )
}

// What is done to all mentions of the filter, or to the chosen ones.
export function SelectBar({ projectId, query, total }: SelectBarProps): ReactNode {
  const { text } = useText()
  const { isOn, chosen } = useSelection()
  const [wanted, setScope] = useState<Scope | null>(null)
  const [open, setOpen] = useState<'tag' | 'hide' | null>(null)
  const { change, progress, isPending } = useChange(projectId)
  if (!isOn) return null
  const scope = wanted ?? (chosen.size > 0 ? 'chosen' : 'all')
  const count = scope === 'all' ? (total ?? 0) : chosen.size
  const apply = (what: Change): void => {
    setOpen(null)
    change({
      keywordId: projectId,
      change: what,
      ...(scope === 'all' ? { filter: toFilter(query) } : { ids: [...chosen] }),
    })
  }
  const disabled = isPending || count === 0
  return (
    <section className="select-bar" aria-label={text.desk.selectBar}>
      <Segments
        label={text.desk.scope}
        value={scope}
        choices={[
          [
            'all',
            <span key="all" title={text.desk.allHelp}>
              {total === null ? text.desk.allLoading : text.desk.all(total)}
            </span>,
          ],
          ['chosen', text.desk.chosen(chosen.size)],
        ]}
        onChoose={setScope}
      />
      <div className="row tight">
        <button type="button" className="button small bulk-tag" disabled={disabled} onClick={() => setOpen('tag')}>
          <Icon name="tag" size={14} />
          {text.desk.bulkTag}
        </button>
        <SentimentMenu disabled={disabled} onChoose={(sentimen) => apply({ sentimen })} />
        <button type="button" className="button small bulk-hide" disabled={disabled} onClick={() => setOpen('hide')}>
          {text.desk.bulkHide}
        </button>
        <ExportMenu
          disabled={disabled}
          query={scope === 'all' ? query : { ids: [...chosen].join(',') }}
          projectId={projectId}
        />
      </div>
      {progress !== null && (
        <p className="small soft" role="status">
          <progress max={progress.total} value={progress.done} /> {text.desk.progress(progress.done, progress.total)}
        </p>
      )}
      {open === 'tag' && (
        <Dialog title={text.desk.bulkTagTitle(count)} onClose={() => setOpen(null)}>
          <TagForm
            projectId={projectId}
            label={text.desk.bulkTag}
            onTag={(tag) => apply({ tag })}
            other={{ label: text.desk.bulkUntag, onTag: (tag) => apply({ untag: tag }) }}
            onCancel={() => setOpen(null)}
          />
        </Dialog>
      )}
      {open === 'hide' && (
        <ConfirmDialog
          title={text.desk.bulkHideTitle}
          question={text.desk.bulkHideQuestion(count)}
          label={text.desk.bulkHide}
          icon="check"
          tone="primary"
          action={{ isPending, error: null }}
          onConfirm={() => apply({ hidden: true })}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

// Makes a change, shows how far it is, and offers to undo it.
function useChange(projectId: string): {
  readonly change: (body: MentionBulkBody) => void
  readonly progress: WireBulkChange | null
  readonly isPending: boolean
} {
  const { text } = useText()
  const showToast = useToast()
  const { setOn } = useSelection()
  const [progress, setProgress] = useState<WireBulkChange | null>(null)
  const { mutateAsync, isPending } = useBulkChange(projectId, setProgress)
  const failed = (error: Error): void => showToast(describeError(error, text), 'bad')
  const undo = (id: string): Promise<void> =>
    mutateAsync({ kind: 'undo', id }).then(({ changed }) => showToast(text.desk.undone(changed)), failed)
  const change = (body: MentionBulkBody): void =>
    void mutateAsync({ kind: 'change', body }).then(({ id, changed }) => {
      setOn(false)
      showToast(text.desk.changed(changed), 'good', { label: text.desk.undo, onSelect: () => void undo(id) })
    }, failed)
  return { change, progress, isPending }
}

// The query has texts only; a number is a number in a body.
function toFilter({ sentimen, ...others }: Query): NonNullable<MentionBulkBody['filter']> {
  return { ...others, ...(sentimen === undefined ? {} : { sentimen: Number(sentimen) as -1 | 0 | 1 }) }
}

const VALUES = { negative: -1, neutral: 0, positive: 1 } as const

function SentimentMenu(props: {
  readonly disabled: boolean
  readonly onChoose: (sentiment: -1 | 0 | 1) => void
}): ReactNode {
  const { text } = useText()
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="button small" disabled={props.disabled}>
          {text.desk.bulkSentiment}
          <Icon name="chevron" size={12} />
        </button>
      }
    >
      {SENTIMENT_WORDS.toReversed().map((word) => (
        <MenuItem key={word} onSelect={() => props.onChoose(VALUES[word])}>
          <SentimentLabel word={word} />
        </MenuItem>
      ))}
    </Menu>
  )
}

function ExportMenu(props: {
  readonly disabled: boolean
  readonly projectId: string
  readonly query: Query
}): ReactNode {
  const { text, language } = useText()
  const address = (format: string): string =>
    withQuery('/api/export', { keywordId: props.projectId, format, lang: language, ...props.query })
  return (
    <Menu
      trigger={
        <button type="button" className="button small" disabled={props.disabled}>
          {text.desk.bulkExport}
          <Icon name="chevron" size={12} />
        </button>
      }
    >
      <MenuLink href={address('csv')}>CSV</MenuLink>
      <MenuLink href={address('xlsx')}>Excel (XLSX)</MenuLink>
    </Menu>
  )
}
