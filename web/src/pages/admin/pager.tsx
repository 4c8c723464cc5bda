import type { ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../text/text.tsx'

interface PagerProps {
  readonly page: number
  readonly total: number
  readonly onPage: (page: number) => void
}

export function Pager({ page, total, onPage }: PagerProps): ReactNode {
  const { text } = useText()
  if (total <= 1) return null
  return (
    <nav className="pager" aria-label={text.common.page(page, total)}>
      <button type="button" className="button small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="back" size={14} />
        {text.common.previous}
      </button>
      <span className="soft">{text.common.page(page, total)}</span>
      <button type="button" className="button small" disabled={page >= total} onClick={() => onPage(page + 1)}>
        {text.common.next}
      </button>
    </nav>
  )
}
