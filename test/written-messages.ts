import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// The messages that the code writes, found in its text: no run of a program can show that none was missed.

const ROOT = join(import.meta.dirname, '..')

export interface WrittenMessage {
  // Where it stands: a file and a line.
  readonly at: string
  // The first argument, such as the kind of a Problem, and the texts of all of them; what is filled in is the number 7.
  readonly texts: readonly string[]
}

// The texts in calls of a constructor below some folders.
export function writtenMessages(name: string, folders: readonly string[]): WrittenMessage[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(ROOT, file), 'utf8')
      return [...code.matchAll(new RegExp(`new ${name}\\(`, 'g'))].map((found) => ({
        at: `${file}:${code.slice(0, found.index).split('\n').length}`,
        texts: textsOfCall(code, found.index + found[0].length),
      }))
    })
}

// The texts up to the bracket that closes the call.
function textsOfCall(code: string, begin: number): string[] {
  const texts: string[] = []
  let depth = 1
  let at = begin
  while (depth > 0 && at < code.length) {
    const sign = code[at] ?? ''
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (`'"\``.includes(sign)) {
      const { text, end } = readText(code, at)
      texts.push(text)
      at = end
    }
    at += 1
  }
  return texts
}

function readText(code: string, begin: number): { readonly text: string; readonly end: number } {
  const quote = code[begin]
  let text = ''
  let at = begin + 1
  while (code[at] !== quote && at < code.length) {
    if (quote === '`' && code.startsWith('${', at)) {
      text += '7'
      at = endOfValue(code, at + 2)
    } else {
      if (code[at] === '\\') at += 1
      text += code[at]
    }
    at += 1
  }
  return { text, end: at }
}

// The brace that closes what is filled in, which may hold texts of its own.
function endOfValue(code: string, begin: number): number {
  let depth = 1
  let at = begin
  for (; at < code.length; at++) {
    const sign = code[at] ?? ''
    if (`'"\``.includes(sign)) at = readText(code, at).end
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth === 0) break
  }
  return at
}
