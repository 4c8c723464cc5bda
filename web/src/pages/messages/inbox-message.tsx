import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Message } from '../../api/inbox.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { MessageBody } from '../../components/message-body.tsx'
import { Time } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'

const ICONS: Readonly<Record<Message['type'], IconName>> = {
  'incident.opened': 'warning',
  'incident.updated': 'rise',
  'incident.closed': 'check',
  brief: 'report',
  test: 'send',
  notice: 'comment',
}

interface InboxMessageProps {
  readonly message: Message
  // From a link to this message.
  readonly isOpened: boolean
}

// One line of the inbox, which opens to the whole message.
export function InboxMessage({ message, isOpened }: InboxMessageProps): ReactNode {
  const { text } = useText()
  const [open, setOpen] = useState(isOpened)
  const row = useRef<HTMLLIElement>(null)
  const body = useId()
  useEffect(() => {
    if (!isOpened) return
    setOpen(true)
    row.current?.scrollIntoView({ block: 'center' })
  }, [isOpened])
  const isUnread = message.read_at === null
  const first = message.blocks.find((block) => block.kind === 'text')
  return (
    <li ref={row} className={isUnread ? 'message unread' : 'message'}>
      <span className={`message-icon ${message.type.replace('.', '-')}`}>
        <Icon name={ICONS[message.type]} size={18} />
      </span>
      <div className="message-main">
        <p className="message-meta small soft">
          <span>{text.inbox.type[message.type]}</span>
          <Time value={message.created_at} relative />
          {isUnread && (
            <span className="message-unread">
              <span className="hidden">{text.inbox.isUnread}</span>
            </span>
          )}
        </p>
        <h2>
          <button
            type="button"
            className="plain message-title foreign"
            aria-expanded={open}
            aria-controls={body}
            onClick={() => setOpen(!open)}
          >
            {message.title}
            <Icon name="chevron" />
          </button>
        </h2>
        {!open && first !== undefined && <p className="message-first soft foreign">{first.text}</p>}
        <div id={body} hidden={!open}>
          {open && <MessageBody blocks={message.blocks} links={message.links} />}
        </div>
      </div>
    </li>
  )
}
