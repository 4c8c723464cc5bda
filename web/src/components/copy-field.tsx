import { type ReactNode, useId, useState } from 'react'
import { useText } from '../text/text.tsx'
import { Icon } from './icon.tsx'

const SHOWN_MS = 2_000

// A value to copy, with a button. Without access to the clipboard the text is selected instead, for the keyboard.
export function CopyField({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  const { text } = useText()
  const [copied, setCopied] = useState(false)
  const id = useId()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), SHOWN_MS)
    } catch {
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement) input.select()
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="copy">
        <input id={id} className="code" readOnly value={value} onFocus={(event) => event.target.select()} />
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? text.channels.copied : text.channels.copy}
        </button>
        <span className="hidden" role="status">
          {copied && text.channels.copied}
        </span>
      </span>
    </div>
  )
}
