// Renders the built home page with data that breaks it, and prints the stack trace.
import Fastify from 'fastify'

import { createPageRenderer } from '../../server/site/render.ts'

const app = Fastify()
app.setNotFoundHandler((_, reply) =>
  reply.send({ success: true, data: [null], meta: { page: 1, pageSize: 10, total: 1 } }),
)
const draw = await createPageRenderer(app, '')
await draw('http://shop.example', '/').catch((error: Error) => console.log(error.stack))
