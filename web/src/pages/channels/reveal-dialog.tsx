import type { ReactNode } from 'react'
import { useChannels } from '../../api/channels.ts'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { SafeLink } from '../../components/safe-link.tsx'
import { Note } from '../../components/states.tsx'
import { Time } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'

// What the server shows once: a signing secret, or the code that connects a chat.
export type Reveal =
  | { readonly kind: 'secret'; readonly secret: string; readonly previousUntil: string | null }
  | { readonly kind: 'code'; readonly channelId: string; readonly code: string; readonly bot: string | null }

export function RevealDialog({
  reveal,
  onClose,
}: {
  readonly reveal: Reveal
  readonly onClose: () => void
}): ReactNode {
  const { text } = useText()
  return (
    <Dialog title={reveal.kind === 'secret' ? text.channels.secret : text.channels.code} onClose={onClose}>
      <div className="stack">
        {reveal.kind === 'secret' ? <Secret {...reveal} /> : <Code {...reveal} />}
        <div className="row end">
          <button type="button" className="button primary" onClick={onClose}>
            {text.channels.done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Secret({ secret, previousUntil }: Extract<Reveal, { kind: 'secret' }>): ReactNode {
  const { text } = useText()
  return (
    <>
      <Note tone="warn">{text.channels.secretOnce}</Note>
      <CopyField label={text.channels.secret} value={secret} />
      {previousUntil !== null && (
        <p className="small soft">
          {text.channels.previousUntil} <Time value={previousUntil} />.
        </p>
      )}
    </>
  )
}

function Code({ channelId, code, bot }: Extract<Reveal, { kind: 'code' }>): ReactNode {
  const { text } = useText()
  const { data } = useChannels()
  const isConnected = data?.data.find(({ id }) => id === channelId)?.state === 'ready'
  return (
    <>
      <p>{bot === null ? text.channels.codeNoBot : text.channels.codeHelp}</p>
      <CopyField label={text.channels.code} value={code} />
      {bot !== null && (
        <p>
          <SafeLink url={`https://t.me/${bot}?start=${code}`} className="button">
            {text.channels.openBot(bot)}
          </SafeLink>
        </p>
      )}
      <p className="small soft">{text.channels.codeOnce}</p>
      <p className="row tight" role="status">
        {isConnected ? <Icon name="check" /> : <span className="spinner" aria-hidden="true" />}
        {isConnected ? text.channels.connected : text.channels.codeWaiting}
      </p>
    </>
  )
}
