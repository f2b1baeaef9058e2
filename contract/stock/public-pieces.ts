import { uoms } from '../catalogue/items.ts'
import { Metal } from '../catalogue/metal-fields.ts'
import { answer } from '../shared/answers.ts'
import { PictureFocus } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, required } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'

/**
 * A piece with a tag, as a visitor sees it: its facts and pictures, with the name and the price that the site shows of its
 * item. The answer is the same for a piece in stock, held, sold or gone, so that nobody learns where the piece is or
 * whether somebody bought it.
 */
export const PublicPiece = z
  .object({
    /** The key with which a member of staff opens the piece. */
    pieceID: ID,
    /** The number on the tag. */
    number: z.string(),
    itemName: z.string(),
    /** The language of the name. */
    itemNameLanguage: z.enum(languages),
    uom: z.enum(uoms),
    /** The karat, the stone, and the weight of this piece or else of its item; 0 when nobody has weighed it. */
    ...Metal,
    /** The weight without stones, as entered for this piece. */
    netGrams: z.number().nullable(),
    metal: z.string().nullable(),
    size: z.string().nullable(),
    /** The laboratory and the number of its report. */
    laboratoryReport: z.string().nullable(),
    /** The paths of its own pictures, or else of its item's, at most three, with the focus of each. */
    pictures: z.array(z.object({ path: z.string(), focus: PictureFocus })),
    /** The certificate of this shop that counts, with the code of its check. */
    certificate: z.object({ certificateNumber: z.string(), code: z.string() }).nullable(),
    /** The item on the site; null for an item that the site does not show. */
    itemID: ID.nullable(),
    /** The pesos that the site asks for it; null for an item that the site does not show. */
    price: z.number().nullable(),
    /** The price of a gram of this piece in whole pesos, where the site shows one. */
    pesosPerGram: z.int().nullable(),
    /** The gold in this piece at the rate of the day, as the shop chose to show it. */
    daysGold: z.string().nullable(),
  })
  .meta({ id: 'PublicPiece' })
export type PublicPieceRow = z.input<typeof PublicPiece>

export const publicPieces = {
  get: endpoint({
    method: 'GET',
    path: '/api/shop/pieces',
    summary: 'Returns what a visitor sees of the piece with a tag; 404 for a code that is on no tag',
    access: 'public',
    query: z.strictObject({
      /** The code in the address that the tag's QR holds. Numbers and barcodes find nothing, because people guess them. */
      code: required(200, 'Enter the code of the tag'),
      language: z.enum(languages).default('en'),
    }),
    returns: answer(PublicPiece),
  }),
}
