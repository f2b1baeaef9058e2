import type { Config } from '../kernel/config.ts'
import { pictureFolder } from './folder.ts'
import type { PictureStore } from './store.ts'

/** The shop's pictures, ready to be used: in UPLOADS_URL, or in the data folder. A StartError says why they are not. */
export async function openStore({
  bucket,
  uploadsFolder,
}: Pick<Config, 'bucket' | 'uploadsFolder'>): Promise<PictureStore> {
  // Who keeps pictures in a folder need not load what speaks to a bucket.
  const store = bucket ? (await import('./bucket.ts')).pictureBucket(bucket) : pictureFolder(uploadsFolder)
  await store.open()
  return store
}
