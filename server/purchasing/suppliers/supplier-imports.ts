import { asc, getColumns, inArray, sql } from 'drizzle-orm'

import { SupplierInput, type suppliers } from '../../../contract/purchasing/suppliers.ts'
import { EmailOrEmpty } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import { supplier } from '../../db/schema/purchasing.ts'
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
import { supplierFilters } from './suppliers.ts'

const Row = SupplierInput.extend({ email: EmailOrEmpty, status: z.boolean().default(true) })

type Row = z.output<typeof Row>

const lowered = sql<string>`lower(${supplier.supplierName})`

const trail = { entity: 'supplier', keyOf: ({ supplierID }: typeof supplier.$inferSelect) => supplierID } as const

export const supplierKind: Kind<Row> = {
  entity: 'supplier',
  schema: Row,
  names: async () => ({}),

  unique: [
    {
      column: 'supplierName',
      of: ({ supplierName }) => supplierName?.toLowerCase() || null,
      called: ({ supplierName }) => `Supplier ${supplierName}`,
      async taken({ db }, keys) {
        const rows = await db
          .select({ key: lowered })
          .from(supplier)
          .where(sql`${lowered} = ${anyOfArray(keys, 'text')}`)
        return new Set(rows.map(({ key }) => key))
      },
    },
  ],

  updates: createUpdates(
    { table: supplier, key: supplier.supplierID, keyName: 'supplierID', entity: 'supplier' },
    {
      keys: ['supplierName'],
      fields: Row.shape,
      name: supplier.supplierName,
      toColumns: (changes: Partial<Row>) => changes,
      async find({ db }, keys) {
        const rows = await db
          .select({ ...getColumns(supplier), lowered })
          .from(supplier)
          .where(sql`${lowered} = ${anyOfArray(keys, 'text')}`)
        return new Map(
          rows.map(({ lowered: key, supplierID, updatedAt, ...value }) => [
            key,
            { id: supplierID, name: value.supplierName, updatedAt, value, names: {} },
          ]),
        )
      },
    },
  ),

  insert: (context, _, rows, reportProgress) =>
    insertRecorded(context, supplier, trail, rows, reportProgress, (row) => row),

  async findUndoBlockers(context, importID, ids) {
    await lockRecords(context, supplier, supplier.supplierID, ids)
    return findFirstUndoBlockers(
      context,
      sql`select ${supplier.supplierID}, ${supplier.supplierName}, case
          when exists (select from purchase_order o where o.supplier_id = ${supplier.supplierID}) then 'has been ordered from'
          when ${changedSince('supplier', supplier.supplierID, importID)} then 'has been changed'
        end
        from ${supplier} where ${supplier.supplierID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  undo: (context, _, ids, reportProgress) =>
    deleteRecorded(context, trail, ids, reportProgress, (batch) =>
      context.db.delete(supplier).where(inArray(supplier.supplierID, batch)).returning(),
    ),

  exported: async ({ db }, filters) =>
    db
      .select(
        columnsOf({
          supplierName: supplier.supplierName,
          contactDetails: supplier.contactDetails,
          address: supplier.address,
          email: supplier.email,
          status: statusWord(supplier.status),
        }),
      )
      .from(supplier)
      .where(await supplierFilters(db, filters as FiltersOf<typeof suppliers.list>))
      .orderBy(asc(supplier.supplierID))
      .getSQL(),
}
