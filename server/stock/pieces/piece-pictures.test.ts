// Proves through HTTP that a piece has pictures of its own, which stand for it wherever the piece itself is meant; that a
// certificate keeps those of its issue; and that the cleanup, the backup and the emptied shop know them.
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { and, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { picturesPerPiece } from '../../../contract/stock/pieces.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { unpack } from '../../backup/archive.ts'
import { backUp } from '../../backup/backup.ts'
import { pieceImage } from '../../db/schema/pieces.ts'
import { audit } from '../../db/schema/shared.ts'
import { cleanUpPictures } from '../../files/cleanup.ts'

const { app, db, url, as, uploadsFolder, pictureStore: store } = await testApp({ connections: 12 })
const [manager, staff, visitor] = [as(2), as(3), as(null)]

type Image = { id: number; url: string; thumb_url: string; focus: { x: number; y: number } }
const at = (pieceID: number) => `/api/v1/pieces/${pieceID}/images`
const failed = (code: string, message: unknown) => ({ success: false, code, message })

/** Creates an item with a picture, and two pieces of it. */
async function makePieces() {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 2, grams: 3 })
  const form = formOf({}, { 'item.png': await drawPicture('gray') })
  const { body: pictured } = await manager('POST', `/api/v1/item-images/${itemID}`, form)
  await manager('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }, { inventoryID }] })
  const { body } = await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial`)
  const [one, other] = body.data
  return { itemID, ofItem: pictured.data.images[0] as Image, one, other }
}
const add = async (pieceID: number, colours: readonly string[], who = staff) => {
  const files = await Promise.all(colours.map(async (colour) => [`${colour}.png`, await drawPicture(colour)] as const))
  return who('POST', at(pieceID), formOf({}, Object.fromEntries(files)))
}
/** Adds pictures, which must succeed, and returns all of the piece. */
const added = async (pieceID: number, ...colours: string[]): Promise<Image[]> => {
  const { status, body } = await add(pieceID, colours)
  expect(status).toBe(201)
  return body.data.images
}
const read = async (pieceID: number) => (await staff('GET', `/api/v1/pieces/${pieceID}`)).body.data
const imagesOf = async (pieceID: number): Promise<Image[]> => (await staff('GET', at(pieceID))).body.data.images
const order = (pieceID: number, imageIDs: unknown) => staff('PUT', `${at(pieceID)}/order`, { imageIDs })
const remove = (pieceID: number, imageID: number) => staff('DELETE', `${at(pieceID)}/${imageID}`)
const idsOf = (images: readonly Image[]) => images.map(({ id }) => id)

test('a piece is shown by its own pictures, and without any by those of its item', async () => {
  const { itemID, ofItem, one, other } = await makePieces()
  expect(await read(one.pieceID)).toMatchObject({ images: [], image_url: ofItem.thumb_url, image_focus: ofItem.focus })
  const images = await added(one.pieceID, 'red', 'blue')
  expect(images).toMatchObject([{ focus: { x: 50, y: 50 } }, {}])
  expect((await app.inject(images[0]!.url)).headers).toMatchObject({ 'content-type': 'image/webp' })
  expect(await read(one.pieceID)).toMatchObject({
    images,
    image_url: images[0]!.thumb_url,
    item: { image_url: ofItem.thumb_url },
  })
  const { body: list } = await staff('GET', `/api/v1/pieces?itemID=${itemID}&sort=serial`)
  expect(list.data.map(({ image_url }: { image_url: string }) => image_url)).toEqual([
    images[0]!.thumb_url,
    ofItem.thumb_url,
  ])
  expect((await read(other.pieceID)).images).toEqual([])
  // The pictures of the item stay as they are.
  expect((await staff('GET', `/api/v1/items/${itemID}`)).body.data.images).toEqual([ofItem])
  const trail = await db
    .select()
    .from(audit)
    .where(and(eq(audit.entity, 'piece'), eq(audit.entityID, one.pieceID), eq(audit.action, 'update')))
  expect(trail).toMatchObject([{ before: { images: [] }, after: { images } }])
  // Open screens of the piece read it again.
  const { rows } = await db.execute<object>(
    sql`select type from event where entity = 'piece' and entity_id = ${one.pieceID} order by event_id desc limit 1`,
  )
  expect(rows).toEqual([{ type: 'piece.changed' }])
})

test('pictures are put in order, get a focus, and are removed without a gap', async () => {
  const { one } = await makePieces()
  const { pieceID } = one
  const [a, b, c] = idsOf(await added(pieceID, 'red', 'green', 'blue')) as [number, number, number]
  expect(idsOf((await order(pieceID, [c, a, b])).body.data.images)).toEqual([c, a, b])
  const { status, body } = await staff('PUT', `${at(pieceID)}/${c}/focus`, { x: 10, y: 90 })
  expect([status, body.data.images[0].focus, body.data.images[1].focus]).toEqual([
    200,
    { x: 10, y: 90 },
    { x: 50, y: 50 },
  ])
  expect((await read(pieceID)).image_focus).toEqual({ x: 10, y: 90 })
  expect(idsOf((await remove(pieceID, a)).body.data.images)).toEqual([c, b])
  expect((await remove(pieceID, a)).status).toBe(404)
  const rows = await db.select().from(pieceImage).where(eq(pieceImage.pieceID, pieceID)).orderBy(pieceImage.position)
  expect(rows.map(({ imageID, position }) => [imageID, position])).toEqual([
    [c, 0],
    [b, 1],
  ])
})

test('an order made before somebody else added or removed a picture is refused', async () => {
  const { one } = await makePieces()
  const [a, b] = idsOf(await added(one.pieceID, 'red', 'green')) as [number, number]
  const [, , c] = idsOf(await added(one.pieceID, 'blue'))
  const incomplete = failed('picture.order_incomplete', 'The order must name each picture of the piece once')
  expect(await order(one.pieceID, [b, a])).toMatchObject({ status: 422, body: incomplete })
  expect(await order(one.pieceID, [b, a, b])).toMatchObject({ status: 422, body: incomplete })
  await remove(one.pieceID, a)
  expect(await order(one.pieceID, [b, a, c])).toMatchObject({ status: 404 })
  expect(idsOf(await imagesOf(one.pieceID))).toEqual([b, c])
  // A form of the piece that was opened before its pictures changed can still be saved.
  const saved = await staff('PUT', `/api/v1/pieces/${one.pieceID}`, { note: 'Scratch', updatedAt: one.updatedAt })
  expect([saved.status, saved.body.data.images.length]).toEqual([200, 2])
})

test('the picture of another piece or of the item is not touched', async () => {
  const { one, other, ofItem } = await makePieces()
  const [own] = idsOf(await added(one.pieceID, 'red'))
  const [foreign] = idsOf(await added(other.pieceID, 'navy'))
  expect((await remove(one.pieceID, foreign!)).status).toBe(404)
  expect((await order(one.pieceID, [foreign])).status).toBe(404)
  expect((await staff('PUT', `${at(one.pieceID)}/${foreign}/focus`, { x: 1, y: 1 })).status).toBe(404)
  expect(await imagesOf(other.pieceID)).toMatchObject([{ id: foreign, focus: { x: 50, y: 50 } }])
  const gone = await remove(one.pieceID, 99_999)
  expect(gone).toMatchObject({ status: 404, body: failed('record.not_found', 'Picture not found') })
  expect((await staff('GET', `/api/v1/item-images/${one.itemID}`)).body.data.images).toEqual([ofItem])
  expect(idsOf(await imagesOf(one.pieceID))).toEqual([own])
})

test('bad files, too many, and unknown pieces are refused with a sentence', async () => {
  const { one } = await makePieces()
  const { pieceID } = one
  const upload = (files: Record<string, Uint8Array>) => staff('POST', at(pieceID), formOf({}, files))
  expect(await upload({})).toMatchObject({
    status: 400,
    body: failed('picture.required', 'Choose at least one picture'),
  })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const drawn = await drawPicture('gold')
  expect(await upload({ 'ok.png': drawn, '../../evil.svg': svg })).toMatchObject({
    status: 415,
    body: failed('picture.unreadable', expect.stringContaining('evil.svg')),
  })
  expect(await imagesOf(pieceID)).toEqual([])
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.png`, drawn]))
  expect(await upload(eleven)).toMatchObject({ status: 413, body: { message: 'At most 10 pictures at once' } })
  const path = { url: '/pictures/x.webp', thumb_url: '/pictures/x.webp' }
  await db
    .insert(pieceImage)
    .values(Array.from({ length: picturesPerPiece - 1 }, (_, position) => ({ pieceID, position, ...path })))
  expect(await add(pieceID, ['red', 'blue'])).toMatchObject({
    status: 422,
    body: failed('picture.too_many', 'A piece has at most 20 pictures'),
  })
  expect((await add(pieceID, ['red'])).status).toBe(201)
  await db.delete(pieceImage).where(eq(pieceImage.pieceID, pieceID))
  const unknown = failed('record.not_found', 'Piece not found')
  for (const answer of [
    await add(99_999, ['red']),
    await staff('GET', at(99_999)),
    await order(99_999, [1]),
    await remove(99_999, 1),
  ])
    expect(answer).toMatchObject({ status: 404, body: unknown })
  for (const imageIDs of [[], 'all', [0], Array.from({ length: 21 }, (_, n) => n + 1)])
    expect((await order(pieceID, imageIDs)).status).toBe(400)
  for (const focus of [{ x: -1, y: 0 }, { x: 0, y: 101 }, { x: 1 }])
    expect((await staff('PUT', `${at(pieceID)}/1/focus`, focus)).status).toBe(400)
})

