import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ImportChoices, ImportContainer, ImportPreview, OpenImport } from '../domain/import.ts'
import type { Language } from '../domain/message.ts'
import type { Project } from '../domain/project.ts'
import type { Fault } from '../domain/reason.ts'
import type { SourceInfo } from '../domain/source.ts'
import type { Db, Pool } from '../store/db.ts'
import type { StoryRules } from '../store/mentions/stories.ts'
import type { StoredSummary } from '../store/summaries/summaries.ts'
import type { EventHub } from './event-hub.ts'
import type { Limits } from './limits.ts'

// The application type and what routes are given. Route files import this file and never server.ts, which imports them all.
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

export interface ApiSettings {
  readonly timeZone: string
  readonly sessionHours: number
  readonly defaultQuota: number
  // How long mentions are kept; 0: for ever.
  readonly mentionDays: number
  // The longest time between two regular requests to a source.
  readonly requestSeconds: number
  // Pages of these origins may call the API from browsers.
  readonly corsOrigins: readonly string[]
  readonly secureCookies: boolean
  // The number of proxies in front, or their addresses.
  readonly trustProxy: number | string | false
  readonly limits: Limits
  // Requests a minute that one key may make to one process.
  readonly keyRate: number
  // A request that is not finished in this time gets 408 or 503; those of the class `free` have more.
  readonly responseMsMax: number
  // What the operator has configured of what channels need.
  readonly channels: { readonly telegram: boolean; readonly email: boolean }
  // The address at which people open the dashboard, for links in messages; null when it is not known.
  readonly publicUrl: URL | null
  // How people reach the operator: an e-mail address or a URL; empty when it is not known.
  readonly contact: string
  // The browser that prints reports; empty: none.
  readonly browser: string
  // The built dashboard; null when it was not built.
  readonly webDir: string | null
}

// Writes and stores a new summary and returns it; null when there is nothing to summarise.
export type Summarise = (project: Project, language: Language, signal: AbortSignal) => Promise<StoredSummary | null>

// Observes requests: metrics, tracing.
export interface RequestObserver {
  watch(app: App): void
}

// `stated` is what the content type says about the file.
export type ImportRequest = ImportChoices & { readonly stated: ImportContainer | null }

// What the API is built from. It cannot import sources or collecting: what it needs of them is passed in.
export interface ApiDeps {
  readonly pool: Pool
  readonly settings: ApiSettings
  readonly events: EventHub
  readonly observers: readonly RequestObserver[]
  readonly sources: (db: Db) => Promise<readonly SourceInfo[]>
  readonly summarise: Summarise
  // How collecting groups posts: a mention that is shown again goes the same way.
  readonly storyRules: StoryRules
  // Why messages cannot be delivered to an address, or null. Names are checked again when they are resolved.
  readonly refuseAddress: (url: URL) => Fault | null
  // Receives and examines a file; stores nothing yet.
  readonly openImport: (project: Project, stream: Readable, request: ImportRequest) => Promise<OpenImport>
  readonly previewImport: (
    project: Project,
    stream: Readable,
    request: ImportRequest & { readonly isPart: boolean },
  ) => Promise<ImportPreview>
}
