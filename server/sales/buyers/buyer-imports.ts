import { asc, getColumns, inArray, sql } from 'drizzle-orm'

import { BuyerInput, type buyers, platforms } from '../../../contract/sales/buyers.ts'
import { z } from '../../../contract/shared/zod.ts'
import { buyer, handleKey } from '../../db/schema/sales.ts'
import { createUpdates } from '../../imports/kinds/changed.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  findFirstUndoBlockers,
  type Kind,
  statusWord,
} from '../../imports/kinds/kind.ts'
import { deleteRecorded, insertRecorded, lockRecords } from '../../imports/kinds/recorded.ts'
import { buyerFilters } from './buyers.queries.ts'
import { normalizeHandle } from './buyers.rules.ts'

/** A file may write the platform in any case. */
const findPlatform = (word: unknown) =>
  platforms.find((platform) => typeof word === 'string' && platform.toLowerCase() === word.toLowerCase())

const Row = BuyerInput.extend({
  platform: z.preprocess((word) => findPlatform(word) ?? word, BuyerInput.shape.platform),
  status: z.boolean().default(true),
})

type Row = z.output<typeof Row>

const platformHandle = sql<string>`${buyer.platform} || chr(10) || ${handleKey(buyer.handle)}`

/** Returns the condition that a buyer has one of these platforms with its handle. The unique index finds them. */
function hasOneOf(keys: readonly string[]) {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf('\n')), key.slice(key.indexOf('\n') + 1)] as const)
  const [named, handles] = [pairs.map(([platform]) => platform), pairs.map(([, handle]) => handle)]
  return sql`(${buyer.platform}, ${handleKey(buyer.handle)}) in
    (select * from unnest(${sql.param(named)}::text[], ${sql.param(handles)}::text[]))`
}

const trail = { entity: 'buyer', keyOf: ({ buyerID }: typeof buyer.$inferSelect) => buyerID } as const

export const buyerKind: Kind<Row> = {
  entity: 'buyer',
  schema: Row,
  names: async () => ({}),

  unique: [
    {
      column: 'handle',
      // The cells still have the file's spelling of the platform.
      of: ({ platform, handle }) =>
        platform && handle ? `${findPlatform(platform)}\n${normalizeHandle(handle)}` : null,
      called: ({ platform, handle }) => `Buyer ${handle} on ${findPlatform(platform)}`,
      async taken({ db }, keys) {
        const rows = await db.select({ key: platformHandle }).from(buyer).where(hasOneOf(keys))
        return new Set(rows.map((row) => row.key))
      },
    },
  ],

  updates: createUpdates(
    { table: buyer, key: buyer.buyerID, keyName: 'buyerID', entity: 'buyer' },
    {
      keys: ['platform', 'handle'],
      fields: Row.shape,
      name: buyer.handle,
      toColumns: (changes: Partial<Row>) => changes,
      async find({ db }, keys) {
        const rows = await db
          .select({ ...getColumns(buyer), key: platformHandle })
          .from(buyer)
          .where(hasOneOf(keys))
        return new Map(
          rows.map(({ key, buyerID, updatedAt, ...value }) => [
            key,
            { id: buyerID, name: value.handle, updatedAt, value, names: {} },
          ]),
        )
      },
    },
  ),

  insert: (context, _, rows, reportProgress) =>
    insertRecorded(context, buyer, trail, rows, reportProgress, (row) => row),

  async findUndoBlockers(context, importID, ids) {
    await lockRecords(context, buyer, buyer.buyerID, ids)
    return findFirstUndoBlockers(
      context,
      sql`select ${buyer.buyerID}, ${buyer.handle}, case
          when exists (select from sales_transaction s where s.buyer_id = ${buyer.buyerID}) then 'has bought something'
          when ${changedSince('buyer', buyer.buyerID, importID)} then 'has been changed'
        end
        from ${buyer} where ${buyer.buyerID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  undo: (context, _, ids, reportProgress) =>
    deleteRecorded(context, trail, ids, reportProgress, (batch) =>
      context.db.delete(buyer).where(inArray(buyer.buyerID, batch)).returning(),
    ),

  exported: async ({ db }, filters) =>
    db
      .select(
        columnsOf({
          platform: buyer.platform,
          handle: buyer.handle,
          contact: buyer.contact,
          remarks: buyer.remarks,
          status: statusWord(buyer.status),
        }),
      )
      .from(buyer)
      .where(await buyerFilters(db, filters as FiltersOf<typeof buyers.list>))
      .orderBy(asc(buyer.buyerID))
      .getSQL(),
}
