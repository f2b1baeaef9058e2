import { asc, inArray, sql } from 'drizzle-orm'

import { SupplierInput, type suppliers } from '../../../contract/purchasing/suppliers.ts'
import { z } from '../../../contract/shared/zod.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  findFirstUndoBlockers,
  inBatches,
  type Kind,
  statusWord,
} from '../../imports/kind.ts'
import { stampCreated, recordAll } from '../../resource/records.ts'
import { supplierFilters } from './suppliers.ts'

const Row = SupplierInput.extend({ status: z.boolean().default(true) })

export const supplierKind: Kind<z.output<typeof Row>> = {
  entity: 'supplier',
  schema: Row,
  names: async () => ({}),

  unique: [
    {
      column: 'supplierName',
      of: ({ supplierName }) => supplierName?.toLowerCase() || null,
      called: ({ supplierName }) => `Supplier ${supplierName}`,
      async taken({ db }, keys) {
        const lowered = sql<string>`lower(${supplier.supplierName})`
        const rows = await db
          .select({ key: lowered })
          .from(supplier)
          .where(sql`${lowered} = ${anyOfArray(keys, 'text')}`)
        return new Set(rows.map(({ key }) => key))
      },
    },
  ],

  insert: (context, _, rows, reportProgress) =>
    inBatches(rows, reportProgress, async (batch) => {
      const made = await context.db
        .insert(supplier)
        .values(batch.map((row) => ({ ...row, ...stampCreated(context) })))
        .returning()
      await recordAll(
        context,
        made.map((row) => ({
          action: 'create',
          entity: 'supplier',
          entityID: row.supplierID,
          before: null,
          after: row,
        })),
      )
      return made.map(({ supplierID }) => supplierID)
    }),

  async findUndoBlockers(context, importID, ids) {
    await context.db
      .select({ supplierID: supplier.supplierID })
      .from(supplier)
      .where(sql`${supplier.supplierID} = ${anyOfArray(ids, 'int')}`)
      .orderBy(asc(supplier.supplierID))
      .for('update')
    return findFirstUndoBlockers(
      context,
      sql`select ${supplier.supplierID}, ${supplier.supplierName}, case
          when exists (select from purchase_order o where o.supplier_id = ${supplier.supplierID}) then 'has been ordered from'
          when ${changedSince('supplier', supplier.supplierID, importID)} then 'has been changed'
        end
        from ${supplier} where ${supplier.supplierID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  async undo(context, _, ids, reportProgress) {
    await inBatches(ids, reportProgress, async (batch) => {
      const gone = await context.db.delete(supplier).where(inArray(supplier.supplierID, batch)).returning()
      await recordAll(
        context,
        gone.map((row) => ({
          action: 'delete',
          entity: 'supplier',
          entityID: row.supplierID,
          before: row,
          after: null,
        })),
      )
      return []
    })
    return 0
  },

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
