import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { v7 as createKey } from 'uuid'

import { type CartLineRow, cartLinesAtMost, carts } from '../../../../../contract/sales/carts.ts'
import { call } from '../../../../lib/api.ts'
import { type LocalSale, useLocalSales } from './localSales.ts'

/** The milliseconds without a change after which the till tells. A quick sale is over by then. */
const patience = 2000
const storageKey = 'cart'

/**
 * Tells the server what the unsaved sales of this browser contain, for whoever changes prices. A shop without prices by
 * the rate needs none of it: `isByRate` says whether this sale has such a price. A report that is lost does no harm.
 */
export function useCartReport(isByRate: boolean) {
  const sales = useLocalSales()
  const told = useRef(localStorage.getItem(storageKey) === null ? '[]' : null)
  const tell = useDebouncedCallback(
    async (lines: CartLineRow[]) => {
      const next = JSON.stringify(lines)
      if (next === told.current || !navigator.onLine) return
      told.current = next
      await call(carts.report, { body: { cartKey: readCartKey(), lines } }).catch(() => {
        told.current = null
      })
    },
    { delay: patience, flushOnUnmount: true },
  )
  useEffect(() => {
    if (isByRate || told.current !== '[]') tell(readLines(sales))
  }, [sales, isByRate, tell])
}

/** Returns the key of this browser, which stays. */
function readCartKey(): string {
  const known = localStorage.getItem(storageKey)
  if (known) return known
  const made = createKey()
  localStorage.setItem(storageKey, made)
  return made
}

const readLines = (sales: readonly LocalSale[]): CartLineRow[] =>
  sales
    .flatMap(({ draft }) => draft.lines)
    .flatMap(({ itemID, orderQty, price }) =>
      price !== null && price >= 0 && orderQty > 0 ? [{ itemID, quantity: orderQty, price }] : [],
    )
    .slice(0, cartLinesAtMost)
