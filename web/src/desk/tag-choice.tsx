import type { ReactNode } from 'react'
import type { Filter } from '../filter/filter.ts'
import { useText } from '../text/text.tsx'

export interface ProjectTag {
  readonly tag: string
  readonly total: number
}

interface TagChoiceProps {
  readonly filter: Filter
  readonly tags: readonly ProjectTag[]
  readonly onChange: (change: Partial<Filter>) => void
}

// In the filter bar. A project without tags has none to choose.
export function TagChoice({ filter, tags, onChange }: TagChoiceProps): ReactNode {
  const { text } = useText()
  if (tags.length === 0 && filter.tag === null) return null
  const known = tags.some(({ tag }) => tag === filter.tag)
  return (
    <select
      aria-label={text.desk.tag}
      className={filter.tag === null ? '' : 'chosen'}
      value={filter.tag ?? ''}
      onChange={(event) => onChange({ tag: event.target.value === '' ? null : event.target.value })}
    >
      <option value="">{text.desk.anyTag}</option>
      {filter.tag !== null && !known && <option value={filter.tag}>{filter.tag}</option>}
      {tags.map(({ tag, total }) => (
        <option key={tag} value={tag}>
          {text.desk.tagOption(tag, total)}
        </option>
      ))}
    </select>
  )
}
