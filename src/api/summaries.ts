import { Type } from 'typebox'
import { Problem } from '../domain/problem.ts'
import type { Project } from '../domain/project.ts'
import { findProject } from '../store/projects.ts'
import { findSummary, type StoredSummary } from '../store/summaries.ts'
import { answers } from './answers.ts'
import { accountOf, authenticate } from './bearer.ts'
import type { ApiParts, App } from './server.ts'
import { WireGenerated, WireSummary } from './wire.ts'

// Writes and stores a new summary, and answers it; null when there is nothing to summarise.
export type Summarise = (project: Project, signal: AbortSignal) => Promise<StoredSummary | null>

const tags = ['Project']
const security = [{ bearer: [] }]
const NOTHING = { positive: 0, neutral: 0, negative: 0 }

export function addSummaries(app: App, { pool, summarise }: ApiParts): void {
  const onRequest = authenticate(pool)
  const params = Type.Object({ keywordID: Type.String({ maxLength: 500 }) })

  // Without an id these paths are what is asked when the id is empty: the contract wants 400 there.
  const withoutId = async () => {
    throw new Problem('invalid', 'keywordID is required in the path.')
  }
  app.post('/api/project/generate-summary', { onRequest }, withoutId)
  app.get('/api/project/summary', { onRequest }, withoutId)

  app.post(
    '/api/project/generate-summary/:keywordID',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Write a summary',
        params,
        response: answers({ 200: WireGenerated }, 400, 401, 403),
      },
    },
    async (request) => {
      const { keywordID } = request.params
      const project = await findProject(pool, accountOf(request).id, keywordID)
      if (project === null) throw new Problem('invalid', `keywordID: no project has the id "${keywordID}".`)
      const summary = await summarise(project, AbortSignal.any([]))
      if (summary === null) return nothingToSummarise(project)
      const { text, distribution, total, engine, evidence, dropped } = summary
      const metrics = {
        sentiment_distribution: { ...distribution },
        total,
        engine,
        evidence: toWireEvidence(evidence),
        dropped,
      }
      return { status: 'success' as const, keyword_id: project.id, result: { summary: text, metrics } }
    },
  )

  app.get(
    '/api/project/summary/:keywordID',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Read the newest summary',
        params,
        response: answers({ 200: WireSummary }, 400, 401, 404),
      },
    },
    async (request) => {
      const { keywordID } = request.params
      const project = await findProject(pool, accountOf(request).id, keywordID)
      const summary = project === null ? null : await findSummary(pool, project.id)
      if (summary === null) throw new Problem('not-found', `There is no summary for "${keywordID}" yet.`)
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
      }
    },
  )
}

function nothingToSummarise(project: Project) {
  const metrics = { sentiment_distribution: NOTHING, total: 0, engine: 'none', evidence: [], dropped: 0 }
  return { status: 'insufficient_data' as const, keyword_id: project.id, result: { summary: '', metrics } }
}

function toWireEvidence(evidence: StoredSummary['evidence']) {
  return evidence.map(({ text, mentions }) => ({ text, mentions: [...mentions] }))
}
