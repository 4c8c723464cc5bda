import { type ReactNode, useId } from 'react'
import type { DateOrder, ImportChoices, ImportField, Preview } from '../../api/import.ts'
import { PLATFORMS, type Platform, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'

interface MappingProps {
  readonly preview: Preview
  readonly choices: ImportChoices
  readonly onChange: (choices: ImportChoices) => void
}

type Option = readonly [value: string, shown: string]

const AUTO = 'auto'
// A chosen column begins with this sign, so that none can be taken for the automatic choice.
const CHOSEN = '='

export function Mapping({ preview, choices, onChange }: MappingProps): ReactNode {
  const { text, language } = useText()
  const platforms = PLATFORMS.map((platform): Option => [platform, platformRow(platform).label[language]])
  return (
    <Panel title={text.import.mapping} help={text.import.mappingHelp}>
      <div className="import-choices">
        <Choice
          label={text.import.platform}
          value={choices.platform ?? AUTO}
          options={[[AUTO, text.import.platformAuto], ...platforms]}
          onChoose={(value) => onChange({ ...choices, platform: value === AUTO ? undefined : (value as Platform) })}
        />
        <Choice
          label={text.import.dates}
          value={choices.dates ?? AUTO}
          options={[
            [AUTO, text.import.datesAuto],
            ['day-first', text.import.dayFirst],
            ['month-first', text.import.monthFirst],
          ]}
          onChoose={(value) => onChange({ ...choices, dates: value === AUTO ? undefined : (value as DateOrder) })}
        />
      </div>
      <Columns preview={preview} choices={choices} onChange={onChange} />
    </Panel>
  )
}

function Columns({ preview, choices, onChange }: MappingProps): ReactNode {
  const { text } = useText()
  const fields = Object.keys(text.import.fields) as ImportField[]
  const columns = preview.columns.filter((column) => column !== '')
  const choose = (field: ImportField, value: string): void => {
    const { [field]: _, ...others } = choices.columns
    onChange({ ...choices, columns: value === AUTO ? others : { ...others, [field]: value.slice(CHOSEN.length) } })
  }
  const automatic = (field: ImportField): string => {
    const found = preview.mapping.find((one) => one.field === field)
    const isChosen = choices.columns[field] !== undefined
    return found === undefined || isChosen ? text.import.automatic : text.import.recognised(found.column)
  }
  return (
    <div className="import-fields">
      {fields.map((field) => (
        <Choice
          key={field}
          label={text.import.fields[field]}
          value={choices.columns[field] === undefined ? AUTO : `${CHOSEN}${choices.columns[field]}`}
          options={[
            [AUTO, automatic(field)],
            [CHOSEN, text.import.notRead],
            ...columns.map((column): Option => [`${CHOSEN}${column}`, column]),
          ]}
          onChoose={(value) => choose(field, value)}
        />
      ))}
    </div>
  )
}

function Choice(props: {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChoose: (value: string) => void
}): ReactNode {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        className={props.value === AUTO ? '' : 'chosen'}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {props.options.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </select>
    </div>
  )
}
