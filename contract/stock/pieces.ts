import { picturesAtOnce, uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { Cover, PictureFocus, PictureList, StoredPicture } from '../shared/covers.ts'
import { endpoint, privateFile } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Money, optional, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { documentTypes, movementKinds } from './inventory.ts'

/** Maximum bytes of the scan of a certificate. */
export const scanBytes = 8 * 2 ** 20
/** Maximum number of pictures of a piece. */
export const picturesPerPiece = 20
/** Maximum number of pieces that one call names. */
export const piecesAtOnce = 500

/**
 * Where a piece is: in stock, held by an open sale, sold, or gone without a sale, such as one that an adjustment wrote
 * off.
 */
export const pieceStates = ['In stock', 'Held', 'Sold', 'Gone'] as const

/** A weight of one piece in grams. */
const PieceWeight = z
  .number({ error: 'A weight is a number of grams' })
  .gt(0, 'A weight is more than 0 g')
  .max(99_999_999, 'This weight is too large')
  .refine((grams) => Math.round(grams * 1000) / 1000 === grams, 'A weight has at most 3 decimals')

/** What a person enters about a piece. */
export const PieceInput = z.object({
  barcode: optional(80),
  /** The weight with stones; without it, the piece weighs what its item does. */
  grams: PieceWeight.nullish(),
  /** The weight without stones. */
  netGrams: PieceWeight.nullish(),
  /** The certificate of a laboratory. */
  certificateNumber: optional(80),
  laboratory: optional(80),
  note: optional(500),
})
export type PieceInput = z.input<typeof PieceInput>

/** A stored description of a piece. */
export const DescribedPiece = {
  barcode: z.string().nullable(),
  grams: z.number().nullable(),
  netGrams: z.number().nullable(),
  certificateNumber: z.string().nullable(),
  laboratory: z.string().nullable(),
  note: z.string().nullable(),
}

export const Piece = z
  .object({
    pieceID: ID,
    itemID: ID,
    item: z.object({
      itemCode: z.string(),
      itemName: z.string(),
      uom: z.enum(uoms),
      price: z.number(),
      ...Metal,
      ...Cover,
    }),
    /** The place among the pieces of its item, from 1. */
    serial: z.int(),
    /** The number on the tag, such as `R-118-001`. It is never used again. */
    number: z.string(),
    /** The code in the address that the tag's QR holds. */
    code: z.string(),
    ...DescribedPiece,
    /** The cover of this piece, or else of its item. */
    ...Cover,
    /** The piece's own pictures. */
    images: z.array(StoredPicture),
    /** The kind of file in which the laboratory's certificate was scanned; null without a scan. Staff download it. */
    certificateScan: z.enum(['picture', 'pdf']).nullable(),
    /** The pesos that this piece cost. The books value stock at the item's average cost. */
    cost: costFigure(z.number().nullable()),
    state: z.enum(pieceStates),
    /** The stock that the piece is in; null when it is sold or gone. */
    place: z
      .object({
        inventoryID: ID,
        locationID: ID,
        locationName: z.string(),
        inventoryTypeID: ID,
        typeName: z.string(),
        /** Whether sales may take the piece from there. */
        sellable: z.boolean(),
      })
      .nullable(),
    /** The sale that holds or has the piece. */
    holder: z
      .object({ salesTransactionID: ID, transactionNumber: z.string(), status: z.enum(saleStatuses) })
      .nullable(),
    ...Stamps,
  })
  .meta({ id: 'Piece' })
export type PieceRow = z.input<typeof Piece>

/** One step of a piece's history. A transfer is two: from one place and to the other. */
export const PieceStep = z
  .object({
    at: Moment,
    /** The kind of the movement; `named` for the count that gave a piece in stock its number. */
    kind: z.enum([...movementKinds, 'named']),
    documentType: z.enum(documentTypes).nullable(),
    documentID: ID.nullable(),
    documentNumber: z.string().nullable(),
    /** Whether the piece came to the place or left it. */
    came: z.boolean(),
    locationName: z.string(),
    typeName: z.string(),
    user: z.object({ userID: ID, name: z.string() }).nullable(),
  })
  .meta({ id: 'PieceStep' })

const aboutPieces = ['piece', 'item', 'inventory', 'location', 'inventoryType', 'sale'] as const

export const pieces = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/pieces',
    summary: 'Lists the pieces of items that are kept by piece',
    access: 'stock.read',
    about: aboutPieces,
    query: listQuery(
      ['pieceID', 'serial', 'number', 'itemName', 'grams', 'netGrams', 'certificateNumber', 'state', 'locationName'],
      {
        itemID: IDFilter,
        categoryID: IDFilter,
        locationID: IDFilter,
        inventoryID: IDFilter,
        state: z.enum(pieceStates).optional(),
        /** Finds the piece with exactly this number, barcode or code, or the address of its tag. Scanners use it. */
        code: z.string().trim().min(1).max(200).optional(),
      },
    ),
    returns: pageOf(Piece),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v1/pieces/:id',
    summary: 'Returns a piece',
    access: 'stock.read',
    about: aboutPieces,
    returns: answer(Piece),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/v1/pieces/:id/history',
    summary: 'Returns where a piece has been, the newest step first',
    access: 'stock.read',
    about: aboutPieces,
    returns: answer(z.object({ steps: z.array(PieceStep) })),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/pieces/:id',
    summary: 'Changes the weights, the barcode, the certificate, the cost or the note of a piece',
    access: 'stock.write',
    body: PieceInput.extend({ cost: costFigure(Money.nullish()), ...LastRead }),
    returns: answer(Piece),
  }),
  images: endpoint({
    method: 'GET',
    path: '/api/v1/pieces/:id/images',
    summary: 'Lists the pictures of a piece itself, the cover first',
    access: 'stock.read',
    about: ['piece'],
    returns: answer(PictureList),
  }),
  addImages: endpoint({
    method: 'POST',
    path: '/api/v1/pieces/:id/images',
    summary: 'Adds pictures to a piece',
    access: 'stock.write',
    files: { images: picturesAtOnce },
    returns: answer(PictureList),
    status: 201,
  }),
  orderImages: endpoint({
    method: 'PUT',
    path: '/api/v1/pieces/:id/images/order',
    summary: 'Puts a piece’s pictures in order; the first is the cover',
    access: 'stock.write',
    body: z.object({ imageIDs: z.array(ID).min(1).max(picturesPerPiece) }),
    returns: answer(PictureList),
  }),
  focusImage: endpoint({
    method: 'PUT',
    path: '/api/v1/pieces/:id/images/:imageID/focus',
    summary: 'Sets the place in a picture of a piece that frames keep in view',
    access: 'stock.write',
    body: PictureFocus,
    returns: answer(PictureList),
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: '/api/v1/pieces/:id/images/:imageID',
    summary: 'Removes a picture from a piece',
    access: 'stock.write',
    returns: answer(PictureList),
  }),
  scan: endpoint({
    method: 'GET',
    path: '/api/v1/pieces/:id/certificate-file',
    summary: "Returns the scan of the laboratory's certificate of a piece",
    access: 'stock.read',
    about: ['piece'],
    returns: FileAnswer,
    file: privateFile,
  }),
  setScan: endpoint({
    method: 'PUT',
    path: '/api/v1/pieces/:id/certificate-file',
    summary: "Keeps a scan of the laboratory's certificate of a piece: a picture or a PDF",
    access: 'stock.write',
    files: { file: 1 },
    fileBytes: scanBytes,
    returns: answer(Piece),
  }),
  removeScan: endpoint({
    method: 'DELETE',
    path: '/api/v1/pieces/:id/certificate-file',
    summary: "Removes the scan of the laboratory's certificate of a piece",
    access: 'stock.write',
    returns: answer(Piece),
  }),
  keep: endpoint({
    method: 'PUT',
    path: '/api/v1/items/:id/pieces',
    summary: 'Keeps an item by piece from now on, and names each piece that is on hand',
    access: 'stock.by_piece',
    body: z.object({
      /** A piece for each one on hand, with the stock that it is in. An item without stock has none. */
      pieces: z.array(PieceInput.extend({ inventoryID: ID })).max(piecesAtOnce),
      ...LastRead,
    }),
    returns: answer(z.object({ itemID: ID, pieces: z.array(NamedPiece) })),
  }),
}
