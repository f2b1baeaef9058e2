import { useMemo, useSyncExternalStore } from 'react'
import { v7 as createKey } from 'uuid'

import { karats } from '../../../../../contract/catalogue/karats.ts'
import { SaleCreation } from '../../../../../contract/sales/sales.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import { onSessionEnd, currentAccount, unsavedSalesKeyOf, useAccount } from '../../../../lib/session.ts'
import { type Draft, isBegun } from './draft.ts'

// Stores unsaved sales in this browser, separately for each user. One is at the till and survives a reload; the others
// are parked. A draft whose tab was closed counts as parked.

const Amount = z.number().nullable()
const Text = z.string().nullable()
const Person = z.object({
  firstName: z.string(),
  middleName: Text,
  lastName: z.string(),
  contactNo: z.string(),
  address: Text,
  email: z.string(),
  customerTypeID: z.number().nullable(),
})
const Line = z.object({
  key: z.number(),
  itemID: z.number(),
  itemCode: z.string(),
  itemName: z.string(),
  description: Text,
  uom: z.enum(['PCS', 'PAIR', 'BULK']),
  // A draft of an earlier version has no facts. Its lines get them from the items when it is opened.
  grams: z.number().default(0),
  karat: z.enum(karats).nullable().default(null),
  stone: Text.default(null),
  image_url: Text,
  price: Amount,
  itemPrice: z.number(),
  orderQty: z.number(),
})
const StoredDraft: z.ZodType<Draft> = z.object({
  locationID: z.number().nullable(),
  transactionTypeID: z.number().nullable(),
  orderDate: Text,
  expectedDeliverDate: Text,
  buyer: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nobody') }),
    z.object({ kind: z.literal('chosen'), customerID: z.number(), person: Person, typeName: Text }),
    z.object({ kind: z.literal('new'), person: Person }),
  ]),
  lines: z.array(Line),
  payments: z.array(
    z.object({ key: z.number(), paymentTypeID: z.number().nullable(), amount: Amount, reference: z.string() }),
  ),
  discount: Amount,
  shippingFee: Amount,
  schedule: z.array(z.object({ key: z.number(), dueDate: Text, amount: Amount })).default([]),
  remarks: z.string(),
})

export type LocalSale = {
  /**
   * The key of the draft, a UUIDv7. The server keeps it with the sale, so that however often, whenever and by whomever
   * it is sent, the sale is made once.
   */
  key: string
  /** The time of the last edit (ISO). */
  at: string
  draft: Draft
  /** The request that had no response. The server may already have created this sale. */
  sent: SaleCreation | null
}
const StoredSale = z.object({ key: z.string(), at: z.iso.datetime(), draft: StoredDraft, sent: z.unknown() })

/** Returns the drafts that this browser stores for the signed-in user, newest first. */
export function useLocalSales(): readonly LocalSale[] {
  const account = useAccount()
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(unsavedSalesKeyOf(account?.userID)))
  return useMemo(() => parseSales(text), [text])
}

let unwritten: LocalSale | null = null

/**
 * Stores a draft after 300 ms, so that typing stays fast. If the page is hidden or the session ends, the draft is
 * stored immediately. The till calls `flushLocalSale` when it unmounts.
 */
export function scheduleLocalSave(sale: LocalSale) {
  if (!unwritten) setTimeout(flushLocalSale, 300)
  unwritten = sale
  addEventListener('pagehide', flushLocalSale)
  document.addEventListener('visibilitychange', flushLocalSale)
  onSessionEnd(flushLocalSale)
}

/** Stores the draft that is waiting for `scheduleLocalSave` immediately. */
export function flushLocalSale() {
  if (unwritten) storeLocalSale(unwritten)
}

/** Stores a draft immediately. An empty draft is deleted instead. */
export function storeLocalSale(sale: LocalSale) {
  unwritten = null
  if (!currentAccount()) return // The user has signed out, so nothing is stored.
  const others = readSales().filter(({ key }) => key !== sale.key)
  writeSales(isBegun(sale.draft) ? [sale, ...others] : others)
}

/** Deletes a draft after it was saved on the server or discarded. */
export function deleteLocalSale(key: string) {
  if (unwritten?.key === key) unwritten = null
  writeSales(readSales().filter((sale) => sale.key !== key))
}

/** Returns the draft at the till of this tab, which survives a reload. If there is none, returns only a new key. */
export function getActiveDraft(): LocalSale | { key: string; sent: null; draft: null } {
  const key = sessionStorage.getItem(unsavedSalesKeyOf(currentAccount()?.userID))
  const stored = readSales().find((sale) => sale.key === key)
  if (stored) return stored
  const newSaleKey = createKey()
  setActiveDraft(newSaleKey)
  return { key: newSaleKey, sent: null, draft: null }
}

/** Opens a new sale with this draft at the till of this tab. The previous draft is parked. */
export function startSale(draft: Draft) {
  const key = createKey()
  storeLocalSale({ key, at: new Date().toISOString(), draft, sent: null })
  setActiveDraft(key)
}

/** Makes a stored draft the one at the till of this tab. Null parks the draft that is at the till. */
export function setActiveDraft(key: string | null) {
  sessionStorage.setItem(unsavedSalesKeyOf(currentAccount()?.userID), key ?? '')
}

const readSales = () => parseSales(localStorage.getItem(unsavedSalesKeyOf(currentAccount()?.userID)))

function parseSales(text: string | null): LocalSale[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((candidate) => {
      const { data } = StoredSale.safeParse(candidate)
      return data
        ? [{ ...data, sent: SaleCreation.safeParse(data.sent).success ? (data.sent as SaleCreation) : null }]
        : []
    })
  } catch {
    return [] // An unreadable entry counts as empty.
  }
}

function writeSales(sales: readonly LocalSale[]) {
  localStorage.setItem(unsavedSalesKeyOf(currentAccount()?.userID), JSON.stringify(sales))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
