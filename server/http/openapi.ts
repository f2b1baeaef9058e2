import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

import { operationOf } from '../../contract/operations.ts'
import { version } from '../kernel/version.ts'

/** The hash of the inline style of /api/docs. If a new version changes it, the browser's error names the new hash. */
const ownStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"

/**
 * Serves the OpenAPI document at /api/openapi.json and as a page at /api/docs. Its schemas are the ones that validate
 * requests.
 */
export async function registerDocumentation(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Alahas', description: 'Back-office and public site of a jewelry shop.', version },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const operation = operationOf(route.route.config?.endpoint)
      if (operation === undefined) return { schema: { ...route.schema, hide: true }, url: route.url }
      const { group, operationID } = operation
      return jsonSchemaTransform({ ...route, schema: { ...route.schema, tags: [group], operationId: operationID } })
    },
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', { schema: { hide: true }, config: { plain: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: {
      title: 'Alahas: every call',
      css: [{ filename: 'plain.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    uiHooks: {
      preHandler: async (_, reply) => {
        const policy = String(reply.getHeader('content-security-policy'))
        reply.header('content-security-policy', policy.replace(/style-src [^;]*/, `style-src 'self' ${ownStyle}`))
      },
    },
  })
}
