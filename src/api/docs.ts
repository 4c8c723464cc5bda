import swagger from '@fastify/swagger'
import { VERSION } from '../version.ts'
import type { App } from './app.ts'
import { SESSION_COOKIE } from './bearer.ts'
import { completeDocument, type OpenApiDocument } from './document.ts'
import { nameSchemas } from './wire/names.ts'

const TAGS = {
  Authentication: 'Tokens, sessions and the own account',
  Keys: 'Keys of programs',
  Dashboard: 'Log-in of browsers with a cookie',
  Project: 'What is watched: expressions, dates, edits and summaries',
  Mentions: 'What was found, as lists, ranking and search',
  Insights: 'Counts, coverage, explanations and previews',
  Audits: 'Samples labelled by people, and the estimates made of them',
  Views: 'Saved views and notes of days',
  Alerts: 'Rules and the incidents they open',
  Brief: 'The regular message about what is new',
  Channels: 'Where messages are delivered, and the inbox',
  Events: 'What happens now, as a stream',
  Import: 'Posts from files',
  Export: 'Mentions as files',
  Reports: 'Reports of projects, and links that show them to people without an account',
  'AI service': 'Runs that collect a project, under the path of the contract',
  'User quota': 'How many new mentions an account may still get',
  Administration: 'Accounts, feeds and sources; needs the role admin',
}

// The document is made from the schemas that validate and serialise, so it cannot promise what the API does not do.
export async function addDocs(app: App): Promise<void> {
  nameSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pantau',
        version: VERSION,
        description: 'Monitoring of social media and the news: projects, mentions, ranking, summaries, quota.',
        contact: { name: 'The administrators of this installation' },
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      // Relative: the document is right under every address at which the service is reached.
      servers: [{ url: '/', description: 'This installation' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
          key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'pantau_…',
            description: 'A key of POST /api/keys. Every operation names the scope that it needs.',
          },
          cookie: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description:
              'Set by POST /api/session. Requests that change something also need the header X-Pantau-Request: 1.',
          },
        },
      },
    },
    hideUntagged: true,
    transformObject: (generated) =>
      'openapiObject' in generated
        ? (completeDocument(generated.openapiObject as unknown as OpenApiDocument) as object)
        : generated.swaggerObject,
  })
  app.get('/openapi.json', async () => app.swagger())
}
