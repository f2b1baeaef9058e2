import type { Config } from '../kernel/config.ts'
import { pictureFolder } from './folder.ts'
import type { PictureStore } from './store.ts'

/** Opens the store of pictures, in UPLOADS_URL or in the data folder. Throws a StartError when it cannot be used. */
export async function openStore({
  bucket,
  uploadsFolder,
}: Pick<Config, 'bucket' | 'uploadsFolder'>): Promise<PictureStore> {
  // The S3 client is loaded lazily, because a shop with a folder does not need it.
  const store = bucket ? (await import('./bucket.ts')).pictureBucket(bucket) : pictureFolder(uploadsFolder)
  await store.open()
  return store
}
