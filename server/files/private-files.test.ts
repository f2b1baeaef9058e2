// Proves that a scan of a certificate is read by staff alone, as a download that nothing keeps; that hostile files are
// refused or lose what is hostile in them; and that the cleanup and the backup know private files.
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getTableName, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { drawPicture, formOf } from '../../tests/support/pictures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { assertFiles, unpack } from '../backup/archive.ts'
import { backUp } from '../backup/backup.ts'
import { cleanUpPictures } from './cleanup.ts'
import { cleanUpPrivateFiles, privateFileColumns } from './private-files.ts'

const { app, db, url, as, uploadsFolder, pictureStore: store } = await testApp({ connections: 12 })
const [manager, staff] = [as(2), as(3)]
const folder = join(uploadsFolder, 'private')
const files = async () => (await readdir(folder).catch((): string[] => [])).toSorted()
const at = (pieceID: number) => `/api/v1/pieces/${pieceID}/certificate-file`

/** Creates a piece, and returns its key and number. */
async function makePiece(): Promise<{ pieceID: number; number: string }> {
  const { itemID, inventoryID } = await stockItem(db, { quantity: 1 })
  const { body } = await manager('PUT', `/api/v1/items/${itemID}/pieces`, { pieces: [{ inventoryID }] })
  return body.data.pieces[0]
}
const put = (pieceID: number, bytes: Uint8Array | string, name = 'scan', who = staff) =>
  who(
    'PUT',
    at(pieceID),
    formOf({}, { [name]: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes }, 'file'),
  )
const pdf = (inside = 'a scan') => `%PDF-1.7\n1 0 obj << /Type /Catalog >> ${inside} endobj\ntrailer <<>>\n%%EOF\n`
const picture = async () => new Uint8Array(await drawPicture('gold', { width: 60, height: 40 }))

test('staff keep and download a PDF as it is, and nothing on the way keeps it or looks into it', async () => {
  const { pieceID, number } = await makePiece()
  expect((await staff('GET', at(pieceID))).body).toMatchObject({ code: 'record.not_found' })
  const { status, body } = await put(pieceID, pdf(), '../../evil.html')
  expect([status, body.data.certificateScan]).toEqual([200, 'pdf'])
  expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{32}/)
  const found = await staff('GET', at(pieceID))
  expect((found.body as Buffer).toString()).toBe(pdf())
  expect(found.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number.replaceAll(/[^\w.-]/g, '_')}-certificate.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  const [trail] = (await as(1)('GET', `/api/v1/audit?entity=piece&entityID=${pieceID}`)).body.data
  expect(trail.action).toBe('update')
})

test('nobody else reads it, and no address of a picture leads to it', async () => {
  const { pieceID } = await makePiece()
  const { body } = await put(pieceID, await picture())
  expect(body.data.certificateScan).toBe('picture')
  expect((await app.inject({ method: 'GET', url: at(pieceID) })).statusCode).toBe(401)
  expect((await as(0)('GET', at(pieceID))).status).toBe(403)
  for (const name of await files())
    for (const path of [
      `/pictures/${name}`,
      `/pictures/private/${name}`,
      `/pictures/..%2Fprivate%2F${name}`,
      `/private/${name}`,
    ])
      expect([path, (await app.inject({ method: 'GET', url: path })).statusCode]).toEqual([path, 404])
  for (const method of ['PUT', 'DELETE'] as const) {
    expect((await app.inject({ method, url: at(pieceID) })).statusCode).toBe(401)
    expect((await as(0)(method, at(pieceID))).status).toBe(403)
  }
  expect((await put(99_999, pdf())).status).toBe(404)
})

test('a picture is encoded anew, without metadata and without what hides in its file', async () => {
  const { pieceID } = await makePiece()
  const jpeg = await sharp(await picture())
    .withExif({ IFD0: { Copyright: 'SECRET OWNER' } })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\u0003\u0004 archive')])
  for (const bytes of [jpeg, polyglot]) {
    expect((await put(pieceID, bytes, 'a.jpg')).status).toBe(200)
    const { headers, body } = await staff('GET', at(pieceID))
    expect(headers['content-type']).toBe('image/webp')
    expect((body as Buffer).toString('latin1')).not.toMatch(/SECRET|script|archive/)
    expect((await sharp(body as Buffer).metadata()).exif).toBeUndefined()
  }
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['HTML', '<!doctype html><script>1</script>'],
  ['a text', 'GIA 2231'],
  ['an archive', 'PK\u0003\u0004 zipped'],
  ['HTML before a PDF', `<html>${pdf()}`],
  ['HTML at the beginning of a PDF', pdf('<script>alert(1)</script>')],
  ['an archive after a PDF', `${pdf()}PK\u0003\u0004`],
  ['a PDF with a program', pdf('<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>')],
  ['a PDF that starts one', pdf('<< /S /Launch >>')],
  ['a PDF with files', pdf('<< /Type /EmbeddedFile >>')],
  ['half a PDF', '%PDF-1.7\n1 0 obj'],
])('refuses %s, and the piece keeps what it has', async (_, content) => {
  const { pieceID } = await makePiece()
  await put(pieceID, pdf('kept'))
  const before = await files()
  const refused = await put(pieceID, content, 'scan.pdf')
  expect([refused.status, refused.body.code]).toEqual([415, 'private_file.refused'])
  expect(refused.body.message).toMatch(/^(Choose a picture|This PDF)/)
  expect((await staff('GET', at(pieceID))).body.toString()).toBe(pdf('kept'))
  expect(await files()).toEqual(before)
})

