import { type ReactNode, useId } from 'react'
import { useOwnUser, useSetPreferences } from '../../api/account.ts'
import { Segments } from '../../components/segments.tsx'
import { describeError } from '../../components/states.tsx'
import { useToast } from '../../components/toast.tsx'
import { ZoneSelect } from '../../components/zone-select.tsx'
import { LANGUAGES } from '../../text/language.ts'
import { useText } from '../../text/text.tsx'
import { ZONE } from '../../text/zone.ts'
import { THEMES, useTheme } from '../../theme.ts'
import { Panel } from '../project/panel.tsx'

// Language and theme belong to this browser, the time zone to the account.
export function DisplayPanel(): ReactNode {
  const { text, language, setLanguage } = useText()
  const { theme, setTheme } = useTheme()
  return (
    <Panel title={text.person.display}>
      <div className="stack">
        <div className="field">
          <span className="field-title">{text.language.label}</span>
          <Segments
            label={text.language.label}
            value={language}
            choices={LANGUAGES.map((name) => [name, text.language[name]] as const)}
            onChoose={(next) => void setLanguage(next)}
          />
        </div>
        <div className="field">
          <span className="field-title">{text.theme.label}</span>
          <Segments
            label={text.theme.label}
            value={theme}
            choices={THEMES.map((name) => [name, text.theme[name]] as const)}
            onChoose={setTheme}
          />
        </div>
        <ZoneChoice />
      </div>
    </Panel>
  )
}

function ZoneChoice(): ReactNode {
  const { text } = useText()
  const id = useId()
  const { data } = useOwnUser()
  const set = useSetPreferences()
  const showToast = useToast()
  const stored = data?.timeZone ?? ZONE
  const choose = (zone: string): void =>
    set.mutate(
      { timeZone: zone === ZONE ? null : zone },
      {
        onSuccess: () => showToast(text.person.zoneSaved),
        onError: (failure) => showToast(describeError(failure, text), 'bad'),
      },
    )
  return (
    <div className="field">
      <label htmlFor={id}>{text.person.zone}</label>
      <ZoneSelect
        id={id}
        value={set.isPending ? (set.variables.timeZone ?? ZONE) : stored}
        disabled={data === undefined}
        aria-describedby={`${id}-help`}
        onChange={choose}
      />
      <p className="help" id={`${id}-help`}>
        {text.person.zoneHelp}
      </p>
    </div>
  )
}
