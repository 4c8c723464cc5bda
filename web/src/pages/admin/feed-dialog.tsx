import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { WireFeedTest } from '../../../../src/api/wire/source.ts'
import { useFeedTest, useSaveFeed } from '../../api/admin.ts'
import { Dialog } from '../../components/dialog.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { describeError, Note } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useToast } from '../../components/toast.tsx'
import { PLATFORMS, type Platform, platformRow } from '../../platforms.ts'
import { describeFault } from '../../text/faults.ts'
import { useText } from '../../text/text.tsx'

// Adds a feed. Its address can be tried first: what would be read is shown, and nothing is stored.
export function FeedDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { text, language } = useText()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [platform, setPlatform] = useState<Platform>('news')
  const save = useSaveFeed()
  const trial = useFeedTest()
  const showToast = useToast()
  const ids = { url: useId(), name: useId(), help: useId(), platform: useId(), platformHelp: useId() }
  const address = { url: url.trim(), platform: platformOf(url, platform) }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(
      { ...address, ...(name.trim() === '' ? {} : { name: name.trim() }) },
      {
        onSuccess: () => {
          showToast(text.admin.saved)
          onClose()
        },
      },
    )
  }
  const failed = save.error ?? trial.start.error
  return (
    <Dialog title={text.admin.addFeed} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={ids.url}>{text.admin.url}</label>
          <input
            id={ids.url}
            required
            placeholder="https://"
            inputMode="url"
            aria-describedby={ids.help}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
          <p className="help" id={ids.help}>
            {text.feeds.urlHelp}
          </p>
        </div>
        <div className="field">
          <label htmlFor={ids.platform}>{text.feeds.platform}</label>
          <select
            id={ids.platform}
            aria-describedby={ids.platformHelp}
            value={address.platform}
            onChange={(event) => setPlatform(event.target.value as Platform)}
          >
            {[...PLATFORMS].reverse().map((one) => (
              <option key={one} value={one}>
                {text.feeds.namedPlatform(platformRow(one).label[language], one)}
              </option>
            ))}
          </select>
          <p className="help" id={ids.platformHelp}>
            {text.feeds.platformHelp}
          </p>
        </div>
        <div className="field">
          <label htmlFor={ids.name}>
            {text.admin.name} <span className="soft">({text.common.optional})</span>
          </label>
          <input id={ids.name} value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        {failed !== null && <Note tone="bad">{describeError(failed, text)}</Note>}
        {trial.result !== undefined && <Trial test={trial.result} />}
        <div className="row end">
          <button
            type="button"
            className="button"
            disabled={address.url === '' || trial.start.isPending}
            onClick={() => trial.start.mutate(address)}
          >
            {text.feeds.test}
          </button>
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

// A channel's handle, id or address can only be YouTube's.
function platformOf(url: string, chosen: Platform): Platform {
  const isYoutube = /^(@|UC[\w-]{22}$|https?:\/\/((www|m)\.)?(youtube\.com|youtu\.be)\/)/i.test(url.trim())
  return isYoutube ? 'youtube' : chosen
}

function Trial({ test }: { readonly test: WireFeedTest }): ReactNode {
  const { text, format } = useText()
  const { result, status } = test
  if (status === 'failed') return <Note tone="bad">{text.feeds.testFailed}</Note>
  if (result === null) return <p role="status">{text.feeds.testing}</p>
  return (
    <div className="trial" role="status">
      <p className="row">
        <span className={`badge feed-${result.state}`}>{text.admin.feedState[result.state]}</span>
        <span>{text.feeds.found(result.entries)}</span>
        {result.newest !== null && (
          <span className="soft">
            {text.feeds.newest} <Time value={result.newest} relative />
          </span>
        )}
      </p>
      {result.detail !== null && <p className="soft small">{describeFault(result.detail, text, format)}</p>}
      <ul>
        {result.samples.map((sample) => (
          <li key={sample.id}>
            <span className="row soft small">
              <PlatformMark platform={sample.platform} /> <bdi className="foreign">{sample.author}</bdi>
            </span>
            <span className="foreign block">{sample.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
