import { readFileSync } from 'node:fs'

export interface EnvFile {
  readonly path: string
  // Settings that came from the file: those that the real environment did not have.
  readonly names: ReadonlySet<string>
  // Why it cannot be used; null when it can be, and when there is none.
  readonly fault: string | null
}

// An empty line, a comment or one setting, whose quoted value may span lines.
const ENTRY =
  /[^\S\n]*(?:#[^\n]*|(?:export[^\S\n]+)?[A-Za-z_]\w*[^\S\n]*=[^\S\n]*(?:(["'`])[\s\S]*?\1[^\S\n]*(?:#[^\n]*)?|(?!["'`])[^\n]*))?\r?(?:\n|$)/y

// Loaded by main.ts before any other module: the log reads its settings when it is imported.
export const ENV_FILE = loadEnvFile(process.env.PANTAU_ENV_FILE?.trim() || null)

function loadEnvFile(stated: string | null): EnvFile {
  const path = stated ?? '.env'
  const none = { path, names: new Set<string>() }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (stated === null && code === 'ENOENT') return { ...none, fault: null }
    // The value of a setting is never repeated: it may be a password that was put into the wrong one.
    return { ...none, fault: `${stated === null ? path : 'PANTAU_ENV_FILE: the file'} cannot be read (${code}).` }
  }
  const line = malformedLine(text)
  if (line !== null)
    return { ...none, fault: `${path}, line ${line}: a setting is written NAME=value, a comment starts with #.` }
  const before = new Set(Object.keys(process.env))
  process.loadEnvFile(path)
  return { path, names: new Set(Object.keys(process.env).filter((name) => !before.has(name))), fault: null }
}

// Node skips what it cannot read, and a setting that was meant would silently not be set. The line is not shown: it may hold a secret.
function malformedLine(text: string): number | null {
  ENTRY.lastIndex = 0
  for (let at = 0; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at
    if (!ENTRY.test(text)) return text.slice(0, at).split('\n').length
  }
  return null
}
