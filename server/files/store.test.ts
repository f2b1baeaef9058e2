import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { s3Server } from '../../tests/support/s3.ts'
import { pictureBucket } from './bucket.ts'
import { pictureFolder } from './folder.ts'
import { type PictureStore, readPicture, type StoredFile } from './store.ts'

const name = (n: number) => `${String(n).padStart(32, '0')}.webp`

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newBucket() {
  const s3 = await s3Server()
  onTestFinished(s3.close)
  for (const [variable, value] of Object.entries(s3.environment)) vi.stubEnv(variable, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  return s3
}

const kinds: [string, () => Promise<PictureStore>][] = [
  ['a folder', async () => pictureFolder(join(await newFolder(), 'pictures'))],
  ['a bucket', async () => pictureBucket((await newBucket()).bucket)],
]

const listed = async (store: PictureStore) => {
  const files: StoredFile[] = []
  for await (const file of store.list()) files.push(file)
  return files.toSorted((a, b) => a.name.localeCompare(b.name))
}

test.each(kinds)('%s stores each file once and completely, and lists all files', async (_, open) => {
  const store = await open()
  await store.open()
  expect(await listed(store)).toEqual([])
  expect([await store.has(name(1)), await store.get(name(1))]).toEqual([false, null])

  const before = Date.now()
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await store.put(name(n), Buffer.alloc(n, n))
  expect(await listed(store)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => ({ name: name(n), size: n, at: expect.any(Date) })),
  )
  for (const { at } of await listed(store)) expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000)

  // A stored file stays unchanged by later and by concurrent puts.
  await store.put(name(7), Buffer.from('another'))
  expect(await readPicture(store, name(7))).toEqual(Buffer.alloc(7, 7))
  const large = Buffer.alloc(300_000, 'x')
  await Promise.all(Array.from({ length: 10 }, () => store.put(name(8), large)))
  expect(await readPicture(store, name(8))).toEqual(large)
  expect(await store.has(name(8))).toBe(true)
  const { size, content } = (await store.get(name(8)))!
  content.destroy()
  expect(size).toBe(300_000)

  await store.remove(name(8))
  await store.remove(name(8))
  expect([await store.has(name(8)), await readPicture(store, name(8))]).toEqual([false, null])
  expect((await listed(store)).map((file) => file.name)).toEqual([1, 2, 3, 4, 5, 6, 7].map(name))
})

test('a folder keeps nothing of a failed put and does not list subfolders', async () => {
  const folder = await newFolder()
  const store = pictureFolder(folder)
  await expect(store.put(join('not', 'there.webp'), Buffer.from('x'))).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
  await mkdir(join(folder, name(1)))
  await writeFile(join(folder, `${name(2)}.${randomUUID()}`), 'half')
  expect((await listed(store)).map(({ size }) => size)).toEqual([4])
})

test('a bucket’s files have their content type and the shop’s prefix, and other files stay untouched', async () => {
  const { bucket, files } = await newBucket()
  files.set('other/1.webp', { bytes: Buffer.from('theirs'), at: new Date(), type: '' })
  const store = pictureBucket(bucket)
  await store.put(name(1), Buffer.from('x'))
  await store.put('1.320.avif', Buffer.from('y'))
  expect([...files.keys()].toSorted()).toEqual(['other/1.webp', `shop/${name(1)}`, 'shop/1.320.avif'].toSorted())
  expect([files.get(`shop/${name(1)}`)!.type, files.get('shop/1.320.avif')!.type]).toEqual(['image/webp', 'image/avif'])
  expect((await listed(store)).length).toBe(2)
})

test('reports an unusable bucket in one line without a secret', async () => {
  const { bucket, state } = await newBucket()
  const told = (changes: Partial<typeof bucket>) => pictureBucket({ ...bucket, ...changes }).open()
  await expect(told({ bucket: 'paintings' })).rejects.toThrow(
    /^UPLOADS_URL: cannot use s3:\/\/paintings\/shop\/ \(NoSuchBucket: NoSuchBucket, says the test\)$/,
  )
  await expect(told({ region: 'elsewhere' })).rejects.toThrow(/^UPLOADS_URL: .* \(AccessDenied: .*\)$/)
  await expect(told({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(/^UPLOADS_URL: .*ECONNREFUSED 127.0.0.1:9\)$/)
  await expect(pictureBucket({ ...bucket, bucket: 'paintings' }).get(name(1))).rejects.toThrow('NoSuchBucket')
  state.away = true
  await expect(told({})).rejects.toThrow(/^UPLOADS_URL: cannot use s3:\/\/pictures\/shop\/ \(.+\)$/)
  await expect(pictureBucket(bucket).has(name(1))).rejects.toThrow('socket hang up')
})
