import { extname } from 'node:path'

import type { FastifyInstance } from 'fastify'

import { type PictureStore, pictureName } from './store.ts'
import { type VariantGenerator, variantOf } from './variants.ts'

/** Serves the stored pictures and their variants. The file of a name never changes, so responses are cached forever. */
export async function servePictures(
  app: FastifyInstance,
  { store, variants }: { store: PictureStore; variants: VariantGenerator },
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
      // When too many variants are queued, the stored picture itself is served instead.
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
