import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { WireReport } from '../../../../src/api/wire/report.ts'
import { useDeleteReport } from '../../api/reports.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Note } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { reportIn } from '../../report/localisation.ts'
import { LANGUAGES } from '../../text/language.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'
import { type Draft, type DraftBlock, move } from './draft.ts'
import '../../style/choices.css'

interface BuilderProps {
  readonly projectId: string
  readonly report: WireReport | null
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

export function Builder({ projectId, report, draft, onChange }: BuilderProps): ReactNode {
  const { text } = useText()
  const isEmpty = draft.blocks.every(({ shown }) => !shown)
  return (
    <Panel title={text.report.builder} className="report-builder">
      <div className="stack">
        <Field
          label={text.report.name}
          value={draft.title}
          maxLength={200}
          onChange={(title) => onChange({ ...draft, title })}
        />
        <div className="field">
          <span className="field-title">{text.report.language}</span>
          <Segments
            label={text.report.language}
            value={draft.language}
            choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
            onChoose={(language) => onChange({ ...draft, language })}
          />
        </div>
        <BlockList draft={draft} onChange={onChange} />
        {isEmpty && <Note tone="warn">{text.report.noneChosen}</Note>}
        {report !== null && <DeleteReport projectId={projectId} report={report} />}
      </div>
    </Panel>
  )
}

function BlockList({ draft, onChange }: Pick<BuilderProps, 'draft' | 'onChange'>): ReactNode {
  const { text, language } = useText()
  const names = reportIn(language).text.blocks
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const change = (blocks: readonly DraftBlock[]): void => onChange({ ...draft, blocks })
  const moveTo = (from: number, to: number): void => {
    const blocks = move(draft.blocks, from, to)
    const kind = draft.blocks[from]?.kind
    if (blocks === draft.blocks || kind === undefined) return
    change(blocks)
    setSaid(text.report.moved(names[kind], to + 1))
  }
  const dropOn = (index: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged !== null && dragged !== index) {
      moveTo(dragged, index)
      setDragged(index)
    }
  }
  return (
    <fieldset className="field">
      <legend className="field-title">{text.report.blocks}</legend>
      <p className="help">{text.report.blocksHelp}</p>
      <ol className="report-blocks">
        {draft.blocks.map((block, index) => (
          <li
            key={block.kind}
            className={dragged === index ? 'report-choice dragged' : 'report-choice'}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnter={dropOn(index)}
            onDragOver={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <BlockRow
              block={block}
              name={names[block.kind]}
              isFirst={index === 0}
              isLast={index === draft.blocks.length - 1}
              onMove={(by) => moveTo(index, index + by)}
              onChange={(fields) => change(draft.blocks.with(index, { ...block, ...fields }))}
            />
          </li>
        ))}
      </ol>
      <span className="hidden" role="status">
        {said}
      </span>
    </fieldset>
  )
}

interface BlockRowProps {
  readonly block: DraftBlock
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: 1 | -1) => void
  readonly onChange: (fields: Partial<DraftBlock>) => void
}

const COMMENT_MAX = 1_000

function BlockRow({ block, name, isFirst, isLast, onMove, onChange }: BlockRowProps): ReactNode {
  const { text } = useText()
  const [isOpen, setOpen] = useState(block.comment !== '')
  const id = useId()
  return (
    <>
      <div className="report-choice-row">
        <span className="report-grip" aria-hidden="true">
          <Icon name="menu" size={14} />
        </span>
        <label className="check">
          <input
            type="checkbox"
            checked={block.shown}
            onChange={(event) => onChange({ shown: event.target.checked })}
          />
          {name}
        </label>
        {block.shown && (
          <button
            type="button"
            className="button quiet square small"
            aria-label={text.report.comment(name)}
            title={text.report.commentAdd}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="comment" />
          </button>
        )}
        <MoveButton label={text.report.up(name)} disabled={isFirst} className="up" onMove={() => onMove(-1)} />
        <MoveButton label={text.report.down(name)} disabled={isLast} className="down" onMove={() => onMove(1)} />
      </div>
      {isOpen && block.shown && (
        <textarea
          id={id}
          rows={2}
          maxLength={COMMENT_MAX}
          aria-label={text.report.comment(name)}
          value={block.comment}
          onChange={(event) => onChange({ comment: event.target.value })}
        />
      )}
    </>
  )
}

interface MoveButtonProps {
  readonly label: string
  readonly disabled: boolean
  readonly className: string
  readonly onMove: () => void
}

// Not `disabled` at the end of the list, where a button would lose the focus of the keyboard that moved the block there.
function MoveButton({ label, disabled, className, onMove }: MoveButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={`button quiet square small ${className}`}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={onMove}
    >
      <Icon name="chevron" />
    </button>
  )
}

function DeleteReport({ projectId, report }: { readonly projectId: string; readonly report: WireReport }): ReactNode {
  const { text } = useText()
  const [isAsking, setAsking] = useState(false)
  const remove = useDeleteReport(projectId)
  const [, navigate] = useLocation()
  const showToast = useToast()
  const removeIt = (): void =>
    remove.mutate(report.id, {
      onSuccess: () => {
        showToast(text.report.deleted)
        navigate(`/projects/${projectId}/report`, { replace: true })
      },
    })
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" />
        {text.report.delete}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={text.report.deleteTitle}
          question={text.report.deleteText}
          label={text.report.delete}
          icon="trash"
          tone="danger"
          action={remove}
          onConfirm={removeIt}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
