import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../components/icon.tsx'
import { useText } from '../text/text.tsx'
import { forgetSearches, readSearches, rememberSearch } from './recent-searches.ts'
import type { ChangeFilter } from './use-filter.ts'

const TYPING_MS = 350

interface TextSearchProps {
  readonly projectId: string
  readonly value: string
  readonly onChange: ChangeFilter
}

// Debounces typing. Stores the last value sent, to distinguish its own changes of the URL from those made elsewhere (a clicked
// hashtag, "clear"). All that is typed until the field is left is one step in the history.
export function TextSearch({ projectId, value, onChange }: TextSearchProps): ReactNode {
  const { text } = useText()
  const [typed, setTyped] = useState(value)
  const [open, setOpen] = useState(false)
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
    rememberSearch(projectId, typed.trim())
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
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') finish()
          }}
        />
        <span className="key" aria-hidden="true">
          /
        </span>
      </label>
      {open && (
        <Recent projectId={projectId} current={typed.trim()} onChoose={choose} onForget={() => setOpen(false)} />
      )}
    </div>
  )
}

interface RecentProps {
  readonly projectId: string
  readonly current: string
  readonly onChoose: (q: string) => void
  readonly onForget: () => void
}

function Recent({ projectId, current, onChoose, onForget }: RecentProps): ReactNode {
  const { text } = useText()
  const searches = readSearches(projectId).filter((q) => q !== current)
  if (searches.length === 0) return null
  return (
    <section className="recent" aria-label={text.projectPage.recent}>
      <p className="menu-label">
        {text.projectPage.recent}
        <button
          type="button"
          className="plain"
          onClick={() => {
            forgetSearches(projectId)
            onForget()
          }}
        >
          {text.projectPage.forget}
        </button>
      </p>
      {searches.map((q) => (
        <button key={q} type="button" className="menu-item" onClick={() => onChoose(q)}>
          <bdi className="foreign">{q}</bdi>
        </button>
      ))}
    </section>
  )
}
