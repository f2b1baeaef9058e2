import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { NetGrams } from '../../../contract/catalogue/weights.ts'
import { itemPricing, type ItemPricingRow } from '../../../contract/pricing/item-pricing.ts'
import { reckonPrice } from '../../../contract/pricing/price-rules.ts'
import { formatPeso } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { NumberField } from '../../ui/form/fields.tsx'
import type { ItemControl } from './itemForm.ts'

/**
 * The weight of one piece without its stones. For an item that is priced by the gold rate (`pricing`), the field tells
 * what its price becomes.
 */
export function NetWeightField({
  control,
  pricing,
  readOnly,
}: {
  control: ItemControl
  pricing: ItemPricingRow | null
  /** Set for a person who may not change the net weight, with the reason. */
  readOnly: { readOnly: true; hint: string } | undefined
}) {
  const typed = useWatch({ control, name: 'netGrams' })
  const hint = (pricing && describePriceOf(pricing, typed)) ?? 'Without stones, of one piece or pair'
  return (
    <NumberField
      control={control}
      name="netGrams"
      label="Net weight"
      suffix="g"
      hint={hint}
      required={pricing !== null}
      {...readOnly}
    />
  )
}

/** Returns how an item is priced, for the form that changes its net weight; null for a fixed price. */
export function usePricingByRate({ itemID, itemPriceID }: ItemRow): ItemPricingRow | null {
  const { data } = useQuery({ ...readQuery(itemPricing.get, { id: itemID }), enabled: itemPriceID !== null })
  return itemPriceID === null ? null : (data?.data ?? null)
}

/** Describes the price that a typed net weight gives: `The price becomes ₱15,500.00`; null without one. */
function describePriceOf({ byRate, rate }: ItemPricingRow, typed: unknown): string | null {
  const netGrams = NetGrams.safeParse(typed)
  if (!netGrams.success || byRate === null || rate === null || netGrams.data === byRate.netGrams) return null
  const price = reckonPrice({ ...byRate, netGrams: netGrams.data, sellPerGram: rate.sellPerGram })
  return price === null
    ? 'The price would be too large'
    : `The price becomes ${formatPeso(price)}, by the latest ${rate.karat} rate`
}
