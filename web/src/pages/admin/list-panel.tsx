import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { Pager } from './pager.tsx'

interface Page<Item> {
  readonly data: readonly Item[]
  readonly total: number
  readonly totalPages: number
}

interface ListPanelProps<Item> {
  readonly title: string
  readonly add: { readonly label: string; readonly onAdd: () => void }
  readonly page: number
  readonly onPage: (page: number) => void
  readonly list: Pick<UseQueryResult<Page<Item>>, 'data' | 'error' | 'refetch'>
  readonly children: (items: readonly Item[]) => ReactNode
}

// An administration list: the total, a button to add an item, and the items page by page.
export function ListPanel<Item>({ title, add, page, onPage, list, children }: ListPanelProps<Item>): ReactNode {
  const { format } = useText()
  const { data, error, refetch } = list
  return (
    <section className="card panel" aria-label={title}>
      <div className="panel-head">
        <h2>
          {title}
          {data !== undefined && <span className="soft tabular">{format.number(data.total)}</span>}
        </h2>
        <button type="button" className="button primary small" onClick={add.onAdd}>
          <Icon name="plus" size={14} />
          {add.label}
        </button>
      </div>
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={6} />}
      {data !== undefined && children(data.data)}
      {data !== undefined && <Pager page={page} total={data.totalPages} onPage={onPage} />}
    </section>
  )
}
