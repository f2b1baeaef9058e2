import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'

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
export async function keepPictures(uploadsFolder: string): Promise<KeptPicture[][]> {
  await mkdir(uploadsFolder, { recursive: true })
  const kept: KeptPicture[][] = pieces.map(() => [])
  const queue = pieces.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [n, piece] of queue)
        for (const { file } of viewsOf(piece)) {
          const drawn = await readFile(join(picturesFolder, file))
          const small = await sharp(drawn).resize({ width: 320 }).webp({ quality: 84 }).toBuffer()
          kept[n]!.push({ url: await keep(uploadsFolder, drawn), thumb_url: await keep(uploadsFolder, small) })
        }
    }),
  )
  return kept
}

async function keep(folder: string, bytes: Buffer): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`
  const path = join(folder, name)
  const there = await stat(path).then(
    () => true,
    () => false,
  )
  if (!there) {
    // Under another name first, so that nobody is served half a picture.
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, bytes)
    await rename(draft, path)
  }
  return `/pictures/${name}`
}
