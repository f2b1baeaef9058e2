// Proves that the pictures that rows name by their addresses are downloaded after the import, that a failed one is told
// and changes nothing of its item, that file names find their items, and that undoing takes the pictures along.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { findPictureProblem, splitPictureSources } from '../../contract/imports/picture-sources.ts'
import { toCsv } from '../../contract/shared/csv.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { downloadPictures } from '../catalogue/items/picture-downloads.operations.ts'
import { itemImage } from '../db/schema/catalogue.ts'
import { event } from '../db/schema/events.ts'
import { importPicture } from '../db/schema/imports.ts'
import type { Network } from '../kernel/public-network.ts'

const { as, db, pictureStore: store, users } = await testApp()
const staff = as(3)
await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })

const header = ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost', 'Image Src']
async function checkFile(rows: [code: string, pictures: string][]) {
  const cells = rows.map(([code, pictures]) => [code, code, 'Rings', '3', 'PCS', '1000', '600', pictures])
  const file = { 'a.csv': new TextEncoder().encode(toCsv([header, ...cells])) }
  const { body } = await staff('POST', '/api/v1/imports/drafts', formOf({ kind: 'items' }, file, 'file'))
  const path = `/api/v1/imports/drafts/${body.data.importDraftID}`
  return { path, check: (await staff('POST', `${path}/check`, {})).body.data.check }
}
const importFile = async (rows: [string, string][]) =>
  (await staff('POST', `${(await checkFile(rows)).path}/import`, {})).body.data.importID as number
const itemOf = async (code: string) => (await staff('GET', `/api/v1/items?code=${code}`)).body.data[0]
const picturesOf = async (id: number, query = '') =>
  (await staff('GET', `/api/v1/imports/${id}/pictures${query}`)).body.data

