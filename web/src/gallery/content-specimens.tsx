import * as Tabs from 'radix-ui/tabs'
import { type ReactNode, useId } from 'react'
import type { WireSentimentEstimate } from '../../../src/api/wire/audit.ts'
import type { WireInboxMessage } from '../../../src/api/wire/channel.ts'
import { EstimateBars } from '../components/estimate.tsx'
import { ICON_NAMES, Icon } from '../components/icon.tsx'
import { MarkedSpans } from '../components/marked.tsx'
import { MessageBody } from '../components/message-body.tsx'
import { SafeLink } from '../components/safe-link.tsx'
import { Time } from '../components/time.tsx'
import type { Specimen } from './specimens.tsx'
import '../style/admin.css'

const ESTIMATE: WireSentimentEstimate = {
  negative: { share: 0.38, low: 0.31, high: 0.45 },
  neutral: { share: 0.4, low: 0.34, high: 0.46 },
  positive: { share: 0.22, low: 0.15, high: 0.29 },
  labels: 50,
  method: 'prediction_powered',
  as_judged_by: ['Dewi Lestari'],
}

const BLOCKS: WireInboxMessage['blocks'] = [
  { kind: 'text', text: '2,014 mentions in an hour; usually 90 to 260.' },
  { kind: 'quote', text: 'Water in the house since dawn.', by: '@warga · X', url: null },
]

// What pages are filled with: text of others, times, tables.
export const CONTENT: readonly Specimen[] = [
  { name: 'icon', shown: <Icons /> },
  { name: 'tabs', shown: <TabStates /> },
  { name: 'table', shown: <Table /> },
  { name: 'text', shown: <Texts /> },
  { name: 'estimate', shown: <EstimateBars estimate={ESTIMATE} /> },
  { name: 'message', shown: <MessageBody blocks={BLOCKS} links={[{ label: 'Open', url: '/' }]} /> },
]

function Icons(): ReactNode {
  return (
    <p className="row">
      {ICON_NAMES.map((name) => (
        <Icon key={name} name={name} size={20} />
      ))}
    </p>
  )
}

function TabStates(): ReactNode {
  return (
    <Tabs.Root value="chosen">
      <Tabs.List className="tabs" aria-label="Tabs">
        <Tabs.Trigger value="chosen" className="tab">
          Chosen
        </Tabs.Trigger>
        <Tabs.Trigger value="other" className="tab">
          Other
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="chosen" />
      <Tabs.Content value="other" />
    </Tabs.Root>
  )
}

function Table(): ReactNode {
  const heading = useId()
  return (
    <div className="table-scroll">
      <table className="table" aria-labelledby={heading}>
        <thead>
          <tr>
            <th id={heading}>Source</th>
            <th className="numeric">Mentions</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">X</th>
            <td className="numeric">1,204</td>
          </tr>
          <tr>
            <th scope="row">News</th>
            <td className="numeric">318</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const TEXT = 'Banjir surut, relawan tiba'

function Texts(): ReactNode {
  return (
    <>
      <p>
        <MarkedSpans text={TEXT} spans={[{ start: 0, end: 6 }]} searched={[{ start: 14, end: 21 }]} />
      </p>
      <p className="row">
        <Time value="2026-08-05T02:30:00Z" />
        <SafeLink url="https://example.com/post">Original</SafeLink>
        <span className="code">banjir and jakarta</span>
      </p>
    </>
  )
}
