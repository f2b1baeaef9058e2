import { BlobReader, BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { expect, test } from 'vitest'

import { codesOf } from '../../../../contract/shared/picture-names.ts'
import { openArchive } from './pictureArchive.ts'

/** Creates a zip archive of these files, by path. */
async function zipOf(files: Record<string, string | Blob>, options: { password?: string } = {}) {
  const writer = new ZipWriter(new BlobWriter('application/zip'), options)
  for (const [path, content] of Object.entries(files))
    await writer.add(path, typeof content === 'string' ? new TextReader(content) : new BlobReader(content))
  return writer.close()
}

/** Returns the archive with modified bytes. */
async function withBytes(zip: Blob, change: (bytes: Uint8Array, view: DataView) => void) {
  const bytes = new Uint8Array(await zip.arrayBuffer())
  change(bytes, new DataView(bytes.buffer))
  return new Blob([bytes])
}
/** Returns the offset of the central directory's first entry: P, K, 1, 2. */
const central = (bytes: Uint8Array) =>
  bytes.findIndex((_, n) => [0x50, 0x4b, 1, 2].every((byte, m) => bytes[n + m] === byte))

test('finds pictures in any folder and reports all other files', async () => {
  const { pictures, passedOver } = await openArchive(
    await zipOf({
      'RING-001.jpg': 'one',
      'new/RING-001 (2).PNG': 'two',
      'new/notes.txt': 'x',
      '__MACOSX/._RING-001.jpg': 'x',
      'new/.DS_Store': 'x',
    }),
  )
  expect(pictures.map(({ path, size }) => [path, size])).toEqual([
    ['RING-001.jpg', 3],
    ['new/RING-001 (2).PNG', 3],
  ])
  expect(passedOver).toEqual([{ path: 'new/notes.txt', why: 'is no picture' }])
  const file = await pictures[1]!.file()
  expect([file.name, await file.text()]).toEqual(['RING-001 (2).PNG', 'two'])
})

test.each([
  ['no archive', async () => new Blob(['not at all']), 'This is not a zip archive, or it is incomplete'],
  [
    'one that is cut short',
    async () => (await zipOf({ 'a.jpg': 'x'.repeat(500) })).slice(0, 60),
    'This is not a zip archive, or it is incomplete',
  ],
  [
    'one with a password',
    () => zipOf({ 'a.jpg': 'x' }, { password: 'secret' }),
    'This archive is locked with a password. Please make one without',
  ],
  [
    'one that leads out',
    () => zipOf({ 'a/../../b.jpg': 'x' }),
    'This archive names files outside of itself: it is not taken',
  ],
  [
    'one from the root',
    () => zipOf({ '/etc/b.jpg': 'x' }),
    'This archive names files outside of itself: it is not taken',
  ],
  [
    'a bomb',
    () => zipOf({ 'bomb.png': new Blob([new Uint8Array(9e6)]) }),
    'bomb.png would unpack into far more than a picture has: this archive is not taken',
  ],
])('refuses %s with a message', async (_, make, message) => {
  await expect(openArchive(await make())).rejects.toThrow(message)
})

const noise = crypto.getRandomValues(new Uint8Array(65_536))

test('skips files that are too large for a picture', async () => {
  const large = new Blob(Array.from({ length: 170 }, () => noise))
  const { pictures, passedOver } = await openArchive(await zipOf({ 'large.jpg': large, 'small.jpg': 'x' }))
  expect(pictures.map(({ path }) => path)).toEqual(['small.jpg'])
  expect(passedOver).toEqual([{ path: 'large.jpg', why: 'has more than 10 MB' }])
})

test('refuses damaged files and files that exceed their declared size', async () => {
  // The archive's directory states a size that is too small; the file's data are longer.
  const zip = await zipOf({ 'liar.jpg': new Blob([new Uint8Array(30e6)]) })
  const lied = await withBytes(zip, (bytes, view) => view.setUint32(central(bytes) + 24, 1000, true))
  const [liar] = (await openArchive(lied)).pictures
  await expect(liar!.file()).rejects.toThrow('liar.jpg is damaged in this archive')

  const damaged = await withBytes(await zipOf({ 'a.jpg': new Blob([noise]) }), (bytes) => {
    bytes.fill(0xff, 1000, 2000)
  })
  const [one] = (await openArchive(damaged)).pictures
  await expect(one!.file()).rejects.toThrow('a.jpg is damaged in this archive')
})

test.each([
  ['RING-001.jpg', ['ring-001', 1], ['ring', 1]],
  ['RING-001-2.jpg', ['ring-001-2', 1], ['ring-001', 2]],
  ['RING-001 (3).JPEG', ['ring-001 (3)', 1], ['ring-001', 3]],
  ['a\\b/RING-001_4.webp', ['ring-001_4', 1], ['ring-001', 4]],
  ['Pearl.png', ['pearl', 1]],
  ['.jpg', ['', 1]],
])('finds the possible item codes of %s', (name, ...codes) => {
  expect(codesOf(name).map(({ code, place }) => [code, place])).toEqual(codes)
})
