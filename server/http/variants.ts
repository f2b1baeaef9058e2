import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

import { variantFormats, variantPath, variantWidths } from '../../contract/pictures.ts'
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

/** What nearly every browser asks for; the rest is made for those that do. */
const usual = variantWidths.filter((width) => width < 1600)
/** Pictures whose usual variants wait to be made ahead. A hundred pieces may come at once; nobody misses the rest. */
const mostAhead = 200

/**
 * Makes the kept pictures in the sizes and formats of contract/pictures.ts: each variant when somebody first asks for it,
 * the usual ones ahead. They are kept beside their picture, so that two servers may share a folder.
 */
export function variantMaker({ folder, atOnce = 2, mostWaiting = 64 }: Options) {
  const make = maker(folder, atOnce, mostWaiting)
  let ahead = 0
  let last = Promise.resolve()
  let ended = false

  /** Makes a variant that is not there; false where too many wait already. */
  async function want(variant: Variant): Promise<boolean> {
    // What is there is served as a file; so is what cannot be made, as one that is not there.
    if ((await exists(join(folder, variant.name))) || !(await exists(join(folder, variant.source)))) return true
    const making = make(variant)
    await making
    return making !== null
  }

  async function makeUsual(path: string) {
    for (const width of usual) {
      const variant = variantOf(variantPath(path, width, 'avif'))
      if (variant && !ended) await want(variant)
    }
  }

  return {
    want,
    /** Has a kept picture's usual variants made, one after the other, behind what visitors wait for; does not wait. */
    expect(path: string) {
      if (ahead === mostAhead) return
      ahead++
      // Whoever asks for what could not be made is told why.
      const made = last.then(() => makeUsual(path)).catch(() => {})
      last = made.then(() => void ahead--)
    },
    /** Makes nothing more ahead; comes back when what was begun is there. */
    async end() {
      ended = true
      await last
    },
  }
}
type VariantMaker = ReturnType<typeof variantMaker>

/** Serves the kept pictures, which never change, and the variants of them. */
export async function servePictures(
  app: FastifyInstance,
  { folder, variants }: { folder: string; variants: VariantMaker },
) {
  app.addHook('onClose', () => variants.end())
  /** Makes the variant that an address asks for; answers the picture to send instead where too many are being made. */
  async function prepare(url: string): Promise<string | null> {
    const variant = variantOf(url)
    return !variant || (await variants.want(variant)) ? null : `/pictures/${variant.source}`
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
    // Effort 4, the usual one, takes ten to twenty times as long and saves less than a tenth.
    await (format === 'avif' ? resized.avif({ quality: 55, effort: 1 }) : resized.webp({ quality: 80 })).toFile(draft)
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