test('only who may change stock changes the pictures', async () => {
  const { one } = await makePieces()
  const [own] = idsOf(await added(one.pieceID, 'red'))
  for (const [who, status] of [
    [as(0), 403],
    [visitor, 401],
  ] as const) {
    const answers = [
      await add(one.pieceID, ['blue'], who),
      await who('GET', at(one.pieceID)),
      await who('PUT', `${at(one.pieceID)}/order`, { imageIDs: [own] }),
      await who('PUT', `${at(one.pieceID)}/${own}/focus`, { x: 1, y: 1 }),
      await who('DELETE', `${at(one.pieceID)}/${own}`),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
  }
  expect(await imagesOf(one.pieceID)).toMatchObject([{ id: own, focus: { x: 50, y: 50 } }])
})

test('people who change the pictures of a piece at once leave each position to one picture', async () => {
  const { one } = await makePieces()
  const { pieceID } = one
  const [first] = idsOf(await added(pieceID, 'red'))
  const answers = await Promise.all([
    add(pieceID, ['green', 'blue']),
    add(pieceID, ['navy']),
    remove(pieceID, first!),
    add(pieceID, ['teal', 'plum']),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201])
  const rows = await db.select().from(pieceImage).where(eq(pieceImage.pieceID, pieceID)).orderBy(pieceImage.position)
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4])
})

