import type { Static, TObject } from 'typebox'
import type { Scope } from '../domain/api-key.ts'
import type { Api } from './api.ts'

export interface Context {
  readonly api: Api
  // Where people open the dashboard.
  readonly publicUrl: string
  // Of calendar days.
  readonly timeZone: string
  readonly scopes: readonly Scope[]
  // Whether the key is limited to some projects: what concerns the whole account is then refused.
  readonly isLimited: boolean
  // Known to the caller's program and to us, but not to a language model: signs what the model has to send back unchanged.
  readonly secret: string
  readonly now: Date
}

interface Hints {
  // False: it only adds, or can be undone.
  readonly destructive: boolean
  // True: a repetition changes nothing more.
  readonly idempotent: boolean
}

interface ToolOf<I extends TObject, O extends TObject> {
  readonly name: string
  readonly title: string
  // When to use it and what it returns: all that a language model knows of it.
  readonly description: string
  readonly scope: Scope
  // Null: it changes nothing.
  readonly changes: Hints | null
  readonly input: I
  readonly output: O
  run(input: Static<I>, context: Context): Promise<Static<O>>
}

export type Tool = ToolOf<TObject, TObject>

export function defineTool<I extends TObject, O extends TObject>(tool: ToolOf<I, O>): Tool {
  return tool as unknown as Tool
}
