import { type ReactNode, useId } from 'react'
import type { Card } from '../../api/projects.ts'
import { DateField } from '../../components/date-field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { wordOf } from '../../filter/filter.ts'
import { PLATFORMS, platformRow } from '../../platforms.ts'
import { useText } from '../../text/text.tsx'
import {
  type Choice,
  changeMode,
  type Days,
  MODES,
  periodBefore,
  projectOf,
  SIDES_MAX,
  type SideFilter,
} from './choice.ts'
import { SideMark } from './side-mark.tsx'

// More projects than these are in a list that opens.
const OFFERED_MAX = 8

interface ChooserProps {
  readonly choice: Choice
  readonly cards: readonly Card[]
  readonly asOf: number
  readonly onChange: (choice: Choice) => void
}

export function Chooser({ choice, cards, asOf, onChange }: ChooserProps): ReactNode {
  const { text } = useText()
  const first = cards[0]?.project.id ?? ''
  return (
    <section className="card compare-chooser" aria-label={text.compare.by}>
      <div className="row">
        <Segments
          label={text.compare.by}
          value={choice.by}
          choices={MODES.map((mode) => [mode, text.compare.modes[mode]] as const)}
          onChoose={(by) => {
            const from = projectOf(choice) === null ? { by: 'project' as const, ids: [first] } : choice
            if (by !== choice.by && first !== '') onChange(changeMode(from, by, asOf))
          }}
        />
        {choice.by !== 'project' && (
          <ProjectChoice id={choice.id} cards={cards} onChoose={(id) => onChange({ ...choice, id })} />
        )}
      </div>
      {choice.by === 'project' && <Projects choice={choice} cards={cards} onChange={onChange} />}
      {choice.by === 'period' && (
        <Periods periods={choice.periods} onChange={(periods) => onChange({ ...choice, periods })} />
      )}
      {choice.by === 'filter' && (
        <Filters filters={choice.filters} onChange={(filters) => onChange({ ...choice, filters })} />
      )}
    </section>
  )
}

interface ProjectChoiceProps {
  readonly id: string
  readonly cards: readonly Card[]
  readonly onChoose: (id: string) => void
}

function ProjectChoice({ id, cards, onChoose }: ProjectChoiceProps): ReactNode {
  const { text } = useText()
  return (
    <select aria-label={text.compare.project} value={id} onChange={(event) => onChoose(event.target.value)}>
      {cards.map(({ project }) => (
        <option key={project.id} value={project.id}>
          {project.group}
        </option>
      ))}
    </select>
  )
}

interface ProjectsProps {
  readonly choice: Extract<Choice, { by: 'project' }>
  readonly cards: readonly Card[]
  readonly onChange: (choice: Choice) => void
}

