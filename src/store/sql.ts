// SQL is written in template literals. Values become parameters, so that no value is ever part of the text; a fragment created by
// `sql` is inserted as text with its own parameters.
export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  return new Fragment(strings, values)
}

export const NOTHING = sql``

// Verbatim text, for statements built from constants in the code. Never for external input.
export function raw(text: string): Fragment {
  return new Fragment([text], [])
}

export function identifier(name: string): Fragment {
  return raw(`"${name.replaceAll('"', '""')}"`)
}

export function identifiers(names: readonly string[]): Fragment {
  return raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', '))
}

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export function compile(strings: readonly string[], values: readonly unknown[]): Statement {
  const parameters: unknown[] = []
  return { text: append(strings, values, parameters, new Map()), values: parameters }
}

// A fragment that occurs several times has its parameters once: a long array would be sent and parsed as often.
function append(
  strings: readonly string[],
  values: readonly unknown[],
  parameters: unknown[],
  texts: Map<Fragment, string>,
): string {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    if (value instanceof Fragment) {
      const known = texts.get(value) ?? append(value.strings, value.values, parameters, texts)
      texts.set(value, known)
      text += known
    } else if (value instanceof Promise)
      throw new Error('A query was used as a value of a statement: write the inner one with sql.')
    else if (value === undefined) throw new Error(`A value is undefined in the statement: ${strings.join('?').trim()}`)
    else text += `$${parameters.push(value)}`
    text += strings[index + 1] ?? ''
  }
  return text
}

// The client would serialise an object by itself, and not as `json` does.
export function refuseObjects(text: string, values: readonly unknown[]): void {
  for (const value of values) {
    if (isObject(value)) throw new Error(`An object is a value of a statement, write it with json(): ${text.trim()}`)
  }
}

function isObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isObject)
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array)
}

// Serialises a value for a jsonb column, which rejects lone surrogates and NUL.
export function json(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return REJECTED.test(text) ? JSON.stringify(clean(value)) : text
}

const REJECTED = /\\u(?:d[89a-f]|0000)/i

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]))
}
