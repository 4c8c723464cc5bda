import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WireCoverage } from '../../../../src/api/wire/insights.ts'
import { CoverageStrips } from '../../charts/coverage-strip.tsx'
import type { Gap } from '../../charts/series.ts'
import { Failure, Skeleton } from '../../components/states.tsx'
import { type Filter, zoomFilter } from '../../filter/filter.ts'
import type { Platform } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { HOUR_MS } from '../../text/zone.ts'
import { Panel } from './panel.tsx'

interface CoveragePanelProps {
  readonly coverage: UseQueryResult<WireCoverage>
  // Absent where there is nothing to filter.
  readonly onFilter?: (change: Partial<Filter>) => void
}

export function CoveragePanel({ coverage, onFilter }: CoveragePanelProps): ReactNode {
  const { text } = useText()
  const { data, isPlaceholderData, error, refetch } = coverage
  const choose =
    onFilter &&
    ((source: Platform, range: Gap | null): void =>
      onFilter({ sources: [source], ...(range === null ? {} : zoomFilter(range.from, range.to, HOUR_MS)) }))
  return (
    <Panel title={text.chart.coverage} help={text.chart.coverageHelp} busy={isPlaceholderData}>
      {data !== undefined && <CoverageStrips coverage={data} onChoose={choose} />}
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
    </Panel>
  )
}