function Projects({ choice, cards, onChange }: ProjectsProps): ReactNode {
  const { text } = useText()
  const { ids } = choice
  const change = (next: readonly string[]): void => onChange({ by: 'project', ids: next })
  const names = new Map(cards.map(({ project }) => [project.id, project.group]))
  const others = cards
    .filter(({ project }) => !ids.includes(project.id))
    .sort((a, b) => (b.total ?? 0) - (a.total ?? 0))
  return (
    <ul className="compare-sides" aria-label={text.compare.sides}>
      {ids.map((id, side) => (
        <li key={id} className="chip">
          <SideMark side={side} />
          <bdi className="foreign">{names.get(id)}</bdi>
          <button
            type="button"
            aria-label={text.compare.remove(names.get(id) ?? '')}
            onClick={() => change(ids.filter((other) => other !== id))}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {ids.length === SIDES_MAX && <li className="small soft">{text.compare.full}</li>}
      {ids.length < SIDES_MAX &&
        others.slice(0, OFFERED_MAX).map(({ project }) => (
          <li key={project.id}>
            <button
              type="button"
              className="chip"
              aria-label={text.compare.add(project.group)}
              onClick={() => change([...ids, project.id])}
            >
              <Icon name="plus" size={14} />
              <bdi className="foreign">{project.group}</bdi>
            </button>
          </li>
        ))}
      {ids.length < SIDES_MAX && others.length > OFFERED_MAX && (
        <li>
          <select
            aria-label={text.compare.addOther}
            value=""
            onChange={(event) => change([...ids, event.target.value])}
          >
            <option value="">{text.compare.addOther}</option>
            {others.slice(OFFERED_MAX).map(({ project }) => (
              <option key={project.id} value={project.id}>
                {project.group}
              </option>
            ))}
          </select>
        </li>
      )}
    </ul>
  )
}

interface RowsProps {
  readonly label: (side: number) => string
  readonly addLabel: string
  readonly rows: readonly ReactNode[]
  readonly onAdd: () => void
  readonly onRemove: (side: number) => void
}

function Rows({ label, addLabel, rows, onAdd, onRemove }: RowsProps): ReactNode {
  const { text } = useText()
  return (
    <>
      <ol className="compare-rows">
        {rows.map((row, side) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is its position.
          <li key={side}>
            <fieldset className="row tight">
              <legend className="hidden">{label(side + 1)}</legend>
              <SideMark side={side} />
              {row}
              {rows.length > 2 && (
                <button
                  type="button"
                  className="button quiet square"
                  aria-label={text.compare.remove(label(side + 1))}
                  onClick={() => onRemove(side)}
                >
                  <Icon name="close" />
                </button>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      {rows.length < SIDES_MAX ? (
        <button type="button" className="button compare-add" onClick={onAdd}>
          <Icon name="plus" />
          {addLabel}
        </button>
      ) : (
        <p className="small soft">{text.compare.full}</p>
      )}
    </>
  )
}

interface PeriodsProps {
  readonly periods: readonly Days[]
  readonly onChange: (periods: readonly Days[]) => void
}

function Periods({ periods, onChange }: PeriodsProps): ReactNode {
  const { text } = useText()
  const change = (side: number, changed: Partial<Days>): void => {
    const { from, to } = { ...(periods[side] as Days), ...changed }
    // The date changed last wins; the other one follows, so that the range is never reversed.
    const next = from <= to ? { from, to } : 'from' in changed ? { from, to: from } : { from: to, to }
    onChange(periods.map((period, at) => (at === side ? next : period)))
  }
  return (
    <Rows
      label={text.compare.periodOf}
      addLabel={text.compare.addPeriod}
      onAdd={() => onChange([periodBefore(periods[0] as Days), ...periods])}
      onRemove={(side) => onChange(periods.filter((_, at) => at !== side))}
      rows={periods.map((period, side) => (
        <>
          <DateField
            required
            label={`${text.compare.periodOf(side + 1)}: ${text.filter.from}`}
            value={period.from}
            onChange={(day) => day !== '' && change(side, { from: day })}
          />
          <span aria-hidden="true">–</span>
          <DateField
            required
            label={`${text.compare.periodOf(side + 1)}: ${text.filter.to}`}
            value={period.to}
            onChange={(day) => day !== '' && change(side, { to: day })}
          />
        </>
      ))}
    />
  )
}

interface FiltersProps {
  readonly filters: readonly SideFilter[]
  readonly onChange: (filters: readonly SideFilter[]) => void
}

function Filters({ filters, onChange }: FiltersProps): ReactNode {
  const { text } = useText()
  const change = (side: number, name: string, value: string): void => {
    const { [name]: _, ...others } = filters[side] ?? {}
    const next = value === '' ? others : { ...others, [name]: value }
    onChange(filters.map((filter, at) => (at === side ? next : filter)))
  }
  return (
    <Rows
      label={text.compare.filterOf}
      addLabel={text.compare.addFilter}
      onAdd={() => onChange([...filters, {}])}
      onRemove={(side) => onChange(filters.filter((_, at) => at !== side))}
      rows={filters.map((filter, side) => (
        <FilterFields
          key={JSON.stringify(filter)}
          name={text.compare.filterOf(side + 1)}
          filter={filter}
          onChange={(field, value) => change(side, field, value)}
        />
      ))}
    />
  )
}

interface FilterFieldsProps {
  readonly name: string
  readonly filter: SideFilter
  readonly onChange: (field: string, value: string) => void
}

function FilterFields({ name, filter, onChange }: FilterFieldsProps): ReactNode {
  const { language, text } = useText()
  const words = useId()
  return (
    <>
      <select
        aria-label={`${name}: ${text.filter.sentiment}`}
        value={filter.sentimen ?? ''}
        onChange={(event) => onChange('sentimen', event.target.value)}
      >
        <option value="">{text.filter.anySentiment}</option>
        {([1, 0, -1] as const).map((value) => (
          <option key={value} value={value}>
            {text.sentiment[wordOf(value)]}
          </option>
        ))}
      </select>
      <select
        aria-label={`${name}: ${text.filter.source}`}
        value={filter.sosmedId ?? ''}
        onChange={(event) => onChange('sosmedId', event.target.value)}
      >
        <option value="">{text.filter.anySource}</option>
        {filter.sosmedId?.includes(',') && <option value={filter.sosmedId}>{filter.sosmedId}</option>}
        {PLATFORMS.map((platform) => (
          <option key={platform} value={platform}>
            {platformRow(platform).label[language]}
          </option>
        ))}
      </select>
      <input
        id={words}
        type="search"
        className="compare-words"
        aria-label={`${name}: ${text.filter.text}`}
        placeholder={text.filter.text}
        maxLength={200}
        defaultValue={filter.q ?? ''}
        onBlur={(event) => event.target.value.trim() !== (filter.q ?? '') && onChange('q', event.target.value.trim())}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </>
  )
}
