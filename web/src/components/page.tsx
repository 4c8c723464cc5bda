import { type ReactNode, useEffect, useRef } from 'react'
import { useKnownUnread } from '../api/inbox.ts'

interface PageProps {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

let pagesShown = 0

// The main landmark of a page. It takes the focus after navigation, so that a screen reader announces the new page and
// keyboard navigation starts at the top, unless the page has given it to a field.
export function Page({ title, className = '', children }: PageProps): ReactNode {
  const main = useRef<HTMLElement>(null)
  const unread = useKnownUnread()
  useEffect(() => {
    pagesShown += 1
    const hasFocus = main.current?.contains(document.activeElement) ?? false
    if (pagesShown > 1 && !hasFocus) main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <main id="main" ref={main} tabIndex={-1} className={`page ${className}`}>
      <title>{`${unread > 0 ? `(${unread}) ` : ''}${title} · Pantau`}</title>
      {children}
    </main>
  )
}
