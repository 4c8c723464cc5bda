import type { ReactNode } from 'react'
import type { WireFeedTotals } from '../../../../src/api/wire/source.ts'
import { useRetryFeeds } from '../../api/admin.ts'
import { Icon } from '../../components/icon.tsx'
import { describeError } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { PLATFORMS, type Platform, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'

const WORKING = ['ok', 'undated', 'repeating']

// How many feeds there are and how they are doing, above the list.
export function FeedTotals({ totals }: { readonly totals: WireFeedTotals }): ReactNode {
  const { text, format, language } = useText()
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (totals.states[name] ?? 0), 0)
  const working = sum(WORKING)
  const waiting = sum(['new'])
  const problems = totals.enabled - working - waiting
  const figures = [
    [text.feeds.working, format.number(working)],
    [text.feeds.waiting, format.number(waiting)],
    [text.feeds.problems, format.number(problems)],
    [text.feeds.off, format.number(totals.feeds - totals.enabled)],
    [text.feeds.provinces, text.feeds.ofProvinces(totals.provinces)],
  ] as const
  const platforms = PLATFORMS.filter((platform) => (totals.platforms[platform] ?? 0) > 0)
  const named = (platform: Platform) =>
    `${platformRow(platform).label[language]} ${format.number(totals.platforms[platform] ?? 0)}`
  return (
    <section className="card feed-totals" aria-label={text.feeds.totals}>
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {problems > 0 && <RetryAll problems={problems} />}
      {platforms.length > 1 && <p className="soft small">{platforms.map(named).join(' · ')}</p>}
    </section>
  )
}

function RetryAll({ problems }: { readonly problems: number }): ReactNode {
  const { text } = useText()
  const retry = useRetryFeeds()
  const showToast = useToast()
  return (
    <button
      type="button"
      className="button small"
      disabled={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, {
          onSuccess: () => showToast(text.guide.retried),
          onError: (error) => showToast(describeError(error, text), 'bad'),
        })
      }
    >
      <Icon name="refresh" size={14} />
      {text.guide.retryAll(problems)}
    </button>
  )
}
