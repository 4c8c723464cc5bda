import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { WireFeed } from '../../../../src/api/wire/source.ts'
import { useDeleteFeed, useFeeds, useSaveFeed } from '../../api/admin.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { describeError, Empty, Note } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { useText } from '../../text/text.tsx'
import { ListPanel } from './list-panel.tsx'

export function FeedsTab(): ReactNode {
  const { text } = useText()
  const [page, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  const add = { label: text.admin.addFeed, onAdd: () => setAdding(true) }
  return (
    <>
      <ListPanel title={text.admin.feeds} add={add} page={page} onPage={setPage} list={useFeeds(page)}>
        {(feeds) => (feeds.length === 0 ? <Empty title={text.admin.noFeeds} /> : <FeedTable feeds={feeds} />)}
      </ListPanel>
      {adding && <FeedDialog onClose={() => setAdding(false)} />}
    </>
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
      </th>
      <td>
        <span className={`badge feed-${feed.state}`}>
          <Icon name={healthy ? 'check' : 'warning'} size={12} />
          {text.admin.feedState[feed.state]}
        </span>
        {feed.detail !== null && <span className="soft small foreign block">{feed.detail}</span>}
      </td>
      <td className="small">
        {feed.last_polled_at === null ? text.admin.neverPolled : <Time value={feed.last_polled_at} relative />}
      </td>
      <td className="small">{feed.last_post_at === null ? '–' : <Time value={feed.last_post_at} relative />}</td>
      <td className="numeric">{format.number(feed.posts)}</td>
      <td>
        <input
          type="checkbox"
          checked={feed.enabled}
          disabled={save.isPending}
          aria-label={text.admin.enabledOf(feed.name)}
          onChange={(event) =>
            save.mutate(
              { url: feed.url, enabled: event.target.checked },
              { onError: (error) => showToast(describeError(error, text), 'bad') },
            )
          }
        />
      </td>
      <td className="actions">
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

function DeleteFeed({ feed, onClose }: { readonly feed: WireFeed; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const remove = useDeleteFeed()
  return (
    <Dialog title={text.admin.deleteFeed(feed.name)} onClose={onClose}>
      <div className="stack">
        <p className="foreign">{text.admin.deleteFeedConfirm(feed.name)}</p>
        {remove.error !== null && <Note tone="bad">{describeError(remove.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate(feed.id, { onSuccess: onClose })}
          >
            <Icon name="trash" />
            {text.projects.delete}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function FeedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const save = useSaveFeed()
  const showToast = useToast()
  const ids = { url: useId(), name: useId(), help: useId() }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(
      { url: url.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) },
      {
        onSuccess: () => {
          showToast(text.admin.saved)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={text.admin.addFeed} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={ids.url}>{text.admin.url}</label>
          <input
            id={ids.url}
            type="url"
            required
            placeholder="https://"
            aria-describedby={ids.help}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <p className="help" id={ids.help}>
            {text.admin.urlHelp}
          </p>
        </div>
        <div className="field">
          <label htmlFor={ids.name}>
            {text.admin.name} <span className="soft">({text.common.optional})</span>
          </label>
          <input id={ids.name} value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        {save.error !== null && <Note tone="bad">{describeError(save.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={save.isPending}>
            {text.common.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
