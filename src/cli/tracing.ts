import type { Context, Span, Tracer } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import type { App, RequestObserver } from '../api/app.ts'
import type { Task, Tasks } from '../domain/job.ts'
import { log } from '../log.ts'
import { redactUrl } from '../sources/http/redact.ts'
import type { Fetch } from '../sources/source.ts'

// Spans of HTTP requests, jobs and the jobs' requests to platforms, sent to the configured OTLP endpoint.
export interface Tracing extends RequestObserver {
  tasks(tasks: Tasks): Tasks
  fetch(fetch: Fetch): Fetch
  // Flushes pending spans.
  stop(): Promise<void>
}

type Api = typeof import('@opentelemetry/api')

// Returns null without an endpoint; OpenTelemetry is not loaded then.
export async function openTracing(endpoint: URL | null, service: string): Promise<Tracing | null> {
  if (endpoint === null) return null
  const [api, { BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.href.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  const tracer = api.trace.getTracer('pantau')
  return {
    watch: (app) => watchRequests(app, api, tracer),
    tasks: (tasks) => mapValues(tasks, (task, name) => traceTask(task, name, api, tracer)),
    fetch: (fetch) => traceFetch(fetch, api, tracer),
    async stop() {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'failed to send the last traces'))
    },
  }
}

function watchRequests(
  app: App,
  { context, propagation, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode }: Api,
  tracer: Tracer,
) {
  const contexts = new WeakMap<FastifyRequest, Context>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request
    const parent = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { 'http.request.method': method, 'http.route': routeOptions.url ?? '', 'pantau.request': id }
    const name = `${method} ${routeOptions.url ?? 'nothing'}`
    const own = trace.setSpan(parent, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent))
    contexts.set(request, own)
    context.with(own, done)
  })
  // A body is read in the context of its socket, so the request's own context is entered again.
  app.addHook('preValidation', (request, _reply, done) => context.with(contexts.get(request) ?? ROOT_CONTEXT, done))
  const end = (request: FastifyRequest, status: number | null) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
    if (status !== null) span?.setAttribute('http.response.status_code', status)
    if (status === null || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    contexts.delete(request)
  }
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))
  app.addHook('onRequestAbort', async (request) => end(request, null))
}

function traceTask(task: Task, name: string, api: Api, tracer: Tracer): Task {
  return (job, taskContext) => {
    const attributes = { 'pantau.job': job.id, 'pantau.key': job.key, 'pantau.attempt': job.attempts + 1 }
    const kind = api.SpanKind.CONSUMER
    return tracer.startActiveSpan(`job ${name}`, { kind, attributes }, (span) =>
      settle(span, api, async () => {
        const outcome = await task(job, taskContext)
        span.setAttribute('pantau.ending', outcome === 'done' ? 'done' : 'postponed')
        return outcome
      }),
    )
  }
}

function traceFetch(fetch: Fetch, api: Api, tracer: Tracer): Fetch {
  return (url, request) => {
    const method = request.method ?? 'GET'
    const attributes = { 'http.request.method': method, 'server.address': url.host, 'url.full': redactUrl(url) }
    return tracer.startActiveSpan(`${method} ${url.host}`, { kind: api.SpanKind.CLIENT, attributes }, (span) =>
      settle(span, api, async () => {
        const reply = await fetch(url, request)
        span.setAttribute('http.response.status_code', reply.status)
        return reply
      }),
    )
  }
}

async function settle<T>(span: Span, { SpanStatusCode }: Api, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    span.end()
  }
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T, name: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
