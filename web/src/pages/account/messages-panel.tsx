import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOwnUser, useSetPreferences } from '../../api/account.ts'
import { Segments } from '../../components/segments.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { LANGUAGES } from '../../text/language.ts'
import { useText } from '../../text/text.tsx'
import { NotifySwitch } from '../messages/notify-switch.tsx'
import { Panel } from '../project/panel.tsx'

// What reaches a person, and in which language.
export function MessagesPanel(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useOwnUser()
  const set = useSetPreferences()
  const showToast = useToast()
  return (
    <Panel title={text.person.messages} className="language-panel">
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && (
        <div className="field">
          <span className="field-title">{text.account.language}</span>
          <Segments
            label={text.account.language}
            value={set.isPending ? (set.variables.language ?? data.language) : data.language}
            choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
            onChoose={(language) =>
              set.mutate(
                { language },
                {
                  onSuccess: () => showToast(text.account.languageSaved),
                  onError: (failure) => showToast(describeError(failure, text), 'bad'),
                },
              )
            }
          />
          <p className="help">{text.account.languageHelp}</p>
        </div>
      )}
      <NotifySwitch />
      <p className="row account-links">
        <Link href="/channels" className="button small">
          {text.messages.channels}
        </Link>
        <Link href="/brief" className="button small">
          {text.messages.brief}
        </Link>
      </p>
    </Panel>
  )
}
