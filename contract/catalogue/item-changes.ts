import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { largestAmount, toCentavos } from '../shared/money.ts'
import { formatNumber } from '../shared/numbers.ts'
import { z } from '../shared/zod.ts'

/** Maximum number of selected rows that one request changes. */
export const chosenAtMost = 1000

/** The units to which a changed price is rounded, half up. */
export const priceRoundings = { centavo: 'to the centavo', peso: 'to whole pesos' } as const
export type PriceRounding = keyof typeof priceRoundings

/** Returns a price in centavos changed by a percentage (2 decimals). It is exact for any size of price. */
export function computeChangedPrice(centavos: number, percent: number, rounding: PriceRounding): number {
  const share = BigInt(10_000 + Math.round(percent * 100))
  const unit = rounding === 'peso' ? 1_000_000n : 10_000n
  const exact = BigInt(centavos) * share
  return Number(((2n * exact + unit) / (2n * unit)) * (unit / 10_000n))
}

/** Returns the reason why a price cannot be that many centavos; null when it can. */
export const findPriceProblem = (centavos: number): string | null =>
  centavos > largestAmount ? 'The price would be too large' : null

const Percent = z
  .number()
  .min(-99)
  .max(1000)
  .refine((percent) => toCentavos(percent) / 100 === percent, 'The percentage has at most 2 decimals')
  .refine((percent) => percent !== 0, 'Enter a percentage other than 0')

export const ItemChange = z.discriminatedUnion('field', [
  z.object({ field: z.literal('status'), status: z.boolean() }),
  z.object({ field: z.literal('onSite'), onSite: z.boolean() }),
  z.object({ field: z.literal('category'), categoryID: ID }),
  z.object({
    field: z.literal('price'),
    percent: Percent,
    rounding: z.enum(Object.keys(priceRoundings) as [PriceRounding, ...PriceRounding[]]),
  }),
])
export type ItemChange = z.input<typeof ItemChange>

/**
 * The possible outcomes for one row. They apply to the preview and to the change itself. `same` means that the row
 * already has the value.
 */
export const changeOutcomes = ['changed', 'same', 'refused'] as const

const ChangedItem = z.object({
  itemID: ID,
  itemCode: z.string(),
  itemName: z.string(),
  outcome: z.enum(changeOutcomes),
  /** The reason why the row was refused; null for every other outcome. */
  message: z.string().nullable(),
  /** The field's value before the change, as the item list shows it: '₱1,000.05', 'Active', 'Yes'. */
  before: z.string(),
  after: z.string(),
  updatedAt: Moment,
})
export type ChangedItem = z.input<typeof ChangedItem>

export const ItemChanges = z
  .object({
    /** The number of rows with each outcome. */
    changed: z.int(),
    same: z.int(),
    refused: z.int(),
    rows: z.array(ChangedItem),
  })
  .meta({ id: 'ItemChanges' })
export type ItemChanges = z.input<typeof ItemChanges>

const Changing = z.object({
  items: z
    .array(
      z.object({
        itemID: ID,
        /** The version that the caller read. A row that has changed since is refused. */
        updatedAt: Moment.optional(),
      }),
    )
    .min(1, 'Choose at least one item')
    .max(chosenAtMost, `At most ${formatNumber(chosenAtMost)} items can be changed at once`)
    .refine(
      (items) => new Set(items.map(({ itemID }) => itemID)).size === items.length,
      'Each item can be in the list only once',
    ),
  change: ItemChange,
})

export const itemChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/api/v1/item-changes/preview',
    summary: 'Previews a change of many items; changes nothing',
    access: 'catalogue.read',
    body: Changing,
    returns: answer(ItemChanges),
  }),
  apply: endpoint({
    method: 'PUT',
    path: '/api/v1/item-changes',
    summary: 'Applies a change to many items, and returns the refused ones with the reason',
    access: 'catalogue.write',
    body: Changing,
    returns: answer(ItemChanges),
  }),
}