test('the page of a tag shows the own pictures of its piece, and the site none of them', async () => {
  const { itemID, one, other, ofItem } = await makePieces()
  const shown = async (code: string) =>
    (await visitor('GET', `/api/shop/pieces?code=${code}`)).body.data.pictures as { path: string; focus: object }[]
  expect(await shown(one.code)).toEqual([{ path: ofItem.url, focus: ofItem.focus }])
  const images = await added(one.pieceID, 'red', 'green', 'blue', 'navy')
  await staff('PUT', `${at(one.pieceID)}/${images[0]!.id}/focus`, { x: 20, y: 30 })
  expect(await shown(one.code)).toEqual([
    { path: images[0]!.url, focus: { x: 20, y: 30 } },
    { path: images[1]!.url, focus: { x: 50, y: 50 } },
    { path: images[2]!.url, focus: { x: 50, y: 50 } },
  ])
  expect(await shown(other.code)).toEqual([{ path: ofItem.url, focus: ofItem.focus }])
  const site = await visitor('GET', `/api/shop/items/${itemID}`)
  expect([site.status, site.body.data.pictures]).toEqual([200, [ofItem.url]])
})

test('a line of a sale shows the piece that it names', async () => {
  const { itemID, one, other, ofItem } = await makePieces()
  const [own] = await added(one.pieceID, 'red')
  await staff('PUT', `${at(one.pieceID)}/${own!.id}/focus`, { x: 20, y: 30 })
  const items = [one, other].map(({ pieceID }) => ({ itemID, orderQty: 1, pieceID }))
  const { status, body } = await staff('POST', '/api/v2/sales', { locationID: 1, transactionTypeID: 1, items })
  expect([status, body.data.items]).toMatchObject([
    201,
    [
      { piece: { number: one.number }, image_url: own!.thumb_url, image_focus: { x: 20, y: 30 } },
      { piece: { number: other.number }, image_url: ofItem.thumb_url, image_focus: ofItem.focus },
    ],
  ])
})

