import type { Chance } from './random.ts'

// As much of JSON Schema as the document uses.
export interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202eterbalik\u2066',
  '\u200b\u200d\ufeff',
  '👨‍👩‍👧‍👦'.repeat(20),
  'ﷺ'.repeat(30),
  'İıŞß\u0130',
  'Z̸̢̛a̷̡l̶g̴o̵'.repeat(10),
  "' or 1=1 --",
  '"; drop table mention; --',
  '$1',
  '\\',
  '\\x00',
  '%00',
  '%',
  '%s%n%x',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{1}`id`$(id)',
  '=cmd()|1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '9'.repeat(400),
  '-1',
  '1.5',
  'true',
  '[]',
  '{}',
  'a'.repeat(99),
  'a'.repeat(101),
  'a'.repeat(256),
  'a'.repeat(1_001),
  'a and',
  'a and or b',
  '"a',
  'or',
  ' and '.repeat(40),
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-271821-04-20',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T25:61:61Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-14:00',
  'twitter,',
  'twitter,twitter',
  'Twitter',
  UNKNOWN_ID,
  UNKNOWN_ID.toUpperCase(),
  `{${UNKNOWN_ID}}`,
  UNKNOWN_ID.replaceAll('-', ''),
  `c${'a'.repeat(24)}`,
  'http://',
  'javascript:alert(1)',
  'https://user:pass@example.com/',
  'https://example.com/\u0000',
  'ftp://example.com',
]

const NASTY_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  2,
  0.5,
  -1.5,
  100,
  101,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  -1e308,
  5e-324,
]

export function nastyValue(chance: Chance): unknown {
  const kind = chance.under(10)
  if (kind < 5) return chance.pick(NASTY_TEXTS)
  if (kind < 7) return chance.pick(NASTY_NUMBERS)
  if (kind === 7) return chance.pick([true, false, null])
  if (kind === 8) return chance.pick([[], [[]], [null], ['a', 'b'], Array(50).fill(1), nested(chance.under(200))])
  return chance.pick<unknown>([
    {},
    { a: {} },
    { length: 3 },
    { toString: 'x' },
    { $gt: '' },
    { constructor: { prototype: 1 } },
  ])
}

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

// A value that usually satisfies the schema; ids that exist in the database come from `known`.
export function fittingValue(schema: Schema, name: string, known: readonly string[], chance: Chance): unknown {
  if (schema.enum !== undefined) return chance.pick(schema.enum)
  if (schema.anyOf !== undefined) return fittingValue(chance.pick(schema.anyOf), name, known, chance)
  if (schema.type === 'integer' || schema.type === 'number') return edgeNumber(schema, chance)
  if (schema.type === 'boolean') return chance.happens(0.5)
  if (schema.type === 'null') return null
  if (schema.type === 'array') return [fittingValue(schema.items ?? {}, name, known, chance)]
  if (schema.type === 'object') return fittingObject(schema, known, chance)
  return fittingText(schema, name, known, chance)
}

export function fittingObject(schema: Schema, known: readonly string[], chance: Chance): Record<string, unknown> {
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) || chance.happens(0.5),
  )
  return Object.fromEntries(wanted.map(([name, inner]) => [name, fittingValue(inner, name, known, chance)]))
}

function fittingText(schema: Schema, name: string, known: readonly string[], chance: Chance): string {
  if (/id$/i.test(name)) return chance.pick([...known, UNKNOWN_ID])
  if (/date|from|to$/i.test(name)) return chance.pick(['2026-01-01', '2026-03-20T12:00:00Z', '2025-12-31'])
  if (/url/i.test(name)) return chance.pick(['https://example.com/rss', 'https://example.com/a?b=c'])
  if (schema.format === 'email') return 'a@example.com'
  if (/username/i.test(name)) return chance.pick(['admin', 'nobody', 'x'])
  // A text of one character is refused as too common.
  if (/^(password|new)$/.test(name) && chance.happens(0.7)) return 'kata sandi yang baik'
  if (/keyword/i.test(name)) return chance.pick(['banjir', 'banjir and jakarta', 'a or b'])
  return edgeText(schema, chance)
}

// At the limits, where bugs are likely.
export function edgeText({ minLength = 0, maxLength = 300 }: Schema, chance: Chance): string {
  const length = chance.pick([minLength - 1, minLength, minLength + 1, maxLength - 1, maxLength, maxLength + 1])
  return chance.pick(['a', 'é', '😀', ' ']).repeat(Math.max(0, Math.min(length, 2_000)))
}

export function edgeNumber({ minimum = 0, maximum = 100 }: Schema, chance: Chance): number {
  return chance.pick([minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, minimum + 0.5])
}
