import type { ReactNode } from 'react'
import type { WireInsights } from '../../../../src/api/wire/insights.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { useText } from '../../text/text.tsx'

const AUTHORS_SHOWN = 8
const TERMS_SHOWN = 16

interface SharesProps<T extends string> {
  readonly counts: Readonly<Record<string, number>>
  readonly names: readonly T[]
  readonly label: (name: T) => string
  readonly onChoose?: (name: T) => void
}

// Labelled bars instead of a pie: lengths are easier to compare than slices.
export function Shares<T extends string>({ counts, names, label, onChoose }: SharesProps<T>): ReactNode {
  const { text, format } = useText()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const top = Math.max(1, ...names.map((name) => counts[name] ?? 0))
  const ordered = names.toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
  if (ordered.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <ul className="bars">
      {ordered.map((name) => (
        <li key={name}>
          {onChoose === undefined ? (
            <span>{label(name)}</span>
          ) : (
            <button
              type="button"
              className="plain"
              title={text.lists.filterBy(label(name))}
              onClick={() => onChoose(name)}
            >
              {label(name)}
            </button>
          )}
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${((counts[name] ?? 0) / top) * 100}%` }} />
          </span>
          <span className="tabular">
            {format.percent(counts[name] ?? 0, total)}{' '}
            <span className="soft small">{format.compact(counts[name] ?? 0)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface TermsProps {
  readonly terms: WireInsights['terms']
  // Not null: the counts are estimates.
  readonly sample: WireInsights['terms_sample']
  readonly prefix: '' | '#'
  readonly onChoose?: (term: string) => void
}

export function Terms({ terms, sample, prefix, onChoose }: TermsProps): ReactNode {
  const { text, format } = useText()
  if (terms.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <ul className="tags">
      {terms.slice(0, TERMS_SHOWN).map(({ term, count }) => {
        const shown = `${prefix}${term.replace(/^#/, '')}`
        const content = (
          <>
            <bdi className="foreign">{shown}</bdi>
            <span className="soft tabular">
              {sample !== null && '≈ '}
              {format.compact(count)}
            </span>
          </>
        )
        return (
          <li key={term}>
            {onChoose === undefined ? (
              <span className="chip">{content}</span>
            ) : (
              <button type="button" className="chip" title={text.lists.filterBy(shown)} onClick={() => onChoose(shown)}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface NamedProps {
  readonly entities: WireInsights['entities']['persons']
  readonly onChoose?: (id: string) => void
}

// Persons, organisations or places that the texts name.
export function Named({ entities, onChoose }: NamedProps): ReactNode {
  const { text, format } = useText()
  if (entities.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <ul className="tags">
      {entities.slice(0, TERMS_SHOWN).map(({ id, name, count }) => {
        const content = (
          <>
            <bdi className="foreign">{name}</bdi>
            <span className="soft tabular">{format.compact(count)}</span>
          </>
        )
        return (
          <li key={id}>
            {onChoose === undefined ? (
              <span className="chip">{content}</span>
            ) : (
              <button type="button" className="chip" title={text.lists.filterBy(name)} onClick={() => onChoose(id)}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface AuthorsProps {
  readonly authors: WireInsights['authors']
  readonly onChoose?: (author: string) => void
}

export function Authors({ authors, onChoose }: AuthorsProps): ReactNode {
  const { text, format } = useText()
  if (authors.length === 0) return <p className="soft">{text.lists.none}</p>
  return (
    <ol className="people">
      {authors.slice(0, AUTHORS_SHOWN).map((author) => (
        <li key={`${author.socialmediaid} ${author.targeted_account_id}`}>
          <span className="person">
            <AuthorName author={author} onChoose={onChoose} />
            {author.socialmediaid !== 'news' && author.username !== '' && author.username !== author.display_name && (
              <bdi className="foreign soft small">@{author.username}</bdi>
            )}
          </span>
          <PlatformMark platform={author.socialmediaid} />
          <span className="tabular strong">{format.number(author.count)}</span>
        </li>
      ))}
    </ol>
  )
}

interface AuthorNameProps {
  readonly author: WireInsights['authors'][number]
  readonly onChoose: AuthorsProps['onChoose']
}

function AuthorName({ author, onChoose }: AuthorNameProps): ReactNode {
  const { text } = useText()
  const shown = author.display_name || author.username || text.mention.unnamed
  const name = <bdi className="foreign strong">{shown}</bdi>
  if (onChoose === undefined) return name
  return (
    <button
      type="button"
      className="plain"
      title={text.lists.filterBy(shown)}
      onClick={() => onChoose(author.targeted_account_id)}
    >
      {name}
    </button>
  )
}
