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
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
    }
  }
  const lines = value.split('\n').length
  const field = { id, className: 'code', readOnly: true, value }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="copy">
        {lines === 1 ? (
          <input {...field} onFocus={(event) => event.target.select()} />
        ) : (
          <textarea {...field} rows={lines + 2} onFocus={(event) => event.target.select()} />
        )}
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
