import { labelStockIDs } from '../../../contract/catalogue/label-stocks.ts'
import { type LabelCode, labelCodes, offsetAtMost } from '../../../contract/catalogue/labels.ts'
import { z } from '../../../contract/shared/zod.ts'
import { useRemembered } from '../../ui/remembered.ts'

const offset = z.number().min(-offsetAtMost).max(offsetAtMost)
const LabelChoice = z.object({
  stock: z.enum(labelStockIDs),
  code: z.enum(Object.keys(labelCodes) as [LabelCode, ...LabelCode[]]),
  shopName: z.boolean(),
  details: z.boolean(),
  price: z.boolean(),
  offset: z.object({ x: offset, y: offset }),
})
/** On what is printed, and what is on it: the same until somebody chooses otherwise, as the printer stays the same. */
export type LabelChoice = z.infer<typeof LabelChoice>

const usual: LabelChoice = {
  stock: 'sheet-65',
  code: 'best',
  shopName: true,
  details: true,
  price: true,
  offset: { x: 0, y: 0 },
}

const isChoice = (value: unknown): value is LabelChoice => LabelChoice.safeParse(value).success

/** What was chosen in this browser the last time. */
export const useLabelChoice = () => useRemembered('labels', usual, isChoice)
