import type { ReactNode } from 'react'
import { useAdminSources } from '../../api/admin.ts'
import { useText } from '../../text/text.tsx'

const EXTRAS = ['gdelt', 'google-news'] as const

// The searches that need no account: what each adds to the feeds, and how it is switched.
export function ExtraSources(): ReactNode {
  const { text } = useText()
  const { data } = useAdminSources()
  if (data === undefined) return null
  return (
    <section className="card extra-sources" aria-label={text.feeds.extras}>
      <h2>{text.feeds.extras}</h2>
      <ul>
        {EXTRAS.map((name) => {
          const { adds, setting, name: shown } = text.feeds.extra[name]
          const isOn = data.some((source) => source.name === name && source.status === 'ready')
          return (
            <li key={name} className="extra-source">
              <div className="row">
                <strong>{shown}</strong>
                <span className={isOn ? 'badge listening' : 'badge paused'}>
                  {isOn ? text.feeds.on : text.feeds.off}
                </span>
              </div>
              <p>{adds}</p>
              <p className="soft small">{isOn ? text.feeds.switchOff(setting) : text.feeds.switchOn(setting)}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
