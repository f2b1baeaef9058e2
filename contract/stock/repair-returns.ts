import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Money, optional, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { piecesAtOnce } from './pieces.ts'

/** Where goods go after the workshop: back to sellable stock, or out of stock as scrap. */
export const repairOutcomes = ['shelf', 'scrap'] as const

export const RepairReturnInput = z.object({
  /** The repair stock that the goods leave. */
  inventoryID: ID,
  quantity: Quantity.gt(0),
  /** The pieces of an item that is kept by piece, as many as the quantity. */
  pieceIDs: z.array(ID).max(piecesAtOnce).optional(),
  outcome: z.enum(repairOutcomes),
  /** The price of the workshop for all of the goods, in pesos. It adds to the value of goods for the shelf. */
  cost: Money,
  remarks: optional(1000),
})
export type RepairReturnInput = z.input<typeof RepairReturnInput>

export const RepairReturn = z
  .object({
    repairReturnID: ID,
    /** The number of the repair return, such as `RR-2026-000001`. */
    repairReturnNumber: z.string(),
    inventoryID: ID,
    /** The sellable stock that the goods went to; null for scrap. */
    shelfInventoryID: ID.nullable(),
    itemID: ID,
    locationID: ID,
    quantity: z.number(),
    outcome: z.enum(repairOutcomes),
    cost: costFigure(z.number()),
    /** The value in pesos with which the goods left the repair stock. */
    value: costFigure(z.number()),
    remarks: z.string().nullable(),
    item: z.object({ itemName: z.string(), itemCode: z.string(), uom: z.enum(uoms), ...Metal, ...Cover }),
    location: z.object({ locationName: z.string() }),
    /** The type of the sellable stock; null for scrap. */
    shelfType: z.object({ typeName: z.string() }).nullable(),
    /** The pieces that left the repair stock. */
    pieces: z.array(NamedPiece),
    createdBy: z.object({ userID: ID, name: z.string() }).nullable(),
    ...Stamps,
  })
  .meta({ id: 'RepairReturn' })
export type RepairReturnRow = z.input<typeof RepairReturn>

/** The endpoints of repair returns. A new one moves the goods immediately and cannot be changed. */
export const repairReturns = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/repair-returns',
    summary: 'Lists the goods that came back from the workshop',
    access: 'stock.read',
    about: ['repairReturn', 'item', 'location'],
    query: listQuery(
      [
        'repairReturnID',
        'repairReturnNumber',
        'itemName',
        'locationName',
        'quantity',
        'outcome',
        'cost',
        'value',
        'createdAt',
        'createdByName',
      ],
      {
        itemID: IDFilter,
        locationID: IDFilter,
        outcome: z.enum(repairOutcomes).optional(),
      },
    ),
    returns: pageOf(RepairReturn),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/repair-returns/:id',
    summary: 'Returns a repair return',
    access: 'stock.read',
    about: ['repairReturn', 'item', 'location'],
    returns: answer(RepairReturn),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/repair-returns',
    summary: 'Moves goods from the repair stock to the shelf or to scrap, with the price of the workshop',
    access: 'stock.repair',
    body: RepairReturnInput,
    returns: answer(RepairReturn),
    status: 201,
  }),
}
