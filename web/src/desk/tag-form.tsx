import { type ReactNode, useId, useState } from 'react'
import { useTags } from '../api/desk.ts'
import { useText } from '../text/text.tsx'

const TAG_MAX = 50

interface TagFormProps {
  readonly projectId: string
  readonly label: string
  readonly disabled?: boolean
  readonly onTag: (tag: string) => void
  // A second thing to do with the tag.
  readonly other?: { readonly label: string; readonly onTag: (tag: string) => void }
  readonly onCancel: () => void
}

// One tag, with those that the project has as suggestions. Escape closes it.
export function TagForm({ projectId, label, disabled = false, onTag, other, onCancel }: TagFormProps): ReactNode {
  const { text } = useText()
  const { data: tags } = useTags(projectId)
  const [typed, setTyped] = useState('')
  const list = useId()
  return (
    <form
      className="tag-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') onTag(typed.trim())
        setTyped('')
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it is shown because the person wants to type a tag.
        autoFocus
        required
        aria-label={text.desk.tagName}
        placeholder={text.desk.tagName}
        title={text.desk.tagHelp}
        list={list}
        maxLength={TAG_MAX}
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
      />
      <datalist id={list}>
        {tags?.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <button type="submit" className="button small" disabled={disabled || typed.trim() === ''}>
        {label}
      </button>
      {other !== undefined && (
        <button
          type="button"
          className="button quiet small"
          disabled={disabled || typed.trim() === ''}
          onClick={() => other.onTag(typed.trim())}
        >
          {other.label}
        </button>
      )}
    </form>
  )
}
