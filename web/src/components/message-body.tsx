import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { WireInboxMessage } from '../../../src/api/wire/channel.ts'
import { readHttpUrl, SafeLink } from './safe-link.tsx'
import '../style/message-body.css'

type Content = Pick<WireInboxMessage, 'blocks' | 'links'>

// The text of a message, of which every channel gets its own form. It has words of posts: nothing in it is markup.
export function MessageBody({ blocks, links }: Content): ReactNode {
  return (
    <div className="message-body">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a stored message never change.
        <Block key={index} block={block} />
      ))}
      {links.length > 0 && (
        <p className="message-links">
          {links.map(({ label, url }) => (
            <MessageLink key={`${label} ${url}`} url={url} className="button small">
              {label}
            </MessageLink>
          ))}
        </p>
      )}
    </div>
  )
}

function Block({ block }: { readonly block: Content['blocks'][number] }): ReactNode {
  if (block.kind === 'text') return <p className="foreign">{block.text}</p>
  if (block.kind === 'quote') {
    return (
      <blockquote className="message-quote">
        <p className="foreign">{block.text}</p>
        <footer className="small soft foreign">
          {block.url === null ? block.by : <MessageLink url={block.url}>{block.by}</MessageLink>}
        </footer>
      </blockquote>
    )
  }
  return (
    <div className="message-list">
      {block.title !== '' && <p className="message-list-title foreign">{block.title}</p>}
      <ul>
        {block.items.map(({ text, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a stored message never change.
          <li key={index} className="foreign">
            {url === null ? text : <MessageLink url={url}>{text}</MessageLink>}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface MessageLinkProps {
  readonly url: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

// Links to the dashboard open in the same tab. Those to pages that the server writes, such as a signed link, and to other sites do
// not; a URL that is not safe is only text.
function MessageLink({ url, className, children }: MessageLinkProps): ReactNode {
  const href = readHttpUrl(url, location.origin)
  if (href === null) return <span>{children}</span>
  const { origin, pathname, search } = new URL(href)
  const isOwn = origin === location.origin
  if (isOwn && !/^\/(?:a|api|docs)\//.test(pathname)) {
    return (
      <Link href={pathname + search} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <SafeLink url={href} className={className}>
      {children}
    </SafeLink>
  )
}
