import { and } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { suppliers } from '../../../contract/purchasing/suppliers.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { FiltersOf } from '../../imports/kind.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, ok, updated, updateUnchanged } from '../../resource/records.ts'

export function supplierRoutes(app: FastifyInstance) {
  serve(app, suppliers.list, ({ query }, { db }) => {
    const select = db.select().from(supplier).where(narrowedSuppliers(query))
    return listPage(db, query, select.$dynamic(), {
      supplierID: supplier.supplierID,
      supplierName: supplier.supplierName,
      contactDetails: supplier.contactDetails,
      address: supplier.address,
      email: supplier.email,
      status: supplier.status,
    })
  })

  serveRecord(app, suppliers.get, async (db, id) =>
    ok(await findRecord(db, 'Supplier', supplier, supplier.supplierID, id)),
  )

  serve(app, suppliers.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(supplier)
      .values({ ...body, ...createdBy(context) })
      .returning()
    return created(context, 'supplier', row!.supplierID, row!)
  })

  serve(app, suppliers.update, async ({ id, body }, context) =>
    updated(
      context,
      'supplier',
      id,
      await updateUnchanged(context, 'Supplier', supplier, supplier.supplierID, id, body),
    ),
  )
}

/** The condition that the list's filters make. */
export const narrowedSuppliers = (query: FiltersOf<typeof suppliers.list>) =>
  and(
    searching(query.search, [supplier.supplierName, supplier.contactDetails, supplier.address, supplier.email]),
    equal(supplier.status, query.status),
  )
