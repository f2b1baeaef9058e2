import type { FastifyInstance } from 'fastify'

import { supplierFields, suppliers } from '../../../contract/purchasing/suppliers.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { filtersOf, serveCrud } from '../../resource/crud.ts'

const stored = {
  fields: supplierFields,
  table: supplier,
  entity: 'supplier',
  searched: [supplier.supplierName, supplier.contactDetails, supplier.address, supplier.email],
} as const

export const supplierRoutes = (app: FastifyInstance) => serveCrud(app, suppliers, stored)

/** Returns the SQL condition of the list's filters. */
export const supplierFilters = (db: Db | Tx, query: FiltersOf<typeof suppliers.list>) => filtersOf(db, stored, query)
