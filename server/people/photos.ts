import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { encodePictures, type EncodedPicture, type Pictures } from '../files/pictures.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Width and height of a person's picture, in pixels. */
const photoWidth = 320

/** Resizes the uploaded picture of a person. */
export const drawPhoto = (files: UploadedFile[]) => encodePictures(files, [photoWidth])

/** Stores a person's picture and returns the column to set. Returns an empty object when no file was uploaded. */
export async function storePhoto(pictures: Pictures, db: Db | Tx, [photo]: EncodedPicture[]) {
  if (!photo) return {}
  const [image_url] = await pictures.store(db, photo)
  return { image_url: image_url! }
}
