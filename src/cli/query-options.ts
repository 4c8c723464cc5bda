import type { TObject } from 'typebox'

// The project of a request; a command has it as its argument.
const PROJECT_FIELDS = ['keywordId', 'id']

// One option for each parameter of a request, under its name.
export function optionsOf(schema: TObject): Record<string, { readonly type: 'string' }> {
  const names = Object.keys(schema.properties).filter((name) => !PROJECT_FIELDS.includes(name))
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}

// The parameters that were given, with the project.
export function queryOf(
  schema: TObject,
  projectId: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = Object.keys(schema.properties).flatMap((name): [string, unknown][] => {
    if (PROJECT_FIELDS.includes(name)) return [[name, projectId]]
    return values[name] === undefined ? [] : [[name, values[name]]]
  })
  return Object.fromEntries(fields)
}

export const FILTER_USAGE = `  --from, --to <day or time>   the first and the last day, or ISO 8601 times
  --sentimen <-1|0|1>          negative, neutral or positive
  --sosmedId <sources>         one source or several, joined by commas
  --language <code>            such as id or en
  --relevance <subject|passing>
                               what a text is about, or what it only mentions
  --entity <kind:name>         what a text names, such as place:bandung
  --author <name or id>
  --story <id>
  --tag <tag>                  a tag that people put on mentions
  --q <words>                  words that must all occur, "a phrase", -word`

export const USER_USAGE = '  --user <name>                whose project, when several users have one of this name'
