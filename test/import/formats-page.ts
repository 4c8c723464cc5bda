import { writeFileSync } from 'node:fs'
import { IMPORT_FORMATS } from '../../src/collect/import/formats.ts'
import { IMPORT_FIELDS } from '../../src/domain/import.ts'

// The page about import formats, from the table that reads them: `node test/import/formats-page.ts` writes it.
export const PAGE = new URL('../../docs/reference/import-formats.md', import.meta.url)

const HEAD = `# Import formats

Written from the table in \`src/collect/import/formats\` by \`node test/import/formats-page.ts\`; a test compares both. How to import is in [import.md](../how-to/import.md).

A file has the first format below whose columns it all has. Names are compared without case, spaces and punctuation. \`outer.inner\` is a nested value of JSON (CSV files write it \`outer.inner\` or \`outer/inner\`), \`list.0\` the first of a list. The first source that has a value is read: \`{column}\` puts a value into a text, \`{address.id}\` and \`{address.user}\` are what the address of the post contains, \`a+b\` adds numbers. Fields that are not listed are empty.

For every format \`test/import/files\` has a small file with invented content, made by hand after the place that is given here. None was compared with a file of a paying customer; when a tool has renamed its columns, assign them with \`--map\`.
`

export function renderPage(): string {
  return [HEAD, ...IMPORT_FORMATS.map(renderFormat)].join('\n')
}

function renderFormat({
  id,
  name,
  platform,
  kind,
  has,
  timeZone,
  fields,
  learntFrom,
}: (typeof IMPORT_FORMATS)[number]) {
  const facts = [
    `**Platform**: ${platform ?? 'by column or address'}${kind === undefined ? '' : `, ${kind}s`}.`,
    has.length === 0 ? '**Recognised** when no other fits.' : `**Recognised by** ${has.map(codes).join(' or by ')}.`,
    ...(timeZone === undefined ? [] : [`**Dates without a zone** are ${timeZone}.`]),
    `**Learnt from** ${learntFrom}.`,
  ]
  const rows = IMPORT_FIELDS.flatMap((field) => {
    const sources = fields[field]
    return sources === undefined ? [] : [`| \`${field}\` | ${codes(sources)} |`]
  })
  return `## ${name}\n\n\`${id}\`. ${facts.join(' ')}\n\n| field | read from |\n|---|---|\n${rows.join('\n')}\n`
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

if (import.meta.main) writeFileSync(PAGE, renderPage())
