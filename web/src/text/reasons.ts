import type { Reason } from '../../../client/src/index.ts'
import type { ReasonTexts } from '../../../src/api/wire/reason.ts'

// Null for a code that this page does not know: the server is newer.
export function describeWith(texts: ReasonTexts): (reason: Reason) => string | null {
  return ({ code, values }) => {
    if (!Object.hasOwn(texts, code)) return null
    const describe: (...values: string[]) => string = texts[code as keyof ReasonTexts]
    return describe(...values)
  }
}

// The name of a field in the person's language; without one, `otherwise`, because the name in a request means nothing to people.
export function fieldNamed(names: Readonly<Record<string, string>>, otherwise: string): (field: string) => string {
  return (field) => names[field] ?? names[field.split('.').at(-1) ?? ''] ?? otherwise
}
