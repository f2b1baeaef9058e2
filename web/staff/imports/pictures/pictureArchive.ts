import {
  BlobReader,
  BlobWriter,
  configure,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/index-native.js'

import { pictureBytes } from '../../../../contract/catalogue/items.ts'
import { picturesMatchedAtOnce } from '../../../../contract/imports/imports.ts'
import { formatNumber } from '../../../../contract/shared/numbers.ts'
import { fileNameOf, isPictureName } from '../../../../contract/shared/picture-names.ts'

// The Content-Security-Policy forbids workers from blob addresses. The browser's own decompression works without a
// worker.
configure({ useWebWorkers: false })

/** A picture in an archive. It is decompressed only on request. */
export type ArchivedPicture = {
  /** The path of the picture in the archive, which is unique. */
  path: string
  /** The size in bytes. */
  size: number
  /** Throws if the data are damaged or exceed the size that the archive declares. */
  file: () => Promise<File>
}

export type Archive = {
  pictures: ArchivedPicture[]
  /** Files that are not pictures or that are too large, with the reason. */
  passedOver: { path: string; why: string }[]
}

/** Maximum plausible compression ratio. It is low, because picture formats are already compressed. */
const likelyAtMost = 100

/**
 * Lists the pictures of an archive. It reads only the archive's directory, so large archives are fast too. Throws an
 * Error with a message for the user if the archive cannot be used.
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
      else pictures.push({ path, size: entry.uncompressedSize, file: () => decompress(entry) })
      if (pictures.length > picturesMatchedAtOnce)
        throw new Refused(`An archive has at most ${formatNumber(picturesMatchedAtOnce)} pictures. Please divide it`)
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    // A name such as ../../picture.jpg indicates a malicious archive.
    if ((error as Error).message === ERR_UNSAFE_FILENAME)
      throw new Error('This archive names files outside of itself: it is not taken', { cause: error })
    throw new Error('This is not a zip archive, or it is incomplete', { cause: error })
  }
  return { pictures, passedOver }
}

class Refused extends Error {}

/** Whether the file is hidden, or was added by macOS. */
const isHidden = (path: string) => /(^|[/\\])(__MACOSX[/\\]|\.[^/\\]*$)/.test(path)

/** Decompresses one picture. It does not trust the declared size, and throws an error if the data exceed the limit. */
async function decompress(entry: FileEntry): Promise<File> {
  const name = fileNameOf(entry.filename)
  const content = new BlobWriter()
  let left = pictureBytes
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      left -= chunk.length
      if (left < 0) throw new Error('too large')
      out.enqueue(chunk)
    },
  })
  try {
    const written = limited.readable.pipeTo(content.writable)
    await Promise.all([entry.getData(limited.writable, { checkSignature: true }), written])
    return new File([await content.getData()], name)
  } catch (error) {
    throw new Error(`${name} is damaged in this archive`, { cause: error })
  }
}
