import { z } from '../shared/zod.ts'
import { karats } from './karats.ts'

/** The fields with which an answer says what an item is made of, so that a screen can write its metal line. */
export const Metal = {
  /** The weight of one piece or pair, in grams. */
  grams: z.number(),
  karat: z.enum(karats).nullable(),
  stone: z.string().nullable(),
}
