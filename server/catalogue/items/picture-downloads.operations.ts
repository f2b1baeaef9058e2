import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import pLimit from 'p-limit'

import { pictureBytes, picturesPerItem } from '../../../contract/catalogue/items.ts'
import { isAddress } from '../../../contract/imports/picture-sources.ts'
import { item, itemImage } from '../../db/schema/catalogue.ts'
import { importPicture } from '../../db/schema/imports.ts'
import { transact } from '../../db/transaction.ts'
import { publish, touch } from '../../events/publish.ts'
import { download } from '../../files/download.ts'
import { picturesIn } from '../../files/pictures.ts'
import type { PictureStore } from '../../files/store.ts'
import { enqueue } from '../../jobs/boss.ts'
import { type Context, shopContext } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { type Network, RequestRefused } from '../../kernel/public-network.ts'
import { drawImages, insertPictures, itemOwner, storePictures } from '../../resource/picture-lists.ts'
import { record } from '../../resource/records.ts'

// Downloads the pictures that the rows of imports name by their addresses. A failed picture changes nothing of its item.

/** The name of the scheduled work, which an import also starts at once. */
const workName = 'importPictures'
/** Pictures that are downloaded beside each other, and the milliseconds that each may take. */
const atOnce = 4
const patience = 20_000
/** Milliseconds after which a run ends. The next one, a minute later, goes on. */
const runAtMost = 8 * 60_000

/** Stores which pictures the rows of an import name. Those with an address are downloaded after the commit. */
export async function requestPictures(
  { db }: Context,
  importID: number,
  wanted: readonly { itemID: number; sources: readonly string[] }[],
) {
  const rows = wanted.flatMap(({ itemID, sources }) =>
    sources.map((source) => ({ importID, itemID, source, state: isAddress(source) ? 'waiting' : 'named' })),
  )
  if (rows.length === 0) return
  await db.execute(sql`insert into ${importPicture} (import_id, item_id, source, state)
    select "importID", "itemID", source, state from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given ("importID" int, "itemID" int, source text, state text)`)
  if (rows.some(({ state }) => state === 'waiting')) await startDownloads(db)
}

/** Lets the failed pictures of an import wait again. Returns their number. */
export async function retryPictures(context: Context, importID: number) {
  const { db } = context
  const again = await db
    .update(importPicture)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(importPicture.importID, importID), eq(importPicture.state, 'failed')))
    .returning({ id: importPicture.importPictureID })
  const waiting = again.length
  if (waiting === 0) return { waiting }
  await record(context, {
    action: 'try again',
    entity: 'import',
    entityID: importID,
    before: null,
    after: { pictures: waiting },
  })
  await startDownloads(db)
  return { waiting }
}

const startDownloads = (db: Db | Tx) => enqueue(db, 'scheduled', { name: workName }, { key: workName })

type Waiting = typeof importPicture.$inferSelect
type How = { db: Db; store: PictureStore; signal: AbortSignal; network?: Network }

/** Downloads all pictures that wait, the oldest first. */
export async function downloadPictures({ db, store, signal, network }: How) {
  const until = Date.now() + runAtMost
  const limit = pLimit(atOnce)
  for (let last = 0; !signal.aborted && Date.now() < until;) {
    const batch = await db
      .select()
      .from(importPicture)
      .where(and(eq(importPicture.state, 'waiting'), gt(importPicture.importPictureID, last)))
      .orderBy(asc(importPicture.importPictureID))
      .limit(atOnce * 5)
    if (batch.length === 0) return
    last = batch.at(-1)!.importPictureID
    await Promise.all(
      batch.map((one) => limit(() => takePicture({ db, store, signal, ...(network && { network }) }, one))),
    )
  }
}

async function takePicture({ db, store, signal, network }: How, one: Waiting) {
  if (signal.aborted) return
  try {
    const bytes = await download(one.source, { type: 'image/', bytesAtMost: pictureBytes, patience, signal, network })
    const drawn = await drawImages({ files: { images: [{ name: one.source, bytes }] } })
    await transact(db, async (tx) => {
      if (!(await claim(tx, one))) return
      const context = shopContext(tx, new Date())
      await assertRoom(tx, one.itemID)
      const stored = await storePictures(picturesIn(store, { expect() {} }), tx, drawn)
      await insertPictures(tx, itemOwner, one.itemID, stored)
      await settle(tx, one, 'taken')
      // The item's own trail stays as it is, so that the picture does not keep the import from being undone.
      const after = { itemID: one.itemID, picture: one.source }
      await record(context, { action: 'update', entity: 'import', entityID: one.importID, before: {}, after })
      await touch(context, 'item', [one.itemID])
    })
  } catch (error) {
    // The server is stopping. The next run takes the picture.
    if (signal.aborted) return
    if (!(error instanceof RequestRefused || error instanceof AppError)) throw error
    await fail(db, one, error.message)
  }
}

/** Stores the reason of a failure, and tells the screens that show the import. Nothing of the shop changed. */
const fail = (db: Db, one: Waiting, reason: string) =>
  transact(db, async (tx) => {
    const settled = await settle(tx, one, 'failed', reason)
    if (settled.length > 0)
      await publish(shopContext(tx, new Date()), { type: 'import.changed', entity: 'import', id: one.importID })
  })

/** Locks the picture and its item. Returns false when another run has taken it, or its item is gone. */
async function claim(tx: Tx, { importPictureID, itemID }: Waiting) {
  const [found] = await tx
    .select({ itemID: item.itemID })
    .from(item)
    .where(eq(item.itemID, itemID))
    .for('no key update')
  const [picture] = await tx
    .select({ state: importPicture.state })
    .from(importPicture)
    .where(eq(importPicture.importPictureID, importPictureID))
    .for('update')
  return found !== undefined && picture?.state === 'waiting'
}

async function assertRoom(tx: Tx, itemID: number) {
  const [found] = await tx.select({ pictures: count() }).from(itemImage).where(eq(itemImage.itemID, itemID))
  if (found!.pictures >= picturesPerItem)
    throw new AppError('picture.too_many', `An item has at most ${picturesPerItem} pictures`)
}

const settle = (tx: Tx, { importPictureID }: Waiting, state: 'taken' | 'failed', reason: string | null = null) =>
  tx
    .update(importPicture)
    .set({ state, reason })
    .where(and(eq(importPicture.importPictureID, importPictureID), eq(importPicture.state, 'waiting')))
    .returning({ id: importPicture.importPictureID })
