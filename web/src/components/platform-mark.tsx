import type { ReactNode } from 'react'
import { type Platform, platformRow } from '../platforms.ts'
import { useFirstText } from '../text/text.tsx'

export function PlatformMark({ platform }: { readonly platform: Platform }): ReactNode {
  const { language } = useFirstText()
  const { icon, label } = platformRow(platform)
  return (
    <span className="platform">
      <svg className="icon" viewBox="0 0 20 20" width={16} height={16} aria-hidden="true" focusable="false">
        <path d={icon} />
      </svg>
      {label[language]}
    </span>
  )
}
