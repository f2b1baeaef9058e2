import { basename } from 'node:path'

import { variantFormats, variantPath, variantWidths } from '../../contract/shared/pictures.ts'
import { loadSharp } from './sharp.ts'
import { type PictureStore, readPicture } from './store.ts'

type Options = {
  store: PictureStore
  /** Maximum number of variants generated at the same time. The default suits a machine with two cores. */
  atOnce?: number
  /** Maximum number of queued variants. Further requests get the stored picture itself. */
  mostWaiting?: number
}

const variantName = new RegExp(
  String.raw`^([0-9a-f]{32})\.(${variantWidths.join('|')})\.(${variantFormats.join('|')})$`,
)

type Variant = { name: string; source: string; width: number; format: (typeof variantFormats)[number] }

/** The widths that most browsers request. Only variants in these widths are generated before anybody requests them. */
const usualWidths = variantWidths.filter((width) => width < 1600)
/** Maximum number of pictures whose variants are queued in advance. Other pictures get their variants on request. */
const maximumAhead = 200

/**
 * Returns the generator of variants, which are copies of a picture in the sizes and formats of
 * contract/shared/pictures.ts. It generates the usual variants in advance, and others when they are first requested. It
 * stores them next to their picture, so that all servers share them.
 */
export function createVariantGenerator({ store, atOnce = 2, mostWaiting = 64 }: Options) {
  const make = createQueue(store, atOnce, mostWaiting)
  let ahead = 0
  let last = Promise.resolve()
  let ended = false

  /** Generates a missing variant. Returns false when the queue is full. */
  async function want(variant: Variant): Promise<boolean> {
    // Without the original picture there is no variant, and the caller responds 404.
    if ((await store.has(variant.name)) || !(await store.has(variant.source))) return true
    const making = make(variant)
    await making
    return making !== null
  }

  async function makeUsual(path: string) {
    for (const width of usualWidths) {
      const variant = variantOf(basename(variantPath(path, width, 'avif')))
      if (variant && !ended) await want(variant)
    }
  }

  return {
    want,
    /** Queues the usual variants of a picture, which are generated one by one. Does not wait for them. */
    expect(path: string) {
      if (ahead === maximumAhead) return
      ahead++
      // A failed variant is generated again on its first request, which then reports the error.
      const made = last.then(() => makeUsual(path)).catch(() => {})
      last = made.then(() => void ahead--)
    },
    /** Stops generating in advance, and resolves when the current variant is complete. */
    async end() {
      ended = true
      await last
    },
  }
}
export type VariantGenerator = ReturnType<typeof createVariantGenerator>

/** Parses the file name of a variant; null for any other name. */
export function variantOf(name: string): Variant | null {
  const [, key, width, format] = variantName.exec(name) ?? []
  if (!key) return null
  return { name, source: `${key}.webp`, width: Number(width), format: format as Variant['format'] }
}

/**
 * Returns a function that generates a variant. Concurrent requests for the same variant share one generation. The
 * function returns null when the queue is full.
 */
function createQueue(store: PictureStore, atOnce: number, mostWaiting: number) {
  const making = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let busy = 0

  async function inTurn(variant: Variant) {
    if (busy === atOnce) await new Promise<void>((go) => waiting.push(go))
    else busy++
    try {
      await storeVariant(store, variant)
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

async function storeVariant(store: PictureStore, { name, source, width, format }: Variant) {
  const kept = await readPicture(store, source)
  if (!kept) return
  const sharp = await loadSharp()
  const resized = sharp(kept).resize({ width, withoutEnlargement: true })
  // The default effort of 4 takes ten to twenty times as long, and makes the file less than 10 % smaller.
  const made = format === 'avif' ? resized.avif({ quality: 55, effort: 1 }) : resized.webp({ quality: 80 })
  await store.put(name, await made.toBuffer())
}
