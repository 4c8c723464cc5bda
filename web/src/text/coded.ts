// Texts for programs, read as codes with parameters: the first pattern that matches decides.
export type Patterns<Code extends string = string> = readonly (readonly [Code, RegExp])[]

// What a language says for each code.
export type Described<Code extends string> = Readonly<Record<Code, (...parameters: readonly string[]) => string>>

export interface Coded<Code extends string> {
  readonly code: Code
  readonly parameters: readonly string[]
}

// Null for a text that has no code.
export function readCoded<Code extends string>(patterns: Patterns<Code>, text: string): Coded<Code> | null {
  for (const [code, pattern] of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return { code, parameters: found.slice(1).filter((value) => value !== undefined) }
  }
  return null
}
