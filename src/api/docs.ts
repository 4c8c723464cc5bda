import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { VERSION } from '../version.ts'
import type { App } from './app.ts'

// The document is made from the schemas that validate and serialise, so it cannot promise what the API does not do.
export async function addDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pantau',
        version: VERSION,
        description: 'Monitoring of social media and the news: projects, mentions, ranking, summaries, quota.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/auth/login.' },
        },
      },
    },
    hideUntagged: true,
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'list', deepLinking: true, validatorUrl: null },
  })
  app.get('/openapi.json', async () => app.swagger())
}
