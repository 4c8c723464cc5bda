import type { components, paths } from './schema.ts'

// The types of calls, derived from the generated `paths`: which paths a method has, what a call takes and what it returns.

export type Schemas = components['schemas']
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never
}[keyof paths]

export interface CallOptions {
  readonly signal?: AbortSignal
  /** How often a request that was refused with 429 or 503 is repeated; that of the client by default. */
  readonly retries?: number
  /** A POST or PATCH that may be executed twice, so that it is also repeated after 503. */
  readonly repeatable?: boolean
}

type OperationOf<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, infer Operation> ? Operation : never

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters }
  ? Pick<Parameters, Extract<keyof Parameters, 'query' | 'path'>>
  : unknown

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Input<Body> }
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { readonly body?: Input<Body> }
    : unknown

/** What may be passed for a generated type: lists that cannot be changed are accepted, too. */
export type Input<T> = T extends readonly (infer Item)[]
  ? readonly Input<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Input<T[K]> }
    : T

export type InitOf<P extends keyof paths, M extends Method> = ParametersOf<OperationOf<P, M>> &
  BodyOf<OperationOf<P, M>> &
  CallOptions

/** The second argument of a call; it may be left out where nothing in it is required. */
export type Arguments<P extends keyof paths, M extends Method> =
  Record<never, never> extends InitOf<P, M> ? [init?: InitOf<P, M>] : [init: InitOf<P, M>]

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never

export type ResultOf<P extends keyof paths, M extends Method> =
  ResponsesOf<OperationOf<P, M>> extends infer Responses
    ? JsonOf<Responses[Extract<keyof Responses, 200 | 201 | 202>]>
    : never

export type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...init: Arguments<P, M>
) => Promise<ResultOf<P, M>>

/** Lists that are read in pages, by number or by cursor. */
export type ListPath = {
  [P in PathWith<'get'>]: ResultOf<P, 'get'> extends { data: readonly unknown[] }
    ? InitOf<P, 'get'> extends { query?: infer Query }
      ? 'page' extends keyof NonNullable<Query>
        ? P
        : 'cursor' extends keyof NonNullable<Query>
          ? P
          : never
      : never
    : never
}[PathWith<'get'>]

export type ItemOf<P extends ListPath> = ResultOf<P, 'get'> extends { data: readonly (infer Item)[] } ? Item : never
