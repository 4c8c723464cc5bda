import type { ReactNode } from 'react'
import { useTags } from '../api/desk.ts'
import { Choice } from '../filter/choice.tsx'
import type { Filter } from '../filter/filter.ts'
import { useText } from '../text/text.tsx'

interface TagChoiceProps {
  readonly projectId: string | null
  readonly filter: Filter
  readonly onChange: (change: Partial<Filter>) => void
}

// In the filter bar. A project without tags has none to choose.
export function TagChoice({ projectId, filter, onChange }: TagChoiceProps): ReactNode {
  const { text } = useText()
  const { data: tags = [] } = useTags(projectId)
  if (tags.length === 0 && filter.tag === null) return null
  const known = new Map([
    ...(filter.tag === null ? [] : [[filter.tag, filter.tag] as const]),
    ...tags.map(({ tag, total }) => [tag, text.desk.tagOption(tag, total)] as const),
  ])
  return (
    <Choice
      label={text.desk.tag}
      any={text.desk.anyTag}
      value={filter.tag}
      choices={[...known]}
      onChoose={(tag) => onChange({ tag })}
    />
  )
}
