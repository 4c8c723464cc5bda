import type { ReactNode } from 'react'
import type { Platform } from '../platforms.ts'
import { useText } from '../text/text.tsx'

// Our own small signs rather than the platforms' logos, which are theirs.
const PATHS: Readonly<Record<Platform, string>> = {
  twitter: 'M7.6 4 6 16M14 4l-1.600 12M4 8h12.500M3.500 12H16',
  facebook: 'M13 5h-1.500C10 5 9 6 9 7.500V16M6.500 10h5.500',
  youtube: 'M3.500 6h13v8.500h-13ZM8.800 8.300v4l3.400-2Z',
  tiktok: 'M11 4v8.500a3 3 0 1 1-3-3M11 4c.2 2.200 1.600 3.600 4 3.800',
  instagram: 'M4 4h12v12H4ZM10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM13.600 6.400v.01',
  news: 'M4 4.500h10v11H5.500A1.500 1.500 0 0 1 4 14ZM14 8h2v6a1.500 1.500 0 0 1-3 0M6.500 7.500h5M6.500 10.200h5M6.500 12.800h3',
}

export function PlatformMark({ platform }: { readonly platform: Platform }): ReactNode {
  const { text } = useText()
  return (
    <span className="platform">
      <svg className="icon" viewBox="0 0 20 20" width={16} height={16} aria-hidden="true" focusable="false">
        <path d={PATHS[platform]} />
      </svg>
      {text.platform[platform]}
    </span>
  )
}
