import { readdir } from 'node:fs/promises'

import { desc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { picturesPerItem } from '../../../contract/catalogue/items.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../../tests/support/pictures.ts'
import { itemImage } from '../../db/schema/catalogue.ts'
import { audit } from '../../db/schema/shared.ts'
import { proposeOlderFocuses } from './older-pictures.ts'

const { app, db, as, tokens, uploadsFolder, pictureStore } = await testApp()
const staff = as(3)

await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
/** Creates an item with one picture of each colour. Returns its key and its pictures' keys. */
async function make(...colours: string[]) {
  const itemCode = `I-${await db.$count(audit)}`
  const given = { itemCode, itemName: itemCode, categoryID: 1, grams: 1, uom: 'PCS', price: 1, cost: 1 }
  const files = await Promise.all(colours.map(async (colour) => [`${colour}.png`, await drawPicture(colour)] as const))
  const { body } = await staff('POST', '/api/v1/item-inventory', formOf(given, Object.fromEntries(files)))
  return { itemID: body.data.itemID as number, ids: idsOf(body), images: body.data.images as Image[] }
}
type Image = { id: number; url: string; thumb_url: string }
const idsOf = (body: { data: { images: Image[] } }) => body.data.images.map((image) => image.id)
const add = (itemID: number, files: Record<string, Uint8Array>, headers = {}) =>
  staff('POST', `/api/v1/item-images/${itemID}`, formOf({}, files), headers)
const order = (itemID: number, imageIDs: unknown) => staff('PUT', `/api/v1/item-images/${itemID}/order`, { imageIDs })
/** Returns all stored files except the resized copies for the public pages. */
const storedFiles = async () => (await readdir(uploadsFolder)).filter((name) => !/\.\d+\.avif/.test(name))
const fetchPicture = async (url: string) => (await app.inject(url)).rawPayload

test('a picture is stored as WebP, 1600 and 320 pixels wide, for anyone to read and cache', async () => {
  const { itemID } = await make()
  const { status, body } = await add(itemID, {
    'wide.jpg': await drawPicture('teal', { width: 2400, height: 1200, format: 'jpeg' }),
    'small.gif': await drawPicture('navy', { width: 100, height: 50, format: 'gif' }),
  })
  expect(status).toBe(201)
  const sizes = await Promise.all(
    (body.data.images as Image[])
      .flatMap(({ url, thumb_url }) => [url, thumb_url])
      .map(async (url) => {
        const { format, width, height } = await sharp(await fetchPicture(url)).metadata()
        return [format, width, height]
      }),
  )
  expect(sizes).toEqual([
    ['webp', 1600, 800],
    ['webp', 320, 160],
    ['webp', 100, 50],
    ['webp', 100, 50],
  ])
  const { headers } = await app.inject(body.data.images[0].url)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
  })
})

