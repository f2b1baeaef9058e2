import {
  BlobReader,
  BlobWriter,
  configure,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/index-native.js'

import { pictureBytes } from '../../../contract/catalogue/items.ts'
import { picturesMatchedAtOnce } from '../../../contract/imports/imports.ts'
import { formatNumber } from '../../../contract/shared/numbers.ts'
import { fileNameOf, isPictureName } from '../../../contract/shared/picture-names.ts'

// The pages' Content-Security-Policy lets no worker be made of a text; what unpacks is the browser's own.
configure({ useWebWorkers: false })

/** A picture of an archive: unpacked when it is asked for, and no sooner. */
export type ArchivedPicture = {
  /** Its path in the archive, which no other has. */
  path: string
  /** In bytes. */
  size: number
  /** Throws where it is damaged, or more than it says. */
  file: () => Promise<File>
}

export type Archive = {
  pictures: ArchivedPicture[]
  /** What is no picture, or too large for one, by its path, and why. */
  passedOver: { path: string; why: string }[]
}

/** As many bytes as one byte of a picture may have been packed into; pictures are packed already. */
const likelyAtMost = 100

/**
 * What pictures an archive holds: only its list is read, however large it is. Folders count for nothing. Throws an Error
 * with a sentence for what cannot be an archive of pictures.
 */
export async function openArchive(archive: Blob): Promise<Archive> {
  const reader = new ZipReader(new BlobReader(archive))
  const pictures: ArchivedPicture[] = []
  const passedOver: Archive['passedOver'] = []
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      const { filename: path } = entry
      if (entry.directory || isHidden(path)) continue
      if (entry.encrypted) throw new Refused('This archive is locked with a password. Please make one without')
      if (!isPictureName(path)) passedOver.push({ path, why: 'is no picture' })
      else if (entry.uncompressedSize > likelyAtMost * Math.max(entry.compressedSize, 1024))
        throw new Refused(
          `${fileNameOf(path)} would unpack into far more than a picture has: this archive is not taken`,
        )
      else if (entry.uncompressedSize > pictureBytes)
        passedOver.push({ path, why: `has more than ${pictureBytes / 2 ** 20} MB` })
      else pictures.push({ path, size: entry.uncompressedSize, file: () => unpack(entry) })
      if (pictures.length > picturesMatchedAtOnce)
        throw new Refused(`An archive has at most ${formatNumber(picturesMatchedAtOnce)} pictures. Please divide it`)
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    // A name such as ../../picture.jpg: nobody makes that by accident.
    if ((error as Error).message === ERR_UNSAFE_FILENAME)
      throw new Error('This archive names files outside of itself: it is not taken', { cause: error })
    throw new Error('This is no zip archive, or it is cut short', { cause: error })
  }
  return { pictures, passedOver }
}

class Refused extends Error {}

/** What a Mac adds beside each file, and what begins with a dot. */
const isHidden = (path: string) => /(^|[/\\])(__MACOSX[/\\]|\.[^/\\]*$)/.test(path)

/** One picture. It says how large it is, and is not trusted: what comes beyond is cut off with an error. */
async function unpack(entry: FileEntry): Promise<File> {
  const name = fileNameOf(entry.filename)
  const whole = new BlobWriter()
  let left = pictureBytes
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      left -= chunk.length
      if (left < 0) throw new Error('too large')
      out.enqueue(chunk)
    },
  })
  try {
    const written = limited.readable.pipeTo(whole.writable)
    await Promise.all([entry.getData(limited.writable, { checkSignature: true }), written])
    return new File([await whole.getData()], name)
  } catch (error) {
    throw new Error(`${name} is damaged in this archive`, { cause: error })
  }
}
