import { type ReactNode, useMemo } from 'react'
import type { WireComparison } from '../../../../src/api/wire/compare.ts'
import { Icon } from '../../components/icon.tsx'
import { Empty } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { FiguresPanel, SentimentSidesPanel, SharePanel } from './figures.tsx'
import { SeriesPanel } from './series-panel.tsx'
import { labelsOf, type ResultProps } from './side-mark.tsx'
import { ApartPanel, CommonPanel } from './stories.tsx'

interface ResultsProps {
  readonly data: WireComparison
  // Numbers of an earlier choice, until the new ones are here.
  readonly isStale: boolean
}

export function Results({ data, isStale }: ResultsProps): ReactNode {
  const localisation = useText()
  const { text } = localisation
  const labels = labelsOf(data, localisation)
  const isEmpty = useMemo(() => data.sides.every(({ total }) => total === 0), [data])
  return (
    <div className={isStale ? 'compare-results stale' : 'compare-results'} aria-busy={isStale}>
      <Warnings data={data} labels={labels} />
      {isEmpty && <Empty title={text.compare.nothing} detail={text.project.nothingText} />}
      <div className="compare-pair">
        {!isEmpty && <SharePanel data={data} labels={labels} />}
        <FiguresPanel data={data} labels={labels} />
      </div>
      {!isEmpty && (
        <>
          <SeriesPanel data={data} labels={labels} />
          <SentimentSidesPanel data={data} labels={labels} />
          <CommonPanel data={data} labels={labels} />
          <ApartPanel data={data} labels={labels} />
        </>
      )}
    </div>
  )
}

function Warnings({ data, labels }: ResultProps): ReactNode {
  const { text } = useText()
  if (data.warnings.length === 0) return null
  return (
    <div className="note warn" role="note">
      <Icon name="warning" />
      <div>
        <strong>{text.compare.unfair}</strong>
        <ul>
          {data.warnings.map(({ side, code }) => (
            <li key={`${side} ${code}`}>{text.compare.warnings[code](labels[side] ?? '')}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
