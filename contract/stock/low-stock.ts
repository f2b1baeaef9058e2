import { uoms } from '../catalogue/items.ts'
import { IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** A row of stock that has reached its threshold, with what an order would need to know. */
export const LowStock = z
  .object({
    inventoryID: ID,
    itemID: ID,
    locationID: ID,
    inventoryTypeID: ID,
    quantity: z.number(),
    reserved: z.number(),
    available: z.number(),
    reOrderThreshold: z.int(),
    /** What open purchase orders are still to bring of this item to this location. */
    onOrder: z.number(),
    /** What brings available and on order up to twice the threshold; at least 1. */
    suggestedQuantity: z.number(),
    /** From whom it was last ordered or received. */
    supplierID: ID.nullable(),
    supplier: z.object({ supplierName: z.string() }).nullable(),
    /** Pesos per piece, pair or gram: as last received, or else on average; up to 6 decimals. */
    lastCost: z.number(),
    inventoryType: z.object({ typeName: z.string() }),
    location: z.object({ locationName: z.string() }),
    item: z.object({ itemName: z.string(), itemCode: z.string(), uom: z.enum(uoms), image_url: z.string().nullable() }),
  })
  .meta({ id: 'LowStock' })
export type LowStockRow = z.input<typeof LowStock>

export const lowStock = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/low-stock',
    summary: 'Stock that has reached its reorder threshold, and what to order',
    access: 'stock.read',
    query: listQuery(
      [
        'inventoryID',
        'itemName',
        'locationName',
        'quantity',
        'reserved',
        'available',
        'reOrderThreshold',
        'onOrder',
        'suggestedQuantity',
        'supplierName',
        'lastCost',
      ],
      {
        itemID: IDFilter,
        locationID: IDFilter,
        inventoryTypeID: IDFilter,
        categoryID: IDFilter,
        supplierID: IDFilter,
      },
    ),
    returns: pageOf(LowStock),
  }),
}