test('refuses a damaged picture, a GIF, no file and a file that is too large', async () => {
  const { pieceID } = await makePiece()
  const code = async (bytes: Uint8Array | string) => (await put(pieceID, bytes)).body.code
  expect(await code((await picture()).subarray(0, 60))).toBe('picture.unreadable')
  expect(
    await code(
      await sharp(await picture())
        .gif()
        .toBuffer(),
    ),
  ).toBe('private_file.refused')
  expect((await staff('PUT', at(pieceID), formOf({}, {}, 'file'))).body.code).toBe('private_file.required')
  const large = await put(pieceID, pdf('x'.repeat(8 * 2 ** 20)))
  expect([large.status, large.body.message]).toEqual([413, 'A file may have at most 8 MB'])
})

test('privateFileColumns lists every column of the database that names a private file', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and data_type = 'text' and column_name ~ '(^|_)file$'
      -- It names the file of a backup.
      and table_name <> 'operation_run'`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    privateFileColumns.map(([table, column]) => `${getTableName(table)}.${column.name}`).toSorted(),
  )
})

test('a scan that no piece has is removed after a day, and one that a piece has stays', async () => {
  const [one, other, same] = [await makePiece(), await makePiece(), await makePiece()]
  await put(one.pieceID, pdf('swept'))
  for (const { pieceID } of [other, same]) await put(pieceID, pdf('shared'))
  const all = await files()
  expect((await staff('DELETE', at(one.pieceID))).body.data.certificateScan).toBeNull()
  await staff('DELETE', at(same.pieceID))
  expect((await staff('GET', at(one.pieceID))).status).toBe(404)
  // A foreign file stays, and a young one might still be stored.
  await writeFile(join(folder, 'notes.txt'), 'not of the shop')
  const clean = () => cleanUpPrivateFiles({ db, store })
  expect(await clean()).toEqual({ removed: 0, whole: true })
  const old = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of await files()) await utimes(join(folder, name), old, old)
  const { removed, whole } = await clean()
  expect([removed > 0, whole]).toEqual([true, true])
  const left = await files()
  expect(left).toContain('notes.txt')
  expect(left.length).toBe(all.length + 1 - removed)
  expect((await staff('GET', at(other.pieceID))).body.toString()).toBe(pdf('shared'))
  // The cleanup of pictures leaves private files alone.
  await cleanUpPictures({ db, store })
  expect(await files()).toEqual(left)
  await rm(join(folder, 'notes.txt'))
})

test('a backup holds the private files, and a damaged or missing one prevents the restore', async () => {
  const { pieceID } = await makePiece()
  await put(pieceID, pdf('in the backup'))
  const work = await mkdtemp(join(tmpdir(), 'private-files-'))
  onTestFinished(() => rm(work, { recursive: true }))
  const file = join(work, 'shop.tar.gz')
  await backUp(url, store, file)
  const about = await unpack(file, join(work, 'out'))
  const names = (await readdir(join(work, 'out', 'private'))).toSorted()
  expect([names, about.privateFiles]).toEqual([await files(), names.length])
  await assertFiles(join(work, 'out'), 'private', names, about.privateFiles!)
  const [first] = names
  expect(await readFile(join(work, 'out', 'private', first!))).toEqual(await readFile(join(folder, first!)))
  await expect(assertFiles(join(work, 'out'), 'private', names.slice(1), names.length)).rejects.toThrow(
    'private files are missing in this backup',
  )
  await writeFile(join(work, 'out', 'private', first!), 'other')
  await expect(assertFiles(join(work, 'out'), 'private', names, names.length)).rejects.toThrow(
    `the private file ${first} is damaged in this backup`,
  )
})
