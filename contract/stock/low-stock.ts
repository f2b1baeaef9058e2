import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** A stock row at or below its threshold, with the data for a purchase order. */
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
    /** The quantity of this item that open purchase orders will still deliver to this location. */
    onOrder: z.number(),
    /**
     * The quantity to order: it raises the sum of `available` and `onOrder` to twice the threshold. It is at least 1.
     */
    suggestedQuantity: z.number(),
    /** The supplier of the latest order or receiving of this item. */
    supplierID: ID.nullable(),
    supplier: z.object({ supplierName: z.string() }).nullable(),
    /**
     * The cost in the latest receiving, or the average cost if there is none, in pesos per piece, pair or gram with up
     * to 6 decimals.
     */
    lastCost: costFigure(z.number()),
    inventoryType: z.object({ typeName: z.string() }),
    location: z.object({ locationName: z.string() }),
    item: z.object({ itemName: z.string(), itemCode: z.string(), uom: z.enum(uoms), ...Metal, ...Cover }),
  })
  .meta({ id: 'LowStock' })
export type LowStockRow = z.input<typeof LowStock>

export const lowStock = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/low-stock',
    summary: 'Lists stock at or below its reorder threshold, with the quantity to order',
    access: 'stock.read',
    about: ['inventory', 'item', 'location', 'inventoryType', 'category', 'purchaseOrder', 'receiving'],
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
