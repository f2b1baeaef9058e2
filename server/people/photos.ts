import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { draw, type Drawn, type Pictures } from '../files/keep.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Pixels of a person's picture, a square. */
const photoWidth = 320

/** The picture of a person, as it will be kept. */
export const drawPhoto = (files: UploadedFile[]) => draw(files, [photoWidth])

/** Keeps the picture of a person, and answers its column; no column where no file was sent. */
export async function keepPhoto(pictures: Pictures, db: Db | Tx, [photo]: Drawn[]) {
  if (!photo) return {}
  const [image_url] = await pictures.keep(db, photo)
  return { image_url: image_url! }
}
