import { type ReactNode, useState } from 'react'
import { CopyField } from '../components/copy-field.tsx'
import { DateField } from '../components/date-field.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { PlatformMark } from '../components/platform-mark.tsx'
import { Segments } from '../components/segments.tsx'
import { SENTIMENT_WORDS, SentimentBar, SentimentLabel } from '../components/sentiment.tsx'
import { Sparkline } from '../components/sparkline.tsx'
import { Empty, Failure, Note, Skeleton } from '../components/states.tsx'
import { Switch } from '../components/switch.tsx'
import { TimeSelect } from '../components/time-select.tsx'
import { ZoneSelect } from '../components/zone-select.tsx'
import { PLATFORMS } from '../platforms.ts'

export interface Specimen {
  readonly name: string
  readonly shown: ReactNode
}

const ignore = (): void => {}

export const CONTROLS: readonly Specimen[] = [
  { name: 'button', shown: <Buttons /> },
  { name: 'field', shown: <Fields /> },
  { name: 'date-field', shown: <Dates /> },
  { name: 'select', shown: <Selects /> },
  { name: 'segments', shown: <SegmentStates /> },
  { name: 'switch', shown: <Switches /> },
  { name: 'copy-field', shown: <CopyField label="Address to copy" value="https://pantau.example/feeds/5f2a" /> },
]

export const SIGNS: readonly Specimen[] = [
  { name: 'chip', shown: <Chips /> },
  { name: 'badge', shown: <Badges /> },
  { name: 'sentiment', shown: <Sentiments /> },
  { name: 'platform-mark', shown: <Platforms /> },
  {
    name: 'sparkline',
    shown: <Sparkline values={[0, 2, 3, 1, 4, 9, 6, 2, 0, 3, 5, 8, 12, 7]} label="Mentions per day" />,
  },
  { name: 'tile', shown: <Tiles /> },
]

export const STATES: readonly Specimen[] = [
  { name: 'note', shown: <Notes /> },
  { name: 'skeleton', shown: <Skeleton lines={3} /> },
  { name: 'empty', shown: <Empty title="No mentions" detail="Nothing matches this filter." /> },
  { name: 'failure', shown: <Failure error={new Error('unknown')} onRetry={ignore} /> },
]

function Buttons(): ReactNode {
  return (
    <>
      <p className="row">
        <button type="button" className="button">
          Plain
        </button>
        <button type="button" className="button primary">
          Primary
        </button>
        <button type="button" className="button danger">
          Danger
        </button>
        <button type="button" className="button quiet">
          Quiet
        </button>
      </p>
      <p className="row">
        <button type="button" className="button" disabled>
          Disabled
        </button>
        <button type="button" className="button chosen">
          Chosen
        </button>
        <button type="button" className="button small">
          Small
        </button>
        <button type="button" className="button">
          <Icon name="download" />
          With icon
        </button>
        <button type="button" className="button square" aria-label="More">
          <Icon name="more" />
        </button>
      </p>
      <p className="row">
        <button type="button" className="button" data-state="focus">
          With the focus
        </button>
        <button type="button" className="button" data-state="hover">
          Under the pointer
        </button>
        <button type="button" className="button big">
          Big
        </button>
      </p>
    </>
  )
}

function Fields(): ReactNode {
  return (
    <>
      <Field label="Name" value="Banjir Jakarta" onChange={ignore} help="What the field is for." />
      <Field label="Empty" value="" placeholder="Placeholder" required={false} onChange={ignore} />
      <Field label="Refused" value="-3" error="Must be a positive number." onChange={ignore} />
      <Field label="Disabled" value="Cannot be changed" disabled onChange={ignore} />
    </>
  )
}

function Dates(): ReactNode {
  const [day, setDay] = useState('2026-08-05')
  return (
    <p className="row">
      <DateField label="Day" value={day} onChange={setDay} />
      <DateField label="No day" value="" onChange={ignore} />
      <DateField label="Refused" value="2026-01-01" invalid onChange={ignore} />
    </p>
  )
}

function Selects(): ReactNode {
  return (
    <p className="row">
      <select aria-label="Any">
        <option>Any sentiment</option>
      </select>
      <select aria-label="Chosen" className="chosen">
        <option>Negative</option>
      </select>
      <select aria-label="Disabled" disabled>
        <option>Disabled</option>
      </select>
      <TimeSelect aria-label="Time" value="07:30" onChange={ignore} />
      <ZoneSelect aria-label="Time zone" value="Asia/Jakarta" onChange={ignore} />
      <label className="check">
        <input type="checkbox" checked readOnly />
        Checked
      </label>
      <label className="check">
        <input type="checkbox" />
        Not checked
      </label>
    </p>
  )
}

function SegmentStates(): ReactNode {
  const [value, setValue] = useState<'week' | 'month' | 'all'>('month')
  const choices = [
    ['week', '7 days'],
    ['month', '30 days'],
    ['all', 'All'],
  ] as const
  return <Segments label="Period" value={value} choices={choices} onChoose={setValue} />
}

function Switches(): ReactNode {
  return (
    <p className="row">
      <Switch label="On" checked onChange={ignore} />
      <Switch label="Off" checked={false} onChange={ignore} />
      <Switch label="Disabled" checked disabled onChange={ignore} />
    </p>
  )
}

function Chips(): ReactNode {
  return (
    <p className="row tight">
      <button type="button" className="chip">
        tanggul <span className="soft">70</span>
      </button>
      <span className="chip">
        can be removed
        <button type="button" aria-label="Remove">
          <Icon name="close" size={12} />
        </button>
      </span>
      <span className="chip struck">left out</span>
    </p>
  )
}

function Badges(): ReactNode {
  const states = ['listening', 'paused', 'manual', 'ended', 'not-started']
  return (
    <p className="row tight">
      {states.map((state) => (
        <span key={state} className={`badge ${state}`}>
          {state.replace('-', ' ')}
        </span>
      ))}
      <span className="count">12</span>
      <span className="count alarm">2</span>
    </p>
  )
}

function Sentiments(): ReactNode {
  return (
    <>
      <p className="row">
        {SENTIMENT_WORDS.map((word) => (
          <SentimentLabel key={word} word={word} />
        ))}
      </p>
      <SentimentBar counts={{ negative: 38, neutral: 40, positive: 22 }} />
    </>
  )
}

function Platforms(): ReactNode {
  return (
    <p className="row">
      {PLATFORMS.map((platform) => (
        <PlatformMark key={platform} platform={platform} />
      ))}
    </p>
  )
}

function Tiles(): ReactNode {
  return (
    <dl className="tiles">
      <div className="tile">
        <dt>Mentions</dt>
        <dd>12,385</dd>
        <dd className="tile-note">
          <strong>+820%</strong> 1,346 before
        </dd>
      </div>
      {SENTIMENT_WORDS.slice(0, 2).map((word) => (
        <div key={word} className={`tile ${word}`}>
          <dt>
            <SentimentLabel word={word} />
          </dt>
          <dd>38%</dd>
          <dd className="tile-note">not audited</dd>
        </div>
      ))}
    </dl>
  )
}

function Notes(): ReactNode {
  return (
    <>
      {(['info', 'warn', 'bad'] as const).map((tone) => (
        <Note key={tone} tone={tone}>
          A note of the tone “{tone}”.
        </Note>
      ))}
    </>
  )
}
