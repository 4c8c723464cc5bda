import type { ReactNode } from 'react'
import { Icon } from '../components/icon.tsx'
import { entityLabel } from '../map/entity-label.ts'
import { useText } from '../text/text.tsx'
import type { Filter } from './filter.ts'

interface EntityChoiceProps {
  readonly filter: Pick<Filter, 'entity'>
  readonly onChange: (change: Pick<Filter, 'entity'>) => void
}

// What a text must name. It is chosen from a list or the map of a project, and can only be removed here.
export function EntityChoice({ filter, onChange }: EntityChoiceProps): ReactNode {
  const { text } = useText()
  if (filter.entity === null) return null
  return (
    <button
      type="button"
      className="button chosen"
      title={text.map.anyEntity}
      onClick={() => onChange({ entity: null })}
    >
      <bdi className="foreign">{entityLabel(filter.entity)}</bdi>
      <Icon name="close" />
    </button>
  )
}
