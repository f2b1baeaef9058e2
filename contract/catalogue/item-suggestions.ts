import { z } from '../shared/zod.ts'

/** The suggestions of the item form for the present input. */
export const ItemSuggestions = z
  .object({
    /** The next free code of the category; null without a category. */
    itemCode: z.string().nullable(),
    /** The metals and stones of the shop's items, the most frequent first. */
    metals: z.array(z.string()),
    stones: z.array(z.string()),
  })
  .meta({ id: 'ItemSuggestions' })
export type ItemSuggestions = z.output<typeof ItemSuggestions>