test('a certificate shows the piece as it was when it was issued, whatever happens to the pictures', async () => {
  const { one, other, ofItem } = await makePieces()
  const images = await added(one.pieceID, 'red', 'green', 'blue', 'navy')
  const issue = async (pieceID: number) => (await staff('POST', `/api/v1/pieces/${pieceID}/certificates`, {})).body.data
  const made = await issue(one.pieceID)
  const paths = images.slice(0, 3).map((image) => image.url)
  expect(made.pictures).toEqual(paths)
  expect((await issue(other.pieceID)).pictures).toEqual([ofItem.url])
  for (const { id } of images) await remove(one.pieceID, id)
  const [replaced] = await added(one.pieceID, 'orchid')
  const check = async (code: string) => (await visitor('GET', `/api/shop/certificates?code=${code}`)).body.data.pictures
  expect((await staff('GET', `/api/v1/certificates/${made.certificateID}`)).body.data.pictures).toEqual(paths)
  expect(await check(made.code)).toEqual(paths)
  const { body } = await manager('POST', `/api/v1/certificates/${made.certificateID}/reissue`, { reason: 'changed' })
  expect(body.data.pictures).toEqual([replaced!.url])
})

test('the cleanup keeps the pictures of pieces and certificates, and a backup holds them', async () => {
  const { one, other } = await makePieces()
  const kept = await added(one.pieceID, 'khaki')
  const [certified] = await added(other.pieceID, 'crimson')
  await staff('POST', `/api/v1/pieces/${other.pieceID}/certificates`, {})
  const [removed] = (await added(one.pieceID, 'sienna')).slice(-1)
  await remove(other.pieceID, certified!.id)
  await remove(one.pieceID, removed!.id)
  const names = async () => await readdir(uploadsFolder)
  const old = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of await names()) if (name.endsWith('.webp')) await utimes(join(uploadsFolder, name), old, old)
  expect((await cleanUpPictures({ db, store })).whole).toBe(true)
  const left = new Set(await names())
  const isLeft = (path: string) => left.has(basename(path))
  expect([kept[0]!.url, kept[0]!.thumb_url, certified!.url].map(isLeft)).toEqual([true, true, true])
  expect([removed!.url, removed!.thumb_url].map(isLeft)).toEqual([false, false])

  const work = await mkdtemp(join(tmpdir(), 'piece-pictures-'))
  onTestFinished(() => rm(work, { recursive: true }))
  await backUp(url, store, join(work, 'shop.tar.gz'))
  await unpack(join(work, 'shop.tar.gz'), join(work, 'out'))
  const saved = new Set(
    await readdir(join(work, 'out'), { recursive: true }).then((all) => all.map((one) => basename(one))),
  )
  for (const path of [kept[0]!.url, kept[0]!.thumb_url, certified!.url])
    expect([path, saved.has(basename(path))]).toEqual([path, true])
})

test('an emptied shop has no pictures of pieces any more', async () => {
  const shop = await testApp()
  const { itemID, inventoryID } = await stockItem(shop.db, { quantity: 1 })
  const { body } = await shop.as(2)('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
  const form = formOf({}, { 'red.png': await drawPicture('red') })
  expect((await shop.as(3)('POST', at(body.data.pieces[0].pieceID), form)).status).toBe(201)
  expect((await shop.as(1)('POST', '/api/v1/empty-shop', { shopName: 'Alahas' })).status).toBe(200)
  expect(await shop.db.$count(pieceImage)).toBe(0)
})
