import { basename } from 'node:path'

import sharp from 'sharp'

import { variantFormats, variantPath, variantWidths } from '../../contract/shared/pictures.ts'
import { type PictureStore, readPicture } from './store.ts'

type Options = {
  store: PictureStore
  /** How many pictures are made at once: one for each core of a small machine. */
  atOnce?: number
  /** How many wait for their turn; whoever comes later gets the picture as it is kept. */
  mostWaiting?: number
}

const variantName = new RegExp(
  String.raw`^([0-9a-f]{32})\.(${variantWidths.join('|')})\.(${variantFormats.join('|')})$`,
)

type Variant = { name: string; source: string; width: number; format: (typeof variantFormats)[number] }

/** What nearly every browser asks for; the rest is made for those that do. */
const usual = variantWidths.filter((width) => width < 1600)
/** Pictures whose usual variants wait to be made ahead. A hundred pieces may come at once; nobody misses the rest. */
const mostAhead = 200

/**
 * Makes the kept pictures in the sizes and formats of contract/shared/pictures.ts: each variant when somebody first asks for it,
 * the usual ones ahead. They are kept beside their picture, so that servers which share a store share them too.
 */
export function variantMaker({ store, atOnce = 2, mostWaiting = 64 }: Options) {
  const make = maker(store, atOnce, mostWaiting)
  let ahead = 0
  let last = Promise.resolve()
  let ended = false

  /** Makes a variant that is not there; false where too many wait already. */
  async function want(variant: Variant): Promise<boolean> {
    // What cannot be made is looked for in vain, as what is not there.
    if ((await store.has(variant.name)) || !(await store.has(variant.source))) return true
    const making = make(variant)
    await making
    return making !== null
  }

  async function makeUsual(path: string) {
    for (const width of usual) {
      const variant = variantOf(basename(variantPath(path, width, 'avif')))
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
export type VariantMaker = ReturnType<typeof variantMaker>

/** The variant that is called so; null where none is. */
export function variantOf(name: string): Variant | null {
  const [, key, width, format] = variantName.exec(name) ?? []
  if (!key) return null
  return { name, source: `${key}.webp`, width: Number(width), format: format as Variant['format'] }
}

/** A function that makes variants, few at a time and each once, however many ask; null where too many wait already. */
function maker(store: PictureStore, atOnce: number, mostWaiting: number) {
  const making = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let busy = 0

  async function inTurn(variant: Variant) {
    if (busy === atOnce) await new Promise<void>((go) => waiting.push(go))
    else busy++
    try {
      await draw(store, variant)
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

async function draw(store: PictureStore, { name, source, width, format }: Variant) {
  const kept = await readPicture(store, source)
  if (!kept) return
  const resized = sharp(kept).resize({ width, withoutEnlargement: true })
  // Effort 4, the usual one, takes ten to twenty times as long and saves less than a tenth.
  const made = format === 'avif' ? resized.avif({ quality: 55, effort: 1 }) : resized.webp({ quality: 80 })
  await store.put(name, await made.toBuffer())
}
