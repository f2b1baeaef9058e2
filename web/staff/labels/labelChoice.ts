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
/** The label settings. The browser stores them, because the same browser usually prints on the same printer. */
export type LabelChoice = z.infer<typeof LabelChoice>

const defaultChoice: LabelChoice = {
  stock: 'sheet-65',
  code: 'best',
  shopName: true,
  details: true,
  price: true,
  offset: { x: 0, y: 0 },
}

const isChoice = (value: unknown): value is LabelChoice => LabelChoice.safeParse(value).success

/** Returns the label settings last used in this browser, and a setter. */
export const useLabelChoice = () => useRemembered('labels', defaultChoice, isChoice)
