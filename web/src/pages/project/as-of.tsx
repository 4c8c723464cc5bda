import type { ReactNode } from 'react'
import { useDisconnected } from '../../api/live.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../text/text.tsx'

// Marks what is shown with its time while the connection is lost; without a word it would pass for the present.
export function AsOf({ at }: { readonly at: number }): ReactNode {
  const { text, format } = useText()
  if (!useDisconnected() || at === 0) return null
  return (
    <span className="badge paused as-of">
      <Icon name="offline" size={14} />
      {text.projectPage.asOf(format.time(at))}
    </span>
  )
}
