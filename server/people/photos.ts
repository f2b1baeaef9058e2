import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { draw, type Drawn, type Pictures } from '../files/keep.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Width and height of a person's picture, in pixels. */
const photoWidth = 320

/** Resizes the uploaded picture of a person. */
export const drawPhoto = (files: UploadedFile[]) => draw(files, [photoWidth])

/** Stores a person's picture and returns its column; returns no column where no file was uploaded. */
export async function keepPhoto(pictures: Pictures, db: Db | Tx, [photo]: Drawn[]) {
  if (!photo) return {}
  const [image_url] = await pictures.keep(db, photo)
  return { image_url: image_url! }
}
