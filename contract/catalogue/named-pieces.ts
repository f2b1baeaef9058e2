import { ID } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The fields by which another record names a piece. */
export const NamedPiece = z.object({ pieceID: ID, number: z.string() }).meta({ id: 'NamedPiece' })
export type NamedPiece = z.input<typeof NamedPiece>
