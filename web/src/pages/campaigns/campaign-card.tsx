import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { WireCampaign } from '../../../../src/api/wire/campaign.ts'
import { Icon } from '../../components/icon.tsx'
import { MarkedSpans } from '../../components/marked.tsx'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { Sparkline } from '../../components/sparkline.tsx'
import { Time } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'
import { Author } from '../project/mention-brief.tsx'

interface CampaignProps {
  readonly campaign: WireCampaign
}

const MINUTE_MS = 60_000

// The signs of one story and what they are seen in.
export function CampaignCard({ campaign, linked }: CampaignProps & { readonly linked: boolean }): ReactNode {
  const { text } = useText()
  const { examples, keyword_id: project, copies, authors, wording } = campaign
  const [first] = examples
  return (
    <article className="card campaign">
      <header className="stack tight">
        <p className="row tight">
          <SignChips campaign={campaign} />
          <span className="soft small">{text.campaigns.size(copies, authors)}</span>
        </p>
        <h2 className="campaign-wording">
          <bdi className="foreign">{wording.text === '' ? first?.mention.content : wording.text}</bdi>
        </h2>
        {wording.text !== '' && (
          <p className="soft small">
            {text.campaigns.wording} {text.campaigns.wordingShare(wording.share)}
          </p>
        )}
      </header>
      <Signs campaign={campaign} />
      <TimelineChart campaign={campaign} />
      <Companions campaign={campaign} />
      <Copies campaign={campaign} />
      {linked && first !== undefined && (
        <Link href={`/projects/${project}/campaigns/${first.mention.id}`} className="button small">
          {text.campaigns.all}
        </Link>
      )}
    </article>
  )
}

export function SignChips({ campaign }: CampaignProps): ReactNode {
  const { text } = useText()
  return (['burst', 'serial', 'together'] as const)
    .filter((sign) => campaign[sign] !== null)
    .map((sign) => (
      <span key={sign} className="chip">
        {text.campaigns.signs[sign]}
      </span>
    ))
}

function Signs({ campaign }: CampaignProps): ReactNode {
  const { text } = useText()
  const { burst, serial, together, ordinary } = campaign
  if (ordinary !== null) return <p className="soft">{text.campaigns.ordinary[ordinary]}</p>
  if (burst === null && serial === null && together === null) return <p className="soft">{text.campaigns.noSigns}</p>
  return (
    <ul className="campaign-signs">
      {burst !== null && (
        <li>
          <Icon name="clock" size={16} />
          <span>
            {text.campaigns.burst(burst.authors, minutesOf(burst), burst.share)} · <Time value={burst.from} short />
          </span>
        </li>
      )}
      {serial !== null && (
        <li>
          <Icon name="table" size={16} />
          <span>
            {text.campaigns.serial(serial.distinct)}
            {serial.rising && `, ${text.campaigns.rising}`}{' '}
            <span className="soft">({serial.numbers.join(', ')}, …)</span>
          </span>
        </li>
      )}
      {together !== null && (
        <li>
          <Icon name="user" size={16} />
          <span>{text.campaigns.together(together.accounts, together.of)}</span>
        </li>
      )}
    </ul>
  )
}

function minutesOf({ from, to }: { readonly from: string; readonly to: string }): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / MINUTE_MS)
}

function TimelineChart({ campaign }: CampaignProps): ReactNode {
  const { text, format } = useText()
  const { points } = campaign.timeline
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  const range = text.campaigns.steps(format.time(first.at), format.time(last.at))
  return (
    <section className="stack tight">
      <h3>{text.campaigns.timeline}</h3>
      <Sparkline values={points.map(({ copies }) => copies)} label={`${text.campaigns.timeline}: ${range}`} />
      <p className="soft small">{range}</p>
    </section>
  )
}

function Companions({ campaign }: CampaignProps): ReactNode {
  const { text } = useText()
  if (campaign.together === null) return null
  return (
    <section className="stack tight">
      <h3>{text.campaigns.companions}</h3>
      <ul className="campaign-companions">
        {campaign.together.stories.map(({ id, accounts, text: content }) => (
          <li key={id}>
            <bdi className="foreign">{content}</bdi>
            <span className="soft small">{text.campaigns.companionAccounts(accounts)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Copies({ campaign }: CampaignProps): ReactNode {
  const { text } = useText()
  return (
    <section className="stack tight">
      <h3>
        {text.campaigns.copies} <span className="soft small">{text.campaigns.copiesHelp}</span>
      </h3>
      <ul className="campaign-copies">
        {campaign.examples.map(({ mention, marks }) => (
          <li key={mention.id}>
            <p className="mention-head small">
              <PlatformMark platform={mention.socialmediaid} />
              <Author mention={mention} />
              <Time value={mention.createdat} short />
            </p>
            <p>
              <MarkedSpans text={mention.content} spans={marks} />
            </p>
            <p className="small">
              <SafeLink url={mention.url}>{text.mention.original}</SafeLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