test('camera metadata is removed and the picture is turned upright', async () => {
  const halves = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .composite([
      { input: await sharp(await drawPicture('blue', { width: 20, height: 20 })).toBuffer(), left: 20, top: 0 },
    ])
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '35/1 40/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect((await sharp(halves).metadata()).orientation).toBe(6)
  const { itemID } = await make()
  const { body } = await add(itemID, { 'phone.jpg': halves })
  const kept = await fetchPicture(body.data.images[0].url)
  const metadata = await sharp(kept).metadata()
  expect([metadata.width, metadata.height]).toEqual([20, 40])
  expect([metadata.exif, metadata.orientation, metadata.xmp, metadata.icc]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const { data, info } = await sharp(kept).raw().toBuffer({ resolveWithObject: true })
  const [top, bottom] = [data.subarray(0, 3), data.subarray((info.width * info.height - 1) * info.channels)]
  // The picture was turned to the right, so its left side is on top.
  expect([top[0]! > 200, top[2]! < 60, bottom[0]! < 60, bottom[2]! > 200]).toEqual([true, true, true, true])
})

test('the same picture uploaded twice is one file', async () => {
  const { itemID, images } = await make('orchid')
  const files = await storedFiles()
  const { body } = await add(itemID, { 'again.png': await drawPicture('orchid') })
  expect(body.data.images).toHaveLength(2)
  expect(body.data.images[1]).toMatchObject({ url: images[0]!.url, thumb_url: images[0]!.thumb_url })
  expect(await storedFiles()).toEqual(files)
  expect(files.every((name) => /^[0-9a-f]{32}\.webp$/.test(name))).toBe(true)
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
)
const noise = async (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
const truncated = async (format: 'png' | 'jpeg' | 'webp') => {
  const whole = await (await noise(200, 200)).toFormat(format).toBuffer()
  return whole.subarray(0, whole.length >> 1)
}
test.each([
  ['drawing.svg', svg],
  ['drawing.png', svg],
  ['text.jpg', Buffer.from('<script>alert(1)</script>')],
  ['empty.png', Buffer.alloc(0)],
  ['report.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['half.png', await truncated('png')],
  ['half.jpg', await truncated('jpeg')],
  ['half.webp', await truncated('webp')],
  ['bomb.png', await drawPicture('black', { width: 12_000, height: 9_000 })],
])('%s is refused with its file name, and nothing is stored', async (name, bytes) => {
  const { itemID, ids } = await make('gold')
  const files = await storedFiles()
  const { status, body } = await add(itemID, { [name]: bytes })
  expect([status, body.message]).toEqual([415, expect.stringContaining(name)])
  expect(idsOf((await staff('GET', `/api/v1/item-images/${itemID}`)).body)).toEqual(ids)
  expect(await storedFiles()).toEqual(files)
})

test('refuses a form without pictures, with too many, or with too large ones', async () => {
  const { itemID } = await make()
  expect(await add(itemID, {})).toMatchObject({ status: 400, body: { message: 'Choose at least one picture' } })
  const one = await drawPicture('gold')
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.png`, one]))
  expect(await add(itemID, eleven)).toMatchObject({ status: 413, body: { message: 'At most 10 pictures at once' } })
  const large = Buffer.alloc(10 * 2 ** 20 + 1)
  const refused = await add(itemID, { 'large.png': large })
  expect(refused).toMatchObject({ status: 413, body: { message: 'A picture may have at most 10 MB' } })
  expect((await staff('GET', `/api/v1/item-images/${itemID}`)).body.data.images).toEqual([])
})

test('ten pictures in one form may exceed the size limit of a JSON body', async () => {
  const { itemID } = await make()
  const large = await (await noise(700, 700)).png().toBuffer()
  expect(large.length).toBeGreaterThan(2 ** 20)
  const colours = ['red', 'green', 'blue', 'gold', 'pink', 'teal', 'navy', 'lime', 'gray']
  const small = await Promise.all(colours.map(async (colour) => [colour, await drawPicture(colour)] as const))
  const { status, body } = await add(itemID, { large, ...Object.fromEntries(small) })
  expect([status, body.data.images.length]).toEqual([201, 10])
})

test('an item has a maximum number of pictures', async () => {
  const { itemID } = await make()
  const full = Array.from({ length: picturesPerItem }, (_, position) => ({ itemID, position, url: '', thumb_url: '' }))
  await db.insert(itemImage).values(full)
  const { status, body } = await add(itemID, { 'a.png': await drawPicture('gold') })
  expect([status, body.message]).toEqual([422, 'An item has at most 200 pictures'])
})

test.each([
  [
    'cut short',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="images"; filename="a"',
  ],
  [
    'cut in a file',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nabc',
  ],
  [
    'cut in a field',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="itemName"\r\n\r\nabc',
  ],
  ['without its boundary', 'multipart/form-data', '--x\r\n\r\n'],
  [
    'of another boundary',
    'multipart/form-data; boundary=y',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nabc\r\n--x--',
  ],
  ['of no parts', 'multipart/form-data; boundary=x', ''],
  [
    'of a strange file',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="toString"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
  ],
  [
    'of another file',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="papers"; filename="a"\r\n\r\nabc\r\n--x--\r\n',
  ],
  ['of text', 'text/plain', 'picture'],
])('a form %s is refused with a message', async (_, type, payload) => {
  const { itemID } = await make()
  for (const url of [`/api/v1/item-images/${itemID}`, '/api/v1/item-inventory']) {
    const headers = { authorization: `Bearer ${tokens.get(3)}`, 'content-type': type }
    const response = await app.inject({ method: 'POST', url, headers, payload })
    expect([400, 415]).toContain(response.statusCode)
    expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/^[A-Z]/) })
  }
})

test('pictures are reordered, and the first one is the cover', async () => {
  const { itemID, ids, images } = await make('red', 'green', 'blue')
  const turned = ids.toReversed()
  const { status, body } = await order(itemID, turned)
  expect([status, idsOf(body)]).toEqual([200, turned])
  const { body: read } = await staff('GET', `/api/v1/items/${itemID}`)
  expect([idsOf(read), read.data.image_url]).toEqual([turned, images[2]!.thumb_url])
  const [trail] = await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1)
  expect(trail).toMatchObject({ action: 'update', entity: 'item', entityID: itemID })
  const before = (trail!.before as { images: Image[] }).images.map((image) => image.id)
  expect(before).toEqual(ids)
})

test('an order must contain each picture of the item once, and no other', async () => {
  const { itemID, ids } = await make('red', 'green')
  const other = await make('blue')
  for (const [wrong, status] of [
    [[ids[0]], 422],
    [[...ids, ids[0]], 422],
    [[ids[0], ids[0]], 422],
    [[...ids, other.ids[0]], 404],
    [[other.ids[0], ids[0]], 404],
    [[], 400],
    [['a'], 400],
    [null, 400],
  ] as const)
    expect([wrong, (await order(itemID, wrong)).status]).toEqual([wrong, status])
  expect(idsOf((await staff('GET', `/api/v1/item-images/${itemID}`)).body)).toEqual(ids)
  expect((await order(999_999, ids)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Item not found',
  })
})

test('only an item’s own picture is removed, and the others keep their order without a gap', async () => {
  const { itemID, ids, images } = await make('red', 'green', 'blue')
  const other = await make('gold')
  const remove = (item: number, image: number) => staff('DELETE', `/api/v1/item-images/${item}/${image}`)
  expect((await remove(other.itemID, ids[0]!)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Picture not found',
  })
  expect((await remove(999_999, ids[0]!)).body.message).toBe('Item not found')
  expect(idsOf((await remove(itemID, ids[0]!)).body)).toEqual(ids.slice(1))
  expect((await remove(itemID, ids[0]!)).status).toBe(404)
  const { body } = await staff('GET', `/api/v1/items/${itemID}`)
  expect(body.data.image_url).toBe(images[1]!.thumb_url)
  expect(await positions(itemID)).toEqual([0, 1])
  expect((await app.inject(images[0]!.url)).statusCode).toBe(200)
})

test('concurrent changes of one item’s pictures leave a consistent order', async () => {
  const { itemID, ids } = await make('red', 'green', 'blue')
  const picture = await drawPicture('gold')
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => add(itemID, { [`${n}.png`]: picture })),
    ...Array.from({ length: 4 }, (_, n) => order(itemID, n % 2 === 0 ? ids : ids.toReversed())),
    staff('DELETE', `/api/v1/item-images/${itemID}/${ids[1]}`),
  ])
  // The server refuses a new order of the pictures that lacks a picture added meanwhile. No call fails with 500.
  expect(answers.every(({ status }) => [200, 201, 404, 422].includes(status))).toBe(true)
  expect(await positions(itemID)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('pictures sent twice with one idempotency key are added once', async () => {
  const { itemID } = await make()
  const send = async () => add(itemID, { 'a.png': await drawPicture('red') }, { 'idempotency-key': 'pictures' })
  const answers = [await send(), await send()]
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await positions(itemID)).toEqual([0])
})

test('pictures of an unknown item are 404', async () => {
  expect((await staff('GET', '/api/v1/item-images/999999')).body.message).toBe('Item not found')
  expect((await add(999_999, { 'a.png': await drawPicture('red') })).body.message).toBe('Item not found')
})

async function positions(itemID: number) {
  const rows = await db.select().from(itemImage)
  return rows
    .filter((row) => row.itemID === itemID)
    .map((row) => row.position)
    .toSorted((a, b) => a - b)
}

const given = (itemCode: string) => ({
  itemCode,
  itemName: 'Copy',
  categoryID: 1,
  grams: 1,
  uom: 'PCS',
  price: 1,
  cost: 1,
})

test('a new item can share pictures of other items, in any order with its own', async () => {
  const [one, two] = [await make('red', 'blue'), await make('teal')]
  const files = { 'a.png': await drawPicture('gold'), 'b.png': await drawPicture('silver') }
  const imageOrder = [one.ids[1], 0, two.ids[0], 0]
  const { status, body } = await staff('POST', '/api/v1/item-inventory', formOf({ ...given('MIX'), imageOrder }, files))
  expect(status).toBe(201)
  const [first, second, third, fourth] = body.data.images as Image[]
  expect(first).toMatchObject({ url: one.images[1]!.url, thumb_url: one.images[1]!.thumb_url })
  expect(third).toMatchObject({ url: two.images[0]!.url })
  const colours = await Promise.all(
    [second!, fourth!].map(async ({ url }) => [
      ...(
        await sharp(await fetchPicture(url))
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]),
  )
  expect(colours[0]![2]).toBeLessThan(60) // gold has no blue, silver has
  expect(colours[1]![2]).toBeGreaterThan(150)

  // Each item has its own row for the shared picture, so removing one row keeps the other.
  await staff('DELETE', `/api/v1/item-images/${one.itemID}/${one.ids[1]}`)
  expect(idsOf((await staff('GET', `/api/v1/items/${body.data.itemID}`)).body)).toEqual(idsOf(body))
  expect((await app.inject(first!.url)).statusCode).toBe(200)
  const asJson = await staff('POST', '/api/v1/item-inventory', { ...given('JSON'), imageOrder: [two.ids[0]] })
  expect(asJson.body.data.image_url).toBe(two.images[0]!.thumb_url)
  const none = await staff('POST', '/api/v1/item-inventory', formOf({ ...given('NONE'), imageOrder: '' }))
  expect(none.body.data.images).toEqual([])
})

const { ids: theirs } = await make('navy')
test.each<[unknown, number, string]>([
  ['0', 422, 'The order must name each picture once'],
  [`${theirs[0]},${theirs[0]}`, 422, 'The order must name each picture once'],
  ['999999', 404, 'Picture not found'],
  ['first', 400, 'Image order must be a number'],
  ['-1', 400, 'Image order must be at least 0'],
  [Array(201).fill('1').join(','), 400, 'Image order must have at most 200 entries'],
])('an order of pictures %s is refused, and no item is created', async (imageOrder, expected, message) => {
  const before = await db.$count(itemImage)
  const answer = await staff('POST', '/api/v1/item-inventory', formOf({ ...given('REFUSED'), imageOrder }))
  expect([answer.status, answer.body.message]).toEqual([expected, message])
  expect(await db.$count(itemImage)).toBe(before)
  expect((await staff('GET', '/api/v1/items?code=refused')).body.data).toEqual([])
})

/** Draws a white picture with a ruby in its upper left corner. */
const drawRuby = async () =>
  sharp(await drawPicture('white', { width: 400, height: 400 }))
    .composite([{ input: await drawPicture('darkred', { width: 60, height: 60 }), left: 60, top: 40 }])
    .png()
    .toBuffer()
type Focused = { id: number; focus: { x: number; y: number } }
const focusOf = async (itemID: number) =>
  (await staff('GET', `/api/v1/item-images/${itemID}`)).body.data.images.map(({ focus }: Focused) => focus)
const setFocus = (itemID: number, imageID: number, focus: object) =>
  staff('PUT', `/api/v1/item-images/${itemID}/${imageID}/focus`, focus)

test('an uploaded picture gets the place of its detail as focus, and a plain one its centre', async () => {
  const { itemID } = await make()
  const { body } = await add(itemID, { 'ruby.png': await drawRuby(), 'plain.png': await drawPicture('linen') })
  const [ruby, plain] = body.data.images as Focused[]
  expect(ruby!.focus.x).toBeCloseTo(22, -1)
  expect(ruby!.focus.y).toBeCloseTo(17, -1)
  expect(plain!.focus).toEqual({ x: 50, y: 50 })
  const read = await staff('GET', `/api/v1/items/${itemID}`)
  expect(read.body.data.image_focus).toEqual(ruby!.focus)
})

test('a person chooses the focus of a picture, which its duplicate keeps and the audit trail records', async () => {
  const { itemID, ids } = await make('peru', 'tan')
  const { status, body } = await setFocus(itemID, ids[1]!, { x: 20, y: 85 })
  expect([status, body.data.images.map(({ focus }: Focused) => focus)]).toEqual([
    200,
    [
      { x: 50, y: 50 },
      { x: 20, y: 85 },
    ],
  ])
  expect((await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1))[0]).toMatchObject({
    action: 'update',
    entity: 'item',
    entityID: itemID,
    after: { images: body.data.images },
  })
  const copy = { itemCode: 'FOCUS', itemName: 'Copy', categoryID: 1, grams: 1, uom: 'PCS', price: 1, cost: 1 }
  const made = await staff('POST', '/api/v1/item-inventory', formOf({ ...copy, imageOrder: ids[1] }))
  expect(made.body.data.image_focus).toEqual({ x: 20, y: 85 })
})

test('a focus outside of the picture, or of another item’s picture, is refused', async () => {
  const [one, two] = [await make('coral'), await make('plum')]
  for (const focus of [{ x: -1, y: 0 }, { x: 0, y: 101 }, { x: 1.5, y: 0 }, { x: 50 }, {}])
    expect((await setFocus(one.itemID, one.ids[0]!, focus)).status).toBe(400)
  expect((await setFocus(one.itemID, two.ids[0]!, { x: 1, y: 1 })).status).toBe(404)
  expect(await focusOf(two.itemID)).toEqual([{ x: 50, y: 50 }])
})

test('older pictures get their focus later; a chosen one stays, and a missing file gets the centre', async () => {
  await db.update(itemImage).set({ focusFrom: 'picture' })
  const { itemID } = await make()
  await add(itemID, { 'ruby.png': await drawRuby(), 'rose.png': await drawRuby() })
  await db.insert(itemImage).values({ itemID, position: 2, url: '/pictures/x.webp', thumb_url: '/pictures/x.webp' })
  const ids = idsOf((await staff('GET', `/api/v1/item-images/${itemID}`)).body)
  await db.update(itemImage).set({ focusX: 50, focusY: 50, focusFrom: 'nothing' }).where(eq(itemImage.itemID, itemID))
  await setFocus(itemID, ids[1]!, { x: 90, y: 90 })
  await proposeOlderFocuses(db, pictureStore)
  const [first, ...others] = await focusOf(itemID)
  expect([first.x < 30, first.y < 30]).toEqual([true, true])
  expect(others).toEqual([
    { x: 90, y: 90 },
    { x: 50, y: 50 },
  ])
  expect(await db.$count(itemImage, eq(itemImage.focusFrom, 'nothing'))).toBe(0)
})
