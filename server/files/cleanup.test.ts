import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { getTableName, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { createApp } from '../app.ts'
import { backUp } from '../backup/backup.ts'
import { locks } from '../db/locks.ts'
import { pictureColumns, cleanUpPictures } from './cleanup.ts'
import { pictureName, type PictureStore } from './store.ts'

const { app, db, url, as, tokens, uploadsFolder, pictureStore: store } = await testApp({ connections: 12 })
const admin = as(1)

const files = async () => (await readdir(uploadsFolder)).toSorted()
const old = new Date(Date.now() - 25 * 60 * 60_000)
async function makeOld(names: string[]) {
  for (const name of names) await utimes(join(uploadsFolder, name), old, old)
}
/** Asserts that every path in a row leads to a picture. */
async function assertAllThere() {
  const { rows } = await db.execute<{ path: string }>(sql`select url as path from item_image union
    select thumb_url from item_image union select image_url from user_account where image_url is not null union
    select image_url from company_profile where image_url is not null`)
  for (const { path } of rows)
    expect([path, (await app.inject({ method: 'HEAD', url: path })).statusCode]).toEqual([path, 200])
  return rows.map(({ path }) => basename(path))
}
test('pictureColumns lists every column of the database that names a picture', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and data_type in ('text', 'character varying')
      and column_name ~ '(url|path|image|picture|photo|logo|thumb)'`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    pictureColumns.map(([table, column]) => `${getTableName(table)}.${column.name}`).toSorted(),
  )
})

test('removes unnamed pictures with their variants after a day, and keeps named, young and foreign files', async () => {
  const { itemID } = await stockItem(db, {})
  const add = async (...colours: string[]) => {
    const drawn = await Promise.all(
      colours.map(async (colour) => [`${colour}.png`, await drawPicture(colour, { width: 400, height: 300 })] as const),
    )
    const answer = await admin('POST', `/api/v1/item-images/${itemID}`, formOf({}, Object.fromEntries(drawn)))
    return answer.body.data.images as { id: number; url: string; thumb_url: string }[]
  }
  const photo = async (colour: string) => {
    const form = formOf({}, { 'me.png': await drawPicture(colour, { width: 40, height: 40 }) }, 'profilePicture')
    return basename((await admin('PUT', '/api/users/updateProfilePicture', form)).body.photo)
  }
  const profile = async (colour: string, method: 'POST' | 'PUT') => {
    const fields = { companyName: 'Amihan', registrationNumber: '1', companyEmail: 'a@x.example', companyPhone: '1' }
    const form = formOf(fields, { 'logo.png': await drawPicture(colour, { width: 60, height: 20 }) }, 'image_url')
    const { body } = await admin(method, '/api/v2/company-profile', form)
    return basename(body.data.image_url)
  }
  const [kept, removed] = await add('red', 'green')
  const [oldPhoto, newPhoto] = [await photo('navy'), await photo('teal')]
  const [oldLogo, newLogo] = [await profile('gold', 'POST'), await profile('silver', 'PUT')]
  expect((await admin('DELETE', `/api/v1/item-images/${itemID}/${removed!.id}`)).status).toBe(200)
  const key = (path: string) => basename(path, '.webp')
  // The usual sizes, which the server creates ahead after an upload.
  const [sizes, sizesOfRemoved] = [kept, removed].map((image) =>
    [320, 480, 720, 960].map((width) => `${key(image!.url)}.${width}.avif`),
  )
  await expect.poll(files, { timeout: 10_000 }).toEqual(expect.arrayContaining([...sizes!, ...sizesOfRemoved!]))
  const draft = `${key(kept!.url)}.webp.${randomUUID()}`
  const youngDraft = `${key(kept!.url)}.webp.${randomUUID()}`
  const orphan = `${'f'.repeat(32)}.321.webp`
  for (const name of [draft, youngDraft, orphan, 'notes.txt', 'logo.webp'])
    await writeFile(join(uploadsFolder, name), name)

  // No file is a day old yet, so the cleanup removes none.
  expect(await cleanUpPictures({ db, store })).toEqual({ removed: 0, whole: true })
  await makeOld((await files()).filter((name) => name !== youngDraft))
  const before = await files()
  const goes = [
    basename(removed!.url),
    basename(removed!.thumb_url),
    ...sizesOfRemoved!,
    oldPhoto,
    oldLogo,
    draft,
    orphan,
  ]
  const { removed: count, whole } = await cleanUpPictures({ db, store })
  const after = await files()
  expect(before.filter((name) => !after.includes(name))).toEqual(goes.toSorted())
  expect(after.filter((name) => !before.includes(name))).toEqual([])
  expect({ count, whole }).toEqual({ count: goes.length, whole: true })
  expect(after).toEqual(expect.arrayContaining([...sizes!, newPhoto, newLogo, youngDraft, 'notes.txt', 'logo.webp']))
  await assertAllThere()
  expect(await cleanUpPictures({ db, store })).toEqual({ removed: 0, whole: true })
})

/** Returns a store of old files that pauses in the method `at`. `reached` resolves at the pause; `goOn` ends it. */
function stopping(at: 'put' | 'remove') {
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const stopped: PictureStore = {
    ...allOld,
    [at]: async (...given: [string, Uint8Array]) => {
      await store[at](...given)
      reached.resolve()
      await goOn.promise
    },
  }
  return { stopped, reached: reached.promise, goOn: goOn.resolve }
}
const allOld: PictureStore = {
  ...store,
  async *list() {
    for await (const file of store.list()) yield { ...file, at: old }
  },
}

/** Uploads one picture to an item, through an app with this store. */
async function uploading(pictureStore: PictureStore, itemID: number, bytes: Buffer) {
  const other = await createApp({ db, pictureStore })
  onTestFinished(() => other.close())
  return other.inject({
    method: 'POST',
    url: `/api/v1/item-images/${itemID}`,
    headers: { authorization: `Bearer ${tokens.get(1)}` },
    payload: formOf({}, { 'a.png': bytes }),
  })
}

test('an upload that reuses an old unnamed picture keeps it despite a concurrent cleanup', async () => {
  const { itemID } = await stockItem(db, {})
  const bytes = await drawPicture('orchid', { width: 700, height: 500 })
  const { reached, goOn, stopped } = stopping('put')
  const upload = uploading(stopped, itemID, bytes)
  await reached
  // The file exists, and its row does not exist yet.
  expect(await cleanUpPictures({ db, store: allOld })).toMatchObject({ whole: false })
  goOn()
  expect((await upload).statusCode).toBe(201)
  await cleanUpPictures({ db, store: allOld })
  await assertAllThere()
})

test('an upload of a picture that the cleanup is removing waits and stores it again', async () => {
  const { itemID } = await stockItem(db, {})
  const bytes = await drawPicture('plum', { width: 30, height: 50 })
  // This picture was uploaded and then removed from its item, so no row names it.
  const first = (await uploading(store, itemID, bytes)).json().data.images[0]
  await admin('DELETE', `/api/v1/item-images/${itemID}/${first.id}`)
  const { reached, goOn, stopped } = stopping('remove')
  const cleanup = cleanUpPictures({ db, store: stopped })
  await reached
  const upload = uploading(store, itemID, bytes)
  const waits = sql`select 1 as one from pg_locks where locktype = 'advisory' and objid = ${locks.pictures} and not granted`
  await expect.poll(async () => (await db.execute<{ one: 1 }>(waits)).rows.length).toBe(1)
  goOn()
  expect((await upload).json().data.images.map(({ url: path }: { url: string }) => path)).toEqual([first.url])
  expect((await cleanup).removed).toBeGreaterThan(0)
  await assertAllThere()
})

test('after a failed removal, uploads wait until the other removals have ended', async () => {
  const failing = '1'.repeat(32)
  const slow = '2'.repeat(32)
  for (const key of [failing, slow]) await writeFile(join(uploadsFolder, `${key}.webp`), key)
  const { reached, goOn, stopped } = stopping('remove')
  const cleanup = cleanUpPictures({
    db,
    store: {
      ...stopped,
      remove: (name) => (name.startsWith(failing) ? Promise.reject(new Error('EIO')) : stopped.remove(name)),
    },
  })
  const failure = cleanup.catch((error: Error) => error.message)
  await reached
  const free = sql`select pg_try_advisory_xact_lock_shared(${locks.pictures}) as free`
  expect((await db.execute<{ free: boolean }>(free)).rows).toEqual([{ free: false }])
  goOn()
  expect(await failure).toBe('EIO')
  expect((await db.execute<{ free: boolean }>(free)).rows).toEqual([{ free: true }])
  expect((await files()).filter((name) => name.startsWith(slow))).toEqual([])
  await cleanUpPictures({ db, store: allOld })
})

test('concurrent uploads, removals, copies and cleanups lose no picture', { timeout: 60_000 }, async () => {
  const colours = await Promise.all(['tan', 'sienna', 'khaki'].map((colour) => drawPicture(colour)))
  const itemIDs = await Promise.all([1, 2, 3].map(async () => (await stockItem(db, {})).itemID))
  const statuses = new Set<number>()
  let swept = 0
  const cleanUpOnce = async () => void (swept += (await cleanUpPictures({ db, store: allOld })).removed)
  async function work(itemID: number, n: number) {
    const path = `/api/v1/item-images/${itemID}`
    for (let round = 0; round < 10; round++) {
      const [added] = await Promise.all([
        admin('POST', path, formOf({}, { 'a.png': colours[(n + round) % 3]! })),
        cleanUpOnce(),
      ])
      const [{ id }] = added.body.data.images.slice(-1)
      // Another item copies the picture while this item loses it.
      const [copied, removed] = await Promise.all([
        admin('POST', '/api/v1/item-inventory', { ...copy, itemCode: `C-${n}-${round}`, imageOrder: [id] }),
        admin('DELETE', `${path}/${id}`),
        cleanUpOnce(),
      ])
      statuses.add(copied.status)
      expect(removed.status).toBe(200)
      if (copied.status === 201 && round < 9)
        await db.execute(sql`delete from item_image where item_id = ${copied.body.data.itemID}`)
      await cleanUpOnce()
    }
  }
  await Promise.all(itemIDs.map(work))
  expect([...statuses].filter((status) => ![201, 404].includes(status))).toEqual([])
  expect(statuses).toContain(201)
  const named = await assertAllThere()
  await cleanUpOnce()
  expect(swept).toBeGreaterThan(0)
  expect((await files()).filter((name) => pictureName.test(name))).toEqual([...new Set(named)].toSorted())
})
const copy = { itemName: 'Copy', categoryID: 1, grams: 1, uom: 'PCS', price: 1, cost: 1 }

test('removes nothing while a backup reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const told: boolean[] = []
  await writeFile(join(uploadsFolder, `${'e'.repeat(32)}.webp`), 'nobody’s')
  const watched: PictureStore = {
    ...store,
    async *list() {
      told.push((await cleanUpPictures({ db, store: allOld })).whole)
      yield* store.list()
    },
  }
  await backUp(url, watched, join(folder, 'shop.tar.gz'))
  expect(told).toEqual([false])
  expect(await cleanUpPictures({ db, store: allOld })).toEqual({ removed: 1, whole: true })
})
