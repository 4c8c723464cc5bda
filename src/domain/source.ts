import type { Platform } from './platform.ts'

// A source as shown to users: whether it can be used, and which settings it still needs.
export interface SourceInfo {
  readonly name: string
  readonly platform: Platform
  readonly ready: boolean
  readonly needs: readonly string[]
}
