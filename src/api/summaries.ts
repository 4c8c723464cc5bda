import { Type } from 'typebox'
import type { Fact } from '../domain/fact.ts'
import { LANGUAGES } from '../domain/message.ts'
import { Refusal } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { findProject } from '../store/projects/projects.ts'
import { findSummary, type StoredSummary } from '../store/summaries/summaries.ts'
import { readLanguage } from '../store/watching/languages.ts'
import type { ApiDeps, App } from './app.ts'
import { actorOf, authenticate, ownerOf } from './bearer.ts'
import { routesOf } from './route.ts'
import { words } from './wire/fields.ts'
import { type WireFact, WireSummary, WireWrittenSummary } from './wire/summary.ts'

const NOTHING = { positive: 0, neutral: 0, negative: 0 }
const params = Type.Object({ keywordID: Type.String({ maxLength: 500 }) })

export function addSummaryRoutes(app: App, { pool, summarise }: ApiDeps): void {
  const { user } = routesOf(pool, 'Project')

  app.post(
    '/api/project/generate-summary/:keywordID',
    user({
      id: 'writeSummary',
      summary: 'Write a summary',
      description: 'Every number in the text is a fact that was counted, with the filter that recounts it.',
      class: 'free',
      params,
      querystring: Type.Object({ lang: Type.Optional(words(LANGUAGES)) }),
      response: { 200: WireWrittenSummary },
    }),
    async (request) => {
      const { keywordID } = request.params
      const project = await findProject(pool, ownerOf(request), keywordID)
      if (project === null) throw new Refusal('invalid', `keywordID: no project has the id "${keywordID}".`, ['gone'])
      const language = request.query.lang ?? (await readLanguage(pool, actorOf(request).id))
      const summary = await summarise(project, language, AbortSignal.any([]))
      if (summary === null) return nothingToSummarise(project)
      const { text, distribution, total, engine, evidence, facts, dropped } = summary
      const metrics = {
        sentiment_distribution: { ...distribution },
        total,
        engine,
        evidence: toWireEvidence(evidence),
        facts: facts.map(toWireFact),
        dropped,
      }
      return { status: 'success' as const, keyword_id: project.id, result: { summary: text, metrics } }
    },
  )

  app.get(
    '/api/project/summary/:keywordID',
    user({
      id: 'getSummary',
      summary: 'Read the newest summary',
      description: 'The stored summary with its facts; `outdated` when mentions that it counts were changed since.',
      params,
      response: { 200: WireSummary },
      errors: [404],
    }),
    async (request) => {
      const { keywordID } = request.params
      const project = await findProject(pool, ownerOf(request), keywordID)
      const summary = project === null ? null : await findSummary(pool, project.id)
      if (summary === null) throw new Refusal('not-found', `There is no summary for "${keywordID}" yet.`, ['noSummary'])
      return {
        id: summary.id,
        ai_summary: summary.text,
        sentiment_distribution: JSON.stringify(summary.distribution),
        created_at: summary.createdAt.toISOString(),
        keyword_id: summary.projectId,
        engine: summary.engine,
        total: summary.total,
        dropped: summary.dropped,
        evidence: toWireEvidence(summary.evidence),
        facts: summary.facts.map(toWireFact),
        outdated: summary.outdated,
      }
    },
  )

  // A path that ends before the id means that the id is empty, for which the contract has 400.
  const onRequest = authenticate(pool)
  const withoutId = async () => {
    throw new Refusal('invalid', 'keywordID is required in the path.', ['required', 'keywordID'])
  }
  app.post('/api/project/generate-summary', { onRequest }, withoutId)
  app.get('/api/project/summary', { onRequest }, withoutId)
}

function nothingToSummarise(project: Project) {
  const metrics = { sentiment_distribution: NOTHING, total: 0, engine: 'none', evidence: [], facts: [], dropped: 0 }
  return { status: 'insufficient_data' as const, keyword_id: project.id, result: { summary: '', metrics } }
}

function toWireEvidence(evidence: StoredSummary['evidence']) {
  return evidence.map(({ text, mentions }) => ({ text, mentions: [...mentions] }))
}

function toWireFact({ kind, filter, value }: Fact): WireFact {
  const { from, to, collectedUntil, sentiment, platform, story, timeZone } = filter
  return {
    kind,
    filter: {
      from,
      to,
      collected_until: collectedUntil,
      ...(sentiment === undefined ? {} : { sentimen: sentiment }),
      ...(platform === undefined ? {} : { sosmedId: platform }),
      ...(story === undefined ? {} : { story }),
      ...(timeZone === undefined ? {} : { timeZone }),
    },
    value,
  }
}
