import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

import { variantFormats, variantWidths } from '../../contract/pictures.ts'
import { exists } from './uploads.ts'

type Options = {
  folder: string
  /** How many pictures are made at once: one for each core of a small machine. */
  atOnce?: number
  /** How many wait for their turn; whoever comes later gets the picture as it is kept. */
  mostWaiting?: number
}

const variantName = new RegExp(
  String.raw`^/pictures/([0-9a-f]{32})\.(${variantWidths.join('|')})\.(${variantFormats.join('|')})$`,
)

type Variant = { name: string; source: string; width: number; format: (typeof variantFormats)[number] }

/**
 * Serves the kept pictures, which never change, and each of them in the sizes and formats of contract/pictures.ts. Such
 * a variant is made when somebody first asks for it and kept beside its picture, so that two servers may share a folder.
 */
export async function servePictures(app: FastifyInstance, { folder, atOnce = 2, mostWaiting = 64 }: Options) {
  const make = maker(folder, atOnce, mostWaiting)
  /** Makes the variant that an address asks for; answers the picture to send instead where too many are being made. */
  async function prepare(url: string): Promise<string | null> {
    const variant = variantOf(url)
    // What is there is served as a file; so is what cannot be made, as one that is not there.
    if (!variant || (await exists(join(folder, variant.name))) || !(await exists(join(folder, variant.source))))
      return null
    const making = make(variant)
    await making
    return making === null ? `/pictures/${variant.source}` : null
  }
  app.addHook('onRequest', async (request, reply) => {
    const instead = await prepare(request.url)
    return instead === null ? undefined : reply.header('cache-control', 'no-store').redirect(instead, 302)
  })
  await app.register(files, {
    root: folder,
    prefix: '/pictures/',
    decorateReply: false,
    maxAge: '1y',
    immutable: true,
    index: false,
  })
}

function variantOf(url: string): Variant | null {
  const [, key, width, format] = variantName.exec(url.split('?')[0]!) ?? []
  if (!key) return null
  const name = `${key}.${width}.${format}`
  return { name, source: `${key}.webp`, width: Number(width), format: format as Variant['format'] }
}

/** A function that makes variants, few at a time and each once, however many ask; null where too many wait already. */
function maker(folder: string, atOnce: number, mostWaiting: number) {
  const making = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let busy = 0

  async function inTurn(variant: Variant) {
    if (busy === atOnce) await new Promise<void>((go) => waiting.push(go))
    else busy++
    try {
      await draw(folder, variant)
    } finally {
      making.delete(variant.name)
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }

  return (variant: Variant): Promise<void> | null => {
    const already = making.get(variant.name)
    if (already) return already
    if (busy === atOnce && waiting.length >= mostWaiting) return null
    const started = inTurn(variant)
    making.set(variant.name, started)
    return started
  }
}

async function draw(folder: string, { name, source, width, format }: Variant) {
  const resized = sharp(join(folder, source)).resize({ width, withoutEnlargement: true })
  // Under another name first, so that nobody is served half a picture.
  const draft = join(folder, `${name}.${randomUUID()}`)
  try {
    await (format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 })).toFile(draft)
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
