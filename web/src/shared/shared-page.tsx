import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { reportIn } from '../report/localisation.ts'
import { ReportDocument } from '../report/report-document.tsx'
import { LANGUAGES, type Language } from '../text/language.ts'
import { readShared, type Shared } from './read-shared.ts'

const NAMES = { id: 'Bahasa Indonesia', en: 'English' } as const

export function SharedPage({ token }: { readonly token: string }): ReactNode {
  const [shared, setShared] = useState<Shared>({ state: 'loading' })
  // The reader's choice; before it, the language of the report, and before that the browser's.
  const [chosen, setChosen] = useState<Language | null>(null)
  const language = chosen ?? (shared.state === 'shown' ? shared.report.language : browserLanguage())
  const { text, format } = reportIn(language)
  const load = useCallback(async (password: string | null) => setShared(await readShared(token, password)), [token])
  useEffect(() => void load(null), [load])
  const title = shared.state === 'shown' ? shared.report.title : text.shared.title
  useEffect(() => {
    document.documentElement.lang = language
    document.title = title
  }, [language, title])
  return (
    <div className="shared">
      <header className="shared-bar">
        <span className="shared-brand">Pantau</span>
        <fieldset className="shared-choice" aria-label={text.shared.language}>
          {LANGUAGES.map((name) => (
            <button
              key={name}
              type="button"
              className="button quiet small"
              lang={name}
              aria-pressed={language === name}
              onClick={() => setChosen(name)}
            >
              {NAMES[name]}
            </button>
          ))}
        </fieldset>
        {shared.state === 'shown' && (
          <button type="button" className="button" onClick={() => print()}>
            {text.shared.print}
          </button>
        )}
      </header>
      <main>
        {shared.state === 'loading' && <p role="status">{text.shared.loading}</p>}
        {shared.state === 'ended' && (
          <div className="shared-state">
            <h1>{text.shared.ended}</h1>
            <p>{text.shared.endedText}</p>
          </div>
        )}
        {shared.state === 'failed' && (
          <div className="shared-state" role="alert">
            <h1>{text.shared.title}</h1>
            <p>{text.shared.failed}</p>
            <button type="button" className="button" onClick={() => void load(null)}>
              {text.shared.retry}
            </button>
          </div>
        )}
        {shared.state === 'locked' && <PasswordForm shared={shared} language={language} onOpen={load} />}
        {shared.state === 'shown' && (
          <>
            <ReportDocument content={shared.report} language={language} />
            <p className="shared-note">
              {text.shared.frozen(format.time(shared.report.made_at))}{' '}
              {text.expires(format.time(shared.report.expires_at))}.
            </p>
          </>
        )}
      </main>
    </div>
  )
}

interface PasswordFormProps {
  readonly shared: Extract<Shared, { state: 'locked' }>
  readonly language: Language
  readonly onOpen: (password: string) => Promise<void>
}

function PasswordForm({ shared, language, onOpen }: PasswordFormProps): ReactNode {
  const { text } = reportIn(language)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    void onOpen(password).finally(() => setBusy(false))
  }
  return (
    <form className="shared-state" onSubmit={submit}>
      <h1>{text.shared.locked}</h1>
      <div className="field">
        <label htmlFor={id}>{text.shared.password}</label>
        <input
          id={id}
          type="password"
          required
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </div>
      <p className="error" role="alert">
        {shared.wrong && text.shared.wrong}
        {shared.waitSeconds !== null && text.shared.wait(shared.waitSeconds)}
      </p>
      <button type="submit" className="button primary" disabled={busy}>
        {text.shared.open}
      </button>
    </form>
  )
}

function browserLanguage(): Language {
  return navigator.language.startsWith('id') ? 'id' : 'en'
}
