import { type ReactNode, useMemo, useState } from 'react'
import type { WireDayNote } from '../../../src/api/wire/desk.ts'
import { type DayNoteEdit, useDayNotes, useEditDayNote } from '../api/desk.ts'
import { DateField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Icon } from '../components/icon.tsx'
import { describeError, Note } from '../components/states.tsx'
import { useToast } from '../components/toast.tsx'
import { useText } from '../text/text.tsx'
import { DAY_MS, dayOf, startOfDay } from '../text/zone.ts'
import type { Gap } from './series.ts'

interface NoteMarksProps {
  readonly id: string
  readonly range: Gap
  // The start of what is chosen in the chart: a new note is about that day.
  readonly picked: number | null
}

// The notes of the days of a range, of which it may show a part.
export function useRangeNotes(id: string, range: Gap): readonly WireDayNote[] {
  const { data } = useDayNotes(id)
  return useMemo(
    () => (data ?? []).filter(({ day }) => startOfDay(day) < range.to && startOfDay(day) + DAY_MS > range.from),
    [data, range],
  )
}

// The middle of what the range shows of a day.
export function middleOf(day: string, range: Gap): number {
  return (Math.max(startOfDay(day), range.from) + Math.min(startOfDay(day) + DAY_MS, range.to)) / 2
}

// Below a chart over time: what people know about its days.
export function NoteMarks({ id, range, picked }: NoteMarksProps): ReactNode {
  const { text, format } = useText()
  const [open, setOpen] = useState<WireDayNote | 'new' | null>(null)
  const notes = useRangeNotes(id, range)
  const day = dayOf(picked ?? Math.min(range.to - 1, Date.now()))
  return (
    <div className="edit-marks note-marks">
      {notes.length > 0 && (
        <ul className="small" aria-label={text.desk.dayNotes}>
          {notes.map((note) => (
            <li key={note.id}>
              <button type="button" className="note-open" title={text.desk.editDayNote} onClick={() => setOpen(note)}>
                <Icon name="note" size={14} />
                <strong>{format.day(note.day)}</strong> <span className="foreign">{note.text}</span>{' '}
                <span className="soft">{note.by}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button quiet small note-add" onClick={() => setOpen('new')}>
        <Icon name="plus" size={14} />
        {text.desk.addDayNote}
      </button>
      {open !== null && (
        <NoteDialog id={id} note={open === 'new' ? null : open} day={day} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

interface NoteDialogProps {
  readonly id: string
  readonly note: WireDayNote | null
  readonly day: string
  readonly onClose: () => void
}

const TEXT_MAX = 1_000

function NoteDialog({ id, note, day: first, onClose }: NoteDialogProps): ReactNode {
  const { text, format } = useText()
  const showToast = useToast()
  const [day, setDay] = useState(note?.day ?? first)
  const [typed, setTyped] = useState(note?.text ?? '')
  const { mutate, isPending, error } = useEditDayNote(id)
  const save = (edit: DayNoteEdit, done: string): void =>
    mutate(edit, {
      onSuccess: () => {
        showToast(done)
        onClose()
      },
    })
  return (
    <Dialog title={note === null ? text.desk.addDayNote : text.desk.editDayNote} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save({ id: note?.id ?? null, day, text: typed.trim() }, text.desk.noteSaved)
        }}
      >
        <div className="field">
          <label htmlFor="day-note-day">{text.desk.day}</label>
          <DateField id="day-note-day" required label={text.desk.day} value={day} onChange={setDay} />
        </div>
        <div className="field">
          <label htmlFor="day-note-text">{text.desk.note}</label>
          <textarea
            id="day-note-text"
            rows={3}
            required
            maxLength={TEXT_MAX}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {note !== null && <p className="help">{text.desk.by(note.by, format.time(note.updated_at))}</p>}
        </div>
        {error !== null && <Note tone="bad">{describeError(error, text)}</Note>}
        <div className="row end">
          {note !== null && (
            <button
              type="button"
              className="button danger"
              disabled={isPending}
              onClick={() => save({ id: note.id, day, text: null }, text.desk.noteDeleted)}
            >
              {text.desk.delete}
            </button>
          )}
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={isPending || day === '' || typed.trim() === ''}>
            {text.desk.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
