import { uoms } from '../catalogue/items.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, optional, Quantity, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { piecesAtOnce } from './pieces.ts'

/** Maximum number of lines in a transfer. */
export const transferLinesAtMost = 200

const TransferLineInput = z.object({
  itemID: ID,
  /**
   * The type of the stock to move. The default is the first active type of the item's available stock at the source.
   */
  inventoryTypeID: ID.nullish(),
  quantity: Quantity.gt(0),
  /** The pieces of an item that is kept by piece, as many as the quantity. */
  pieceIDs: z.array(ID).max(piecesAtOnce).optional(),
})

export const StockTransferInput = z.object({
  fromLocationID: ID,
  toLocationID: ID,
  remarks: optional(1000),
  items: z.array(TransferLineInput).min(1, 'Add at least one item').max(transferLinesAtMost),
})
export type StockTransferInput = z.input<typeof StockTransferInput>

const Place = z.object({ locationName: z.string() })

const StockTransferLine = z.object({
  transferItemID: ID,
  itemID: ID,
  inventoryTypeID: ID,
  quantity: z.number(),
  inventoryType: z.object({ typeName: z.string() }),
  item: z.object({ itemName: z.string(), itemCode: z.string(), uom: z.enum(uoms), ...Cover }),
  /** The pieces that moved; empty for an item that is not kept by piece. */
  pieces: z.array(NamedPiece),
})
export type StockTransferLine = z.input<typeof StockTransferLine>

export const StockTransfer = z
  .object({
    transferID: ID,
    /** The number of the transfer, such as `ST-2026-000001`. */
    transferNumber: z.string(),
    fromLocationID: ID,
    toLocationID: ID,
    fromLocation: Place,
    toLocation: Place,
    remarks: z.string().nullable(),
    /** The number of lines. */
    totalItems: z.int(),
    totalQuantity: z.number(),
    createdBy: z.object({ userID: ID, name: z.string() }).nullable(),
    items: z.array(StockTransferLine),
    ...Stamps,
  })
  .meta({ id: 'StockTransfer' })
export type StockTransferRow = z.input<typeof StockTransfer>

/** A transfer as a list shows it, without its lines. */
const StockTransferListRow = StockTransfer.omit({ items: true }).meta({ id: 'StockTransferListRow' })

/** The endpoints of stock transfers. A new transfer moves the goods immediately and cannot be changed. */
export const stockTransfers = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/stock-transfers',
    summary: 'Lists stock transfers',
    access: 'stock.read',
    about: ['stockTransfer', 'location', 'item'],
    query: listQuery(
      [
        'transferID',
        'transferNumber',
        'fromLocationName',
        'toLocationName',
        'totalItems',
        'totalQuantity',
        'createdAt',
        'createdByName',
      ],
      {
        fromLocationID: IDFilter,
        toLocationID: IDFilter,
        itemID: IDFilter,
      },
    ),
    returns: pageOf(StockTransferListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/stock-transfers/:id',
    summary: 'Returns a stock transfer with its lines',
    access: 'stock.read',
    about: ['stockTransfer', 'location', 'item'],
    returns: answer(StockTransfer),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/stock-transfers',
    summary: 'Moves stock from one location to another',
    access: 'stock.write',
    body: StockTransferInput,
    returns: answer(StockTransfer),
    status: 201,
  }),
}
