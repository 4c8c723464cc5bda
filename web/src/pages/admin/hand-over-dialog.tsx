import type { ReactNode } from 'react'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'

export interface Credentials {
  readonly name: string
  readonly username: string
  readonly password: string
}

// The only time that the password is seen.
export function HandOverDialog(props: { readonly given: Credentials; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const { name, username, password } = props.given
  const message = [location.origin, `${text.admin.username}: ${username}`, `${text.admin.password}: ${password}`].join(
    '\n',
  )
  return (
    <Dialog title={text.person.handOver(name)} onClose={props.onClose}>
      <div className="stack">
        <Note tone="warn">{text.person.handOverHelp}</Note>
        <CopyField label={text.person.credentials} value={message} />
        <CopyField label={text.admin.password} value={password} />
        <div className="row end">
          <button type="button" className="button primary" onClick={props.onClose}>
            {text.person.done}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
