import './itemPricing.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { itemPricing, type ItemPriceRow } from '../../../contract/pricing/item-pricing.ts'
import { describeParts } from '../../../contract/pricing/price-rules.ts'
import { fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import { formatPeso, formatWeight } from '../../lib/format.ts'
import { readQuery, useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { toasts } from '../../ui/toasts.ts'

const PriceItem = lazyComponent(async () => (await import('./PriceItem.tsx')).PriceItem)

/** Shows how an item is priced, and lets a manager price it by the gold rate or fix its price. */
export function ItemPricing({ item }: { item: ItemRow }) {
  const mayPrice = may(useAccount(), 'catalogue.change_prices')
  const isByRate = item.itemPriceID !== null
  const hasGold = item.karat !== null && item.uom !== 'BULK'
  const { data } = useQuery({ ...readQuery(itemPricing.get, { id: item.itemID }), enabled: isByRate })
  const [pricing, setPricing] = useState(false)
  if (!isByRate && !(mayPrice && hasGold)) return null
  return (
    <span className="item-pricing">
      {data?.data.byRate && <span>{describePrice(data.data.byRate)}</span>}
      {mayPrice && (
        <span className="buttons">
          <Button size="sm" onClick={() => setPricing(true)}>
            {isByRate ? 'Change pricing' : 'Price by gold rate'}
          </Button>
          {isByRate && <FixPrice item={item} />}
        </span>
      )}
      {pricing && <PriceItem item={item} onClose={() => setPricing(false)} />}
    </span>
  )
}

/** Describes a price: `By the 18K rate of ₱6,710.00 a gram: 2.00 g of gold ₱13,420.00, markup, work and stones ₱2,080.00`. */
function describePrice(price: ItemPriceRow): string {
  const { karat, sellPerGram, netGrams } = price
  const { gold } = describeParts(price)
  const rest = fromCentavos(toCentavos(price.price) - toCentavos(gold))
  return `By the ${karat} rate of ${formatPeso(sellPerGram)} a gram: ${formatWeight(netGrams)} of gold ${formatPeso(gold)}, markup, work and stones ${formatPeso(rest)}`
}

function FixPrice({ item: { itemID: id, itemCode, price, updatedAt } }: { item: ItemRow }) {
  const dialogs = useDialogs()
  const write = useWrite(itemPricing.fix)
  async function fix() {
    const isSure = await dialogs.confirm({
      title: 'Keep a fixed price?',
      text: `${itemCode} keeps ${formatPeso(price)} whatever the gold rate is.`,
      action: 'Keep the price',
    })
    if (!isSure) return
    try {
      await write.mutateAsync({ id, query: { updatedAt } })
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <Button size="sm" variant="subtle" loading={write.isPending} onClick={() => void fix()}>
      Keep as fixed price
    </Button>
  )
}
