import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { proposeFocus } from '../files/focus.ts'
import { storeFile } from '../files/pictures.ts'
import { loadSharp } from '../files/sharp.ts'
import type { PictureStore } from '../files/store.ts'
import { pieces } from './pieces.ts'
import { picturesFolder, viewsOf } from './views.ts'

/** The paths of a picture's stored files and its focus, as after an upload. */
export type StoredPicture = { url: string; thumb_url: string; focusX: number; focusY: number; focusFrom: 'picture' }

/**
 * Maximum number of pictures resized at the same time. More would slow down the creation of the sales, which runs
 * meanwhile.
 */
const atOnce = 2

/**
 * Stores the drawn pictures of every item like uploads: under the hash of their content, each also in a small version.
 * Returns the pictures of each item in order. Existing files are not replaced.
 */
export async function storeDemoPictures(store: PictureStore): Promise<StoredPicture[][]> {
  const sharp = await loadSharp()
  const stored: StoredPicture[][] = pieces.map(() => [])
  const queue = pieces.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, piece] of queue)
        for (const { file } of viewsOf(piece)) {
          const drawn = await readFile(join(picturesFolder, file))
          const small = await sharp(drawn).resize({ width: 320 }).webp({ quality: 84 }).toBuffer()
          const { x, y } = await proposeFocus(small)
          const files = { url: await storeFile(store, drawn), thumb_url: await storeFile(store, small) }
          stored[n]!.push({ ...files, focusX: x, focusY: y, focusFrom: 'picture' })
        }
    }),
  )
  return stored
}
