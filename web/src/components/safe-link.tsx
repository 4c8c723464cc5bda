import type { ReactNode } from 'react'
import { useText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

// Null unless the URL is safe to link to: a platform can send `javascript:` as well as `https:`.
export function readHttpUrl(value: string, base?: string): string | null {
  try {
    const url = new URL(value, base)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}

interface SafeLinkProps {
  readonly url: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function SafeLink({ url, className = 'out', children }: SafeLinkProps): ReactNode {
  const { text } = useText()
  const href = readHttpUrl(url)
  if (href === null) return null
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="link" size={14} />
      <span className="hidden"> {text.common.opensNew}</span>
    </a>
  )
}
