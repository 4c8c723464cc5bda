import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useViews } from '../api/desk.ts'
import { useSession } from '../api/session.ts'
import { Icon } from '../components/icon.tsx'
import { addressOfView } from '../desk/view-address.ts'
import { SaveViewDialog } from '../desk/views-menu.tsx'
import { useText } from '../text/text.tsx'
import { forgetSearches, readSearches, rememberSearch, type Searcher } from './recent-searches.ts'
import type { ChangeFilter } from './use-filter.ts'

const TYPING_MS = 350

interface TextSearchProps {
  // Null for several projects, which have no saved searches in common.
  readonly projectId: string | null
  readonly value: string
  readonly onChange: ChangeFilter
}

// Debounces typing. Stores the last value sent, to distinguish its own changes of the URL from those made elsewhere (a clicked
// hashtag, "clear"). All that is typed until the field is left is one step in the history.
export function TextSearch({ projectId, value, onChange }: TextSearchProps): ReactNode {
  const { text } = useText()
  const { session } = useSession()
  const searcher = { accountId: session?.user.userId ?? '', projectId: projectId ?? '' }
  const [typed, setTyped] = useState(value)
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const sent = useRef(value)
  const hasStep = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (value !== sent.current) setTyped(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed.trim()
      onChange({ q: typed.trim() }, { replace: hasStep.current })
      hasStep.current = true
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  const finish = (): void => {
    hasStep.current = false
    rememberSearch(searcher, typed.trim())
  }
  const choose = (q: string): void => {
    hasStep.current = false
    setTyped(q)
    setOpen(false)
    input.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the list below the field when the focus leaves both.
    <div
      className="search-box"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setOpen(false)
      }}
    >
      <label className="search">
        <Icon name="search" />
        <span className="hidden">{text.filter.text}</span>
        <input
          ref={input}
          type="search"
          placeholder={text.filter.text}
          title={text.filter.textHelp}
          maxLength={200}
          value={typed}
          aria-keyshortcuts="/"
          onFocus={() => setOpen(true)}
          onBlur={finish}
          onChange={(event) => {
            setTyped(event.target.value)
            // What is typed is not covered by what was searched before.
            setOpen(event.target.value === '')
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            finish()
            setOpen(false)
          }}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </label>
      {open && (
        <Suggestions
          searcher={searcher}
          projectId={projectId}
          current={typed.trim()}
          onChoose={choose}
          onSave={() => setSaving(true)}
          onClose={() => setOpen(false)}
        />
      )}
      {saving && projectId !== null && <SaveViewDialog id={projectId} onClose={() => setSaving(false)} />}
    </div>
  )
}

interface SuggestionsProps extends Pick<TextSearchProps, 'projectId'> {
  readonly searcher: Searcher
  readonly current: string
  readonly onChoose: (q: string) => void
  readonly onSave: () => void
  readonly onClose: () => void
}

// Below the field: searches that were saved as views, and the latest of this person.
function Suggestions({ searcher, projectId, current, onChoose, onSave, onClose }: SuggestionsProps): ReactNode {
  const { text } = useText()
  const [, navigate] = useLocation()
  const { data: views = [] } = useViews(projectId ?? undefined)
  const saved = projectId === null ? [] : views.filter(({ filter }) => (filter.q ?? '') !== '')
  const recent = readSearches(searcher).filter((q) => q !== current)
  const canSave = projectId !== null && current !== '' && saved.every(({ filter }) => filter.q !== current)
  if (saved.length + recent.length === 0 && !canSave) return null
  return (
    <div className="recent">
      {canSave && (
        <button
          type="button"
          className="menu-item"
          onClick={() => {
            onClose()
            onSave()
          }}
        >
          <Icon name="bookmark" size={14} />
          {text.projectPage.saveSearch}
        </button>
      )}
      {saved.length > 0 && (
        <section aria-label={text.projectPage.saved}>
          <p className="menu-label">{text.projectPage.saved}</p>
          {saved.map((view) => (
            <button
              key={view.id}
              type="button"
              className="menu-item"
              onClick={() => {
                navigate(addressOfView(view.keyword_id, view))
                onClose()
              }}
            >
              <bdi className="foreign">{view.name}</bdi> <bdi className="foreign soft small">{view.filter.q}</bdi>
            </button>
          ))}
        </section>
      )}
      {recent.length > 0 && (
        <section aria-label={text.projectPage.recent}>
          <p className="menu-label">
            {text.projectPage.recent}
            <button
              type="button"
              className="plain"
              onClick={() => {
                forgetSearches(searcher)
                onClose()
              }}
            >
              {text.projectPage.forget}
            </button>
          </p>
          {recent.map((q) => (
            <button key={q} type="button" className="menu-item" onClick={() => onChoose(q)}>
              <bdi className="foreign">{q}</bdi>
            </button>
          ))}
        </section>
      )}
    </div>
  )
}
