import { type ReactNode, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../text/text.tsx'
import { addTerm, removeTerm, writeExpression } from './expression.ts'

type Alternatives = readonly (readonly string[])[]

interface BuilderProps {
  readonly alternatives: Alternatives
  readonly exclusions: readonly string[]
  readonly onChange: (expression: string) => void
}

// The parsed expression as terms that can be removed and added; every change rewrites the expression.
export function Builder({ alternatives, exclusions, onChange }: BuilderProps): ReactNode {
  const { text } = useText()
  const change = (next: Alternatives): void => onChange(writeExpression(next))
  return (
    <div className="builder">
      <p className="small soft">{text.create.matchesWhen}</p>
      {alternatives.map((terms, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an alternative has no identity other than its position.
        <div key={index} className="alternative">
          {index > 0 && <span className="operator or">{text.create.or}</span>}
          <span className="terms">
            {terms.map((term, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a term has no identity other than its position.
              <span key={position} className="row tight">
                {position > 0 && <span className="operator">{text.create.and}</span>}
                <Chip term={term} onRemove={() => change(removeTerm(alternatives, index, position))} />
              </span>
            ))}
            <AddTerm
              label={text.create.addTermTo(index + 1)}
              shown={text.create.addTerm}
              onAdd={(term) => change(addTerm(alternatives, index, term))}
            />
          </span>
        </div>
      ))}
      <AddTerm
        label={text.create.addAlternative}
        shown={text.create.addAlternative}
        onAdd={(term) => change(addTerm(alternatives, alternatives.length, term))}
      />
      {exclusions.length > 0 && (
        <p className="exclusions">
          <span className="operator">{text.create.unless}</span>
          {exclusions.map((term) => (
            <span key={term} className="chip struck foreign">
              {term}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

function Chip({ term, onRemove }: { readonly term: string; readonly onRemove: () => void }): ReactNode {
  const { text } = useText()
  return (
    <span className="chip">
      <span className="foreign">{term}</span>
      <button type="button" aria-label={text.create.removeTerm(term)} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}

interface AddTermProps {
  readonly label: string
  readonly shown: string
  readonly onAdd: (term: string) => void
}

function AddTerm({ label, shown, onAdd }: AddTermProps): ReactNode {
  const [term, setTerm] = useState('')
  const add = (): void => {
    if (term.trim() === '') return
    onAdd(term.trim())
    setTerm('')
  }
  return (
    <input
      className="add-term"
      aria-label={label}
      placeholder={`+ ${shown}`}
      value={term}
      onChange={(event) => setTerm(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        add()
      }}
    />
  )
}
