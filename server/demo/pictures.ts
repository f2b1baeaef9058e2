import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

import { keepFile } from '../files/keep.ts'
import type { PictureStore } from '../files/store.ts'
import { pieces } from './pieces.ts'
import { picturesFolder, viewsOf } from './views.ts'

/** The paths of a picture's stored files, as an upload has them. */
export type KeptPicture = { url: string; thumb_url: string }

/** As many pictures as are made small at the same moment: the sales are made meanwhile. */
const atOnce = 2

/**
 * Puts the drawn pictures of every piece among the shop's own, named after their content as uploads are, with the
 * small version beside each. Answers those of each piece, in its order; what is there already is left as it is.
 */
export async function keepDemoPictures(store: PictureStore): Promise<KeptPicture[][]> {
  const kept: KeptPicture[][] = pieces.map(() => [])
  const queue = pieces.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, piece] of queue)
        for (const { file } of viewsOf(piece)) {
          const drawn = await readFile(join(picturesFolder, file))
          const small = await sharp(drawn).resize({ width: 320 }).webp({ quality: 84 }).toBuffer()
          kept[n]!.push({ url: await keepFile(store, drawn), thumb_url: await keepFile(store, small) })
        }
    }),
  )
  return kept
}