/** Starts a site of pictures, which the returned network calls public. */
async function site() {
  const [red, blue] = [await drawPicture('red'), await drawPicture('blue')]
  let isUp = true
  const server = createServer(({ url }, response) => {
    const found = { '/red.png': red, '/blue.png': blue, '/text.png': Buffer.from('no picture') }[url!]
    if (!found || (url === '/blue.png' && !isUp)) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(found)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const network: Network = {
    protocols: new Set(['http:']),
    resolve: async (host) => [host === 'shop.example' ? '127.0.0.1' : '10.0.0.1'],
    isPublic: (address) => address === '127.0.0.1',
    ports: new Set([String(port)]),
  }
  return {
    at: (path: string, host = 'shop.example') => `http://${host}:${port}${path}`,
    network,
    set: (up: boolean) => (isUp = up),
  }
}
const work = (network: Network) => downloadPictures({ db, store, signal: new AbortController().signal, network })

test('downloads pictures, tells failed ones, and takes the items back with their pictures', async () => {
  const { at, network, set } = await site()
  set(false)
  const importID = await importFile([
    ['PIC-1', `${at('/red.png')} ${at('/blue.png')}`],
    ['PIC-2', at('/text.png')],
    ['PIC-3', at('/red.png', 'inside.example')],
    ['PIC-4', ''],
  ])
  expect(await picturesOf(importID)).toMatchObject({ counts: { waiting: 4, taken: 0, failed: 0, named: 0 } })
  await work(network)
  const { counts, pictures } = await picturesOf(importID)
  expect(counts).toEqual({ waiting: 0, taken: 1, failed: 3, named: 0 })
  expect(pictures.map((one: { itemCode: string; reason: string }) => [one.itemCode, one.reason])).toEqual([
    ['PIC-1', null],
    ['PIC-1', 'The site answers 404'],
    ['PIC-2', expect.stringMatching(/\w/)],
    ['PIC-3', 'inside.example is not on the public internet'],
  ])
  expect((await itemOf('PIC-1')).images).toHaveLength(1)
  expect((await itemOf('PIC-2')).images).toEqual([])

  set(true)
  expect((await staff('PUT', `/api/v1/imports/${importID}/pictures/retry`)).body.data).toEqual({ waiting: 3 })
  await Promise.all([work(network), work(network)])
  expect((await picturesOf(importID)).counts).toMatchObject({ waiting: 0, taken: 2, failed: 2 })
  expect((await itemOf('PIC-1')).images).toHaveLength(2)
  expect(await picturesOf(importID, '?state=failed&limit=1')).toMatchObject({ pictures: [{ itemCode: 'PIC-2' }] })

  expect((await staff('PUT', `/api/v1/imports/${importID}/undo`)).status).toBe(200)
  expect([await db.$count(itemImage), await db.$count(importPicture)]).toEqual([0, 0])
})

test('screens that show the import learn of a failed picture and of another try', async () => {
  const { at, network } = await site()
  const importID = await importFile([['TOLD-1', at('/text.png')]])
  const tellings = async () =>
    (
      await db
        .select()
        .from(event)
        .where(and(eq(event.entity, 'import'), eq(event.entityID, importID)))
    ).map(({ type }) => type)
  const retry = () => staff('PUT', `/api/v1/imports/${importID}/pictures/retry`)
  expect(await tellings()).toEqual(['import.created'])
  await work(network)
  expect(await tellings()).toEqual(['import.created', 'import.changed'])
  expect((await retry()).body.data).toEqual({ waiting: 1 })
  expect(await tellings()).toEqual(['import.created', 'import.changed', 'import.tried_again'])
  // Nothing waits, so nothing happens.
  expect((await retry()).body.data).toEqual({ waiting: 0 })
  expect(await tellings()).toHaveLength(3)
  const trail = (await as(1)('GET', `/api/v1/audit?entity=import&entityID=${importID}`)).body.data
  expect(trail[0]).toMatchObject({ action: 'try again', userID: users.get(3) })
  await work(network)
  expect((await staff('PUT', `/api/v1/imports/${importID}/undo`)).status).toBe(200)
})

test('a picture whose item a person gave others keeps the import from being undone', async () => {
  const { at, network } = await site()
  const importID = await importFile([['OWN-1', at('/red.png')]])
  await work(network)
  const { itemID } = await itemOf('OWN-1')
  const added = await staff(
    'POST',
    `/api/v1/item-images/${itemID}`,
    formOf({}, { 'a.png': await drawPicture('green') }),
  )
  expect(added.status).toBe(201)
  expect((await staff('PUT', `/api/v1/imports/${importID}/undo`)).body.code).toBe('import.in_use')
})

test('a stopped server leaves the rest waiting', async () => {
  const { at, network } = await site()
  const importID = await importFile([['STOP-1', at('/red.png')]])
  await downloadPictures({ db, store, signal: AbortSignal.abort(), network })
  expect((await picturesOf(importID)).counts).toMatchObject({ waiting: 1, failed: 0 })
})

test('file names find their items when the pictures are uploaded', async () => {
  const importID = await importFile([
    ['NAME-1', 'Front view.JPG|back.png'],
    ['NAME-2', 'other.webp'],
  ])
  expect((await picturesOf(importID)).counts).toEqual({ waiting: 0, taken: 0, failed: 0, named: 3 })
  const names = ['photos/front view.jpg', 'back.png', 'other.webp', 'NAME-2.jpg', 'unknown.jpg']
  const { body } = await staff('POST', '/api/v1/imports/picture-names', { names })
  expect(
    body.data.map(({ item, place }: { item: { itemCode: string } | null; place: number }) => [item?.itemCode, place]),
  ).toEqual([
    ['NAME-1', 1],
    ['NAME-1', 2],
    ['NAME-2', 1],
    ['NAME-2', 1],
    [undefined, 1],
  ])
})

test('tells cells that name no picture', async () => {
  const { check } = await checkFile([
    ['BAD-1', 'see the drawer'],
    ['BAD-2', 'https://'],
    ['BAD-3', 'javascript:alert(1).png'],
  ])
  expect(check.reasons).toMatchObject([{ reason: 'invalid', column: 'pictures', rows: 3 }])
})

test.each([
  ['https://a.example/1.jpg https://a.example/2.jpg', ['https://a.example/1.jpg', 'https://a.example/2.jpg']],
  ['https://a.example/1.jpg,https://a.example/2.jpg', ['https://a.example/1.jpg', 'https://a.example/2.jpg']],
  ['front view.jpg | back.jpg;back.jpg', ['front view.jpg', 'back.jpg']],
  ['', []],
])('%s names %j', (cell, sources) => {
  expect(splitPictureSources(cell)).toEqual(sources)
  expect(findPictureProblem(cell)).toBeNull()
})
