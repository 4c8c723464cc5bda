import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useText } from '../../text/text.tsx'
import { MESSAGE_PATHS } from './paths.ts'
import '../../style/messages.css'

export function MessagesNav(): ReactNode {
  const { text } = useText()
  const [current] = useLocation()
  const names = [text.messages.inbox, text.messages.channels, text.messages.brief]
  return (
    <nav className="sub-nav" aria-label={text.messages.nav}>
      {MESSAGE_PATHS.map((path, index) => (
        <Link key={path} href={path} className="sub-link" aria-current={current === path ? 'page' : undefined}>
          {names[index]}
        </Link>
      ))}
    </nav>
  )
}
