import { type ReactNode, useState } from 'react'
import type { WireFeed } from '../../../../src/api/wire/source.ts'
import { useDeleteFeed, useFeeds, useSaveFeed } from '../../api/admin.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { Segments } from '../../components/segments.tsx'
import { describeError, Empty } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { describeFault } from '../../text/faults.ts'
import { useText } from '../../text/text.tsx'
import { ExtraSources } from './extra-sources.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { FeedTotals } from './feed-totals.tsx'
import { ListPanel } from './list-panel.tsx'

export function FeedsTab(): ReactNode {
  const { text } = useText()
  const [page, setPage] = useState(1)
  const [state, setState] = useState<FeedState | null>(null)
  const [adding, setAdding] = useState(false)
  const add = { label: text.admin.addFeed, onAdd: () => setAdding(true) }
  const list = useFeeds(page, state)
  const choose = (next: FeedState | 'all') => {
    setState(next === 'all' ? null : next)
    setPage(1)
  }
  return (
    <>
      {list.data !== undefined && <FeedTotals totals={list.data.totals} />}
      <ListPanel title={text.admin.feeds} add={add} page={page} onPage={setPage} list={list}>
        {(feeds) => (
          <>
            <StateFilter states={list.data?.totals.states ?? {}} state={state} onChoose={choose} />
            {feeds.length === 0 ? <Empty title={text.admin.noFeeds} /> : <FeedTable feeds={feeds} />}
          </>
        )}
      </ListPanel>
      <ExtraSources />
      {adding && <FeedDialog onClose={() => setAdding(false)} />}
    </>
  )
}

type FeedState = WireFeed['state']

interface StateFilterProps {
  readonly states: Readonly<Record<string, number>>
  readonly state: FeedState | null
  readonly onChoose: (state: FeedState | 'all') => void
}

// The states that some feed has, with their numbers.
function StateFilter({ states, state, onChoose }: StateFilterProps): ReactNode {
  const { text, format } = useText()
  const present = (Object.keys(text.admin.feedState) as FeedState[]).filter((name) => (states[name] ?? 0) > 0)
  const shown = present.map(
    (name) => [name, `${text.admin.feedState[name]} ${format.number(states[name] ?? 0)}`] as const,
  )
  if (present.length < 2 && state === null) return null
  return (
    <div className="state-filter">
      <Segments<FeedState | 'all'>
        label={text.feeds.filter}
        value={state ?? 'all'}
        choices={[['all', text.feeds.all], ...shown]}
        onChoose={onChoose}
      />
    </div>
  )
}

function FeedTable({ feeds }: { readonly feeds: readonly WireFeed[] }): ReactNode {
  const { text } = useText()
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{text.admin.name}</th>
            <th scope="col">{text.feeds.platform}</th>
            <th scope="col">{text.admin.health}</th>
            <th scope="col">{text.admin.lastPolled}</th>
            <th scope="col">{text.admin.lastPost}</th>
            <th scope="col" className="numeric">
              {text.admin.posts}
            </th>
            <th scope="col">{text.admin.enabled}</th>
            <th scope="col">
              <span className="hidden">{text.admin.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FeedRow({ feed }: { readonly feed: WireFeed }): ReactNode {
  const { text, format } = useText()
  const [deleting, setDeleting] = useState(false)
  const save = useSaveFeed()
  const showToast = useToast()
  const healthy = feed.state === 'ok' || feed.state === 'new'
  return (
    <tr>
      <th scope="row">
        <span className="foreign">{feed.name}</span>
        {feed.shipped && <span className="badge small">{text.admin.shipped}</span>}
        <span className="soft small foreign block">{feed.url}</span>
        {feed.read_url !== null && (
          <span className="soft small foreign block">{text.feeds.readFrom(feed.read_url)}</span>
        )}
        <Origin feed={feed} />
      </th>
      <td>
        <PlatformMark platform={feed.platform} />
      </td>
      <td className="feed-health">
        <span className={`badge feed-${feed.state}`}>
          <Icon name={healthy ? 'check' : 'warning'} size={12} />
          {text.admin.feedState[feed.state]}
        </span>
        {feed.detail !== null && <span className="soft small block">{describeFault(feed.detail, text, format)}</span>}
        {UNREADABLE.includes(feed.state) && <Alternatives feed={feed} />}
      </td>
      <td className="small">
        {feed.last_polled_at === null ? text.admin.neverPolled : <Time value={feed.last_polled_at} relative />}
      </td>
      <td className="small">{feed.last_post_at === null ? '–' : <Time value={feed.last_post_at} relative />}</td>
      <td className="numeric">{format.number(feed.posts)}</td>
      <td>
        <label className="check">
          <input
            type="checkbox"
            checked={feed.enabled}
            disabled={save.isPending}
            aria-label={text.admin.enabledOf(feed.name)}
            onChange={(event) =>
              save.mutate(
                { url: feed.url, platform: feed.platform, enabled: event.target.checked },
                { onError: (error) => showToast(describeError(error, text), 'bad') },
              )
            }
          />
        </label>
      </td>
      <td className="actions">
        {!healthy && feed.enabled && (
          <button
            type="button"
            className="button small"
            disabled={save.isPending}
            aria-label={text.guide.retryOf(feed.name)}
            onClick={() =>
              // An address that is added again is due at once.
              save.mutate(
                { url: feed.url, platform: feed.platform },
                {
                  onSuccess: () => showToast(text.guide.retried),
                  onError: (error) => showToast(describeError(error, text), 'bad'),
                },
              )
            }
          >
            {text.guide.retry}
          </button>
        )}
        <button
          type="button"
          className="button quiet square small"
          aria-label={text.admin.deleteFeed(feed.name)}
          onClick={() => setDeleting(true)}
        >
          <Icon name="trash" size={14} />
        </button>
        {deleting && <DeleteFeed feed={feed} onClose={() => setDeleting(false)} />}
      </td>
    </tr>
  )
}

const UNREADABLE: readonly FeedState[] = ['broken', 'blocked', 'gone']

function Alternatives({ feed: { alternatives } }: { readonly feed: WireFeed }): ReactNode {
  const { text } = useText()
  if (alternatives.length === 0) return <span className="small block">{text.guide.noAlternative}</span>
  return (
    <span className="small block">
      {text.guide.alternatives} <span className="soft foreign">{alternatives.join(', ')}</span>
    </span>
  )
}

// The region of a shipped outlet, and how sure its address is; where it was learnt is the tooltip.
function Origin({ feed: { region, certainty, learnt } }: { readonly feed: WireFeed }): ReactNode {
  const { text } = useText()
  const parts = [region, certainty === null ? null : text.feeds.certainty[certainty]].filter((part) => part !== null)
  if (parts.length === 0) return null
  const title = learnt === null ? undefined : `${text.feeds.learnt}: ${learnt}`
  return (
    <span className="soft small block" title={title}>
      {parts.join(' · ')}
    </span>
  )
}

function DeleteFeed({ feed, onClose }: { readonly feed: WireFeed; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const remove = useDeleteFeed()
  return (
    <ConfirmDialog
      title={text.admin.deleteFeed(feed.name)}
      question={text.admin.deleteFeedConfirm(feed.name)}
      label={text.projects.delete}
      icon="trash"
      tone="danger"
      action={remove}
      onConfirm={() => remove.mutate(feed.id, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
