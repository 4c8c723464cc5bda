import type { ReactNode } from 'react'
import { useMessageLanguage, useSetMessageLanguage } from '../../api/account.ts'
import { Segments } from '../../components/segments.tsx'
import { describeError, Failure, Skeleton } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { LANGUAGES } from '../../text/language.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'

export function LanguagePanel(): ReactNode {
  const { text } = useText()
  const { data, error, refetch } = useMessageLanguage()
  const set = useSetMessageLanguage()
  const showToast = useToast()
  return (
    <Panel title={text.account.language} className="language-panel">
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={2} />}
      {data !== undefined && (
        <Segments
          label={text.account.language}
          value={set.isPending ? set.variables : data}
          choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
          onChoose={(language) =>
            set.mutate(language, {
              onSuccess: () => showToast(text.account.languageSaved),
              onError: (failure) => showToast(describeError(failure, text), 'bad'),
            })
          }
        />
      )}
      <p className="help">{text.account.languageHelp}</p>
    </Panel>
  )
}
