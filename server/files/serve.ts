import { extname } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { type PictureStore, pictureName } from './store.ts'
import { type VariantMaker, variantOf } from './variants.ts'

/** Serves the kept pictures and the variants of them, wherever they are kept. What a name once was it stays. */
export async function servePictures(
  app: FastifyInstance,
  { store, variants }: { store: PictureStore; variants: VariantMaker },
) {
  app.addHook('onClose', () => variants.end())
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const { name } = request.params
    const variant = variantOf(name)
    if (!variant && !pictureName.test(name)) return reply.callNotFound()
    const etag = `"${name}"`
    if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send()
    let found = await store.get(name)
    if (!found && variant) {
      // Where too many are being made, the picture as it is kept does for once.
      if (!(await variants.want(variant)))
        return reply.header('cache-control', 'no-store').redirect(`/pictures/${variant.source}`, 302)
      found = await store.get(name)
    }
    if (!found) return reply.callNotFound()
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': found.size, etag })
      .type(`image/${extname(name).slice(1)}`)
      .send(found.content)
  })
}
