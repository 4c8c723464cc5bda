import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { UnauthorizedError } from '../../../client/src/index.ts'
import { useLogIn } from '../api/session.ts'
import { Field } from '../components/field.tsx'
import { Segments } from '../components/segments.tsx'
import { describeError, Note } from '../components/states.tsx'
import { BrandMark } from '../shell.tsx'
import type { FirstText } from '../text/id.ts'
import { LANGUAGES } from '../text/language.ts'
import { useFirstText } from '../text/text.tsx'

export function LoginPage(): ReactNode {
  const { text, language, setLanguage } = useFirstText()
  const [params] = useSearchParams()
  return (
    <main className="login" id="main">
      <title>{`${text.login.title} · Pantau`}</title>
      <div className="login-card">
        <p className="brand">
          <BrandMark />
          Pantau
        </p>
        <h1>{text.login.title}</h1>
        <p className="soft">{text.login.intro}</p>
        {params.has('expired') && <Note tone="info">{text.login.expired}</Note>}
        <LoginForm />
        <p className="small soft">{text.login.help}</p>
      </div>
      <Segments
        label={text.language.label}
        value={language}
        choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
        onChoose={setLanguage}
      />
    </main>
  )
}

// Does not navigate: once the session changes, app.tsx redirects to the page that the user came from.
function LoginForm(): ReactNode {
  const { text } = useFirstText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const logIn = useLogIn()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!logIn.isPending) logIn.mutate({ username: username.trim(), password })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label={text.login.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={setUsername}
      />
      <Field
        label={text.login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      {logIn.error !== null && <Note tone="bad">{describeLogInError(logIn.error, text)}</Note>}
      <button type="submit" className="button primary big" disabled={logIn.isPending}>
        {logIn.isPending ? text.login.busy : text.login.submit}
      </button>
    </form>
  )
}

function describeLogInError(error: Error, text: FirstText): string {
  return error instanceof UnauthorizedError ? text.login.wrong : describeError(error, text)
}
