import { type ReactNode, useState } from 'react'
import type { WireEnrichedMention } from '../../../src/api/wire/mention.ts'
import { type MentionEdit, useEditMention } from '../api/desk.ts'
import { Icon } from '../components/icon.tsx'
import { describeError } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { useFilter } from '../filter/use-filter.ts'
import { useText } from '../text/text.tsx'
import { TagForm } from './tag-form.tsx'

// What is being written on a card.
export type DeskPart = 'tag' | 'note' | null

interface DeskButtonsProps {
  readonly open: DeskPart
  readonly onOpen: (part: DeskPart) => void
}

export function DeskButtons({ open, onOpen }: DeskButtonsProps): ReactNode {
  const { text } = useText()
  const toggle = (part: 'tag' | 'note'): void => onOpen(open === part ? null : part)
  return (
    <>
      <button
        type="button"
        className="button quiet small square tag-add"
        aria-label={text.desk.addTag}
        aria-keyshortcuts="t"
        aria-expanded={open === 'tag'}
        title={text.desk.addTagHelp}
        onClick={() => toggle('tag')}
      >
        <Icon name="tag" />
      </button>
      <button
        type="button"
        className="button quiet small square"
        aria-label={text.desk.writeNote}
        aria-expanded={open === 'note'}
        title={text.desk.writeNote}
        onClick={() => toggle('note')}
      >
        <Icon name="note" />
      </button>
    </>
  )
}

interface DeskRowProps extends DeskButtonsProps {
  readonly mention: WireEnrichedMention
  readonly projectId: string
}

// The tags and the note of a mention, and the fields to write them.
export function DeskRow({ mention, projectId, open, onOpen }: DeskRowProps): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const { mutate } = useEditMention(projectId)
  const edit = (change: MentionEdit): void =>
    mutate(change, { onError: (error) => showToast(describeError(error, text), 'bad') })
  const { id, tags, note } = mention
  if (tags.length === 0 && note === null && open === null) return null
  return (
    <div className="mention-desk">
      {tags.length > 0 && <Tags tags={tags} onRemove={(tag) => edit({ kind: 'untag', id, tag })} />}
      {open === 'tag' && (
        <TagForm
          projectId={projectId}
          label={text.desk.add}
          onTag={(tag) => edit({ kind: 'tag', id, tag })}
          onCancel={() => onOpen(null)}
        />
      )}
      {open === 'note' ? (
        <NoteForm
          text={note?.text ?? ''}
          onSave={(written) => {
            edit({ kind: 'note', id, note: written })
            onOpen(null)
          }}
          onCancel={() => onOpen(null)}
        />
      ) : (
        note !== null && <WrittenNote note={note} onEdit={() => onOpen('note')} />
      )}
    </div>
  )
}

interface TagsProps {
  readonly tags: readonly string[]
  readonly onRemove: (tag: string) => void
}

function Tags({ tags, onRemove }: TagsProps): ReactNode {
  const { text } = useText()
  const { setFilter } = useFilter()
  return (
    <ul className="mention-tags" aria-label={text.desk.tags}>
      {tags.map((tag) => (
        <li key={tag} className="chip">
          <button
            type="button"
            className="tag-name"
            title={text.desk.filterTag(tag)}
            onClick={() => setFilter({ tag })}
          >
            <Icon name="tag" size={12} />
            <bdi className="foreign">{tag}</bdi>
          </button>
          <button type="button" aria-label={text.desk.removeTag(tag)} onClick={() => onRemove(tag)}>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface WrittenNoteProps {
  readonly note: NonNullable<WireEnrichedMention['note']>
  readonly onEdit: () => void
}

function WrittenNote({ note, onEdit }: WrittenNoteProps): ReactNode {
  const { text, format } = useText()
  return (
    <div className="mention-note">
      <Icon name="note" size={14} />
      <p className="foreign">
        {note.text} <span className="small soft">{text.desk.by(note.by, format.time(note.at))}</span>
      </p>
      <button
        type="button"
        className="button quiet small square"
        aria-label={text.desk.editNote}
        title={text.desk.editNote}
        onClick={onEdit}
      >
        <Icon name="edit" size={14} />
      </button>
    </div>
  )
}

const NOTE_MAX = 2_000

interface NoteFormProps {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

function NoteForm({ text: before, onSave, onCancel }: NoteFormProps): ReactNode {
  const { text } = useText()
  const [typed, setTyped] = useState(before)
  return (
    <form
      className="note-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(typed)
      }}
    >
      <textarea
        // biome-ignore lint/a11y/noAutofocus: it is shown because the person wants to write.
        autoFocus
        rows={2}
        aria-label={text.desk.noteText}
        placeholder={text.desk.noteText}
        maxLength={NOTE_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="row tight end">
        <button type="button" className="button quiet small" onClick={onCancel}>
          {text.common.cancel}
        </button>
        <button type="submit" className="button small" disabled={typed.trim() === before.trim()}>
          {text.desk.save}
        </button>
      </div>
    </form>
  )
}
