import type { ReactNode } from 'react'

// Drawn on a 20 × 20 grid in the text colour. Decorative only: the text next to an icon carries the meaning.
const PATHS = {
  positive:
    'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM6.800 11.500c.7 1.400 1.800 2 3.200 2s2.500-.6 3.200-2M7.500 8v.01M12.500 8v.01',
  neutral: 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM7 12.500h6M7.500 8v.01M12.500 8v.01',
  negative:
    'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15ZM6.800 13.500c.7-1.400 1.800-2 3.200-2s2.500.6 3.200 2M7.500 8v.01M12.500 8v.01',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM17 17l-3.700-3.700',
  plus: 'M10 4v12M4 10h12',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4 10.500 4 4 8-9',
  chevron: 'm6 8 4 4 4-4',
  back: 'M12 5l-5 5 5 5',
  link: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6M8.500 9v4M11.500 9v4',
  refresh: 'M16 10a6 6 0 1 1-1.800-4.300M16 3v3.500h-3.500',
  download: 'M10 3v9M6.500 9 10 12.500 13.500 9M4 16h12',
  report: 'M5 3h7l3 3v11H5ZM8 10h4M8 13h4',
  flag: 'M5 17.500V3M5 4h9.500l-2 3.500 2 3.500H5',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.200V10l2.600 2',
  menu: 'M4 6h12M4 10h12M4 14h12',
  more: 'M5 10v.01M10 10v.01M15 10v.01',
  filter: 'M3 5h14M6 10h8M8.500 15h3',
  heart: 'M10 16s-6-3.600-6-8a3.300 3.300 0 0 1 6-1.900A3.300 3.300 0 0 1 16 8c0 4.400-6 8-6 8Z',
  comment: 'M4 4.500h12v9H9L5.500 16.500v-3H4Z',
  share: 'M4 12v-1.500C4 8 6 6.500 8.500 6.500H16M12.500 3 16 6.500 12.500 10M16 12v4H7',
  eye: 'M2.500 10C4.500 6.500 7 5 10 5s5.500 1.500 7.500 5c-2 3.500-4.500 5-7.500 5s-5.500-1.500-7.500-5ZM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  stack: 'm10 3 7 3.500-7 3.500-7-3.500ZM3 10l7 3.500 7-3.500M3 13.500 10 17l7-3.500',
  user: 'M10 10a3.200 3.200 0 1 0 0-6.400 3.200 3.200 0 0 0 0 6.400ZM4 17c.5-3.200 2.700-5 6-5s5.500 1.800 6 5',
  warning: 'M10 3.500 17.500 16.500h-15ZM10 8.500v3.500M10 14.200v.01',
  offline:
    'M3 3l14 14M4.500 9.500A8 8 0 0 1 7 7.800M10 7a8 8 0 0 1 5.500 2.500M7.500 12.300a4 4 0 0 1 5 0M10 15.500v.01',
  play: 'M6.500 4.500v11l9-5.500Z',
  table: 'M3.500 4.500h13v11h-13ZM3.500 8.500h13M3.500 12h13M8 8.500v7',
  quote: 'M4 13c2.500 0 3-2 3-4H4V5h4v4c0 3.500-1.500 6-4 6M11 13c2.500 0 3-2 3-4h-3V5h4v4c0 3.500-1.500 6-4 6',
  edit: 'M4 16l.8-3.600L13 4.200l2.800 2.800L7.600 15.200Z',
  sun: 'M10 13.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM10 2v1.500M10 16.500V18M2 10h1.500M16.500 10H18M4.300 4.300l1 1M14.700 14.700l1 1M4.300 15.700l1-1M14.700 5.300l1-1',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
