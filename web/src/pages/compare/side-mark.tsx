import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { WireComparedSide, WireComparison } from '../../../../src/api/wire/compare.ts'
import { describeFilter } from '../../filter/chips.tsx'
import type { Localisation } from '../../text/text.tsx'
import { type SideFilter, sideFilterOf, sidePath } from './choice.ts'

export interface ResultProps {
  readonly data: WireComparison
  // The names of the sides.
  readonly labels: readonly string[]
}

export function letterOf(side: number): string {
  return String.fromCharCode(65 + side)
}

// A letter on the colour of the side, so that colour is not the only mark.
export function SideMark({ side }: { readonly side: number }): ReactNode {
  return (
    <span className={`side-mark side-${side}`} aria-hidden="true">
      {letterOf(side)}
    </span>
  )
}

interface SideNameProps {
  readonly side: number
  readonly label: string
}

export function SideName({ side, label }: SideNameProps): ReactNode {
  return (
    <span className="side-name">
      <SideMark side={side} />
      <bdi className="foreign">{label}</bdi>
    </span>
  )
}

interface SideLinkProps {
  readonly side: WireComparedSide
  // The name of the side, and what of it is counted, for those who do not see the table.
  readonly label: string
  readonly narrower?: SideFilter
  readonly children: ReactNode
}

// A number that leads to the mentions that it counts.
export function SideLink({ side, label, narrower = {}, children }: SideLinkProps): ReactNode {
  return (
    <Link href={sidePath(side, narrower)} className="side-link tabular" title={label}>
      {children}
    </Link>
  )
}

// The names of the sides in the person's language. What the filters of all sides have in common is not part of a name.
export function labelsOf({ by, sides }: WireComparison, localisation: Localisation): string[] {
  if (by === 'project') return sides.map(({ project }) => project)
  if (by === 'period') return sides.map(({ from, to }) => localisation.format.period(Date.parse(from), Date.parse(to)))
  return sides.map(({ filter }) => {
    const own = Object.entries(filter).filter(([name, value]) => sides.some((other) => other.filter[name] !== value))
    return filterLabel(Object.fromEntries(own), localisation)
  })
}

function filterLabel(fields: SideFilter, localisation: Localisation): string {
  const parts = describeFilter(sideFilterOf(fields), localisation)
  return parts.length === 0 ? localisation.text.compare.everything : parts.join(' · ')
}
