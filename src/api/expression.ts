import { Type } from 'typebox'
import { matches } from '../match/matches.ts'
import { KeywordError, parseExclusions, parseKeyword } from '../match/parse.ts'
import type { ApiDeps, App } from './app.ts'
import { toWireSources } from './convert.ts'
import { toWireReason } from './reason.ts'
import { routesOf } from './route.ts'
import { WireExpressionCheck } from './wire/project.ts'
import { WireSources } from './wire/source.ts'

// What helps to write a project before it exists.
export function addExpressionRoutes(app: App, { pool, sources }: ApiDeps): void {
  const { user } = routesOf(pool, 'Insights')

  app.get(
    '/api/project/sources',
    user({
      id: 'listSources',
      summary: 'Which sources can be collected',
      description: 'The platforms that this installation can collect from, and what the others need.',
      response: { 200: WireSources },
    }),
    async () => toWireSources(await sources(pool)),
  )

  app.post(
    '/api/project/check',
    user({
      id: 'checkExpression',
      summary: 'How an expression is read, and whether a text would match',
      description: 'Parses an expression; with a text also shows which terms were found and where.',
      scope: 'read',
      body: Type.Object({
        keyword: Type.String({ maxLength: 255 }),
        exclude: Type.Optional(Type.String({ maxLength: 1_000 })),
        text: Type.Optional(Type.String({ maxLength: 20_000 })),
      }),
      response: { 200: WireExpressionCheck },
    }),
    async ({ body }) => checkKeyword(body),
  )
}

function checkKeyword({ keyword, exclude = '', text }: { keyword: string; exclude?: string; text?: string }) {
  const exclusions = parseExclusions(exclude)
  try {
    const expression = { keyword: parseKeyword(keyword), exclusions }
    const match = text === undefined || text === '' ? null : matches(expression, text)
    return {
      valid: true,
      error: null,
      alternatives: expression.keyword.alternatives.map((terms) => [...terms]),
      exclusions,
      match:
        match === null
          ? null
          : {
              matched: match.matched,
              alternative: match.alternative,
              found: match.found.map(({ term, spans }) => ({
                term,
                spans: spans.map(({ start, end }) => ({ start, end })),
              })),
              excluded_by: match.excludedBy?.term ?? null,
            },
    }
  } catch (error) {
    if (!(error instanceof KeywordError)) throw error
    return {
      valid: false,
      error: { message: error.message, position: error.position, reason: toWireReason(error.reason) },
      alternatives: [],
      exclusions,
      match: null,
    }
  }
}
