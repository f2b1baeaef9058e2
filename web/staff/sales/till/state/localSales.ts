import { useMemo, useSyncExternalStore } from 'react'
import { v7 as createKey } from 'uuid'

import { karats } from '../../../../../contract/catalogue/karats.ts'
import type { Account } from '../../../../../contract/people/account.ts'
import { SaleBuyer } from '../../../../../contract/sales/buyers.ts'
import { SaleCreation } from '../../../../../contract/sales/sales.ts'
import { PictureFocus } from '../../../../../contract/shared/covers.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import {
  deleteDraft,
  loadDrafts,
  onStorageFailure,
  readDrafts,
  storeDraft,
  type StoredDraft as StoredRecord,
  subscribeToDrafts,
} from '../../../../lib/drafts.ts'
import {
  onSessionEnd,
  onUnsavedQuestion,
  currentAccount,
  unsavedSalesKeyOf,
  useAccount,
} from '../../../../lib/session.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { type Draft, isBegun } from './draft.ts'

// Stores unsaved sales in this browser, separately for each user. One is at the till and survives a reload; the others
// are parked. A draft whose tab was closed counts as parked. Readers need `loadLocalSales` first.

// An invalid amount (NaN) is empty when its draft is opened again.
const Amount = z.union([z.number(), z.nan().transform(() => null)]).nullable()
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
  image_focus: PictureFocus.nullable().default(null),
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
    SaleBuyer.extend({ kind: z.literal('chosenHandle'), buyerID: z.number() }),
    SaleBuyer.extend({ kind: z.literal('newHandle'), platform: SaleBuyer.shape.platform.nullable() }),
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

/** Reads the unsaved sales of this browser into memory. A failure to store one is told once. */
export function loadLocalSales(): Promise<void> {
  onStorageFailure((error) => toasts.error(describeFailure(error)))
  onUnsavedQuestion(() => readSales().length > 0)
  return loadDrafts()
}

function describeFailure(error: unknown): string {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  const reason = isFull ? 'its storage is full' : 'it refuses to store them'
  return `This browser keeps no unsaved sales: ${reason}. Save each sale before you close or reload this window.`
}

/** Returns the drafts that this browser stores for the signed-in user, newest first. */
export function useLocalSales(): readonly LocalSale[] {
  const userID = userIDOf(useAccount())
  const records = useSyncExternalStore(subscribeToDrafts, readDrafts)
  return useMemo(() => parseSales(records, userID), [records, userID])
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
  if (unwritten) void storeLocalSale(unwritten)
}

/**
 * Stores a draft immediately. An empty draft is deleted instead. The promise resolves when the draft is on the disk,
 * or when the browser refused it.
 */
export async function storeLocalSale(sale: LocalSale): Promise<void> {
  unwritten = null
  const account = currentAccount()
  if (!account) return // The user has signed out, so nothing is stored.
  if (isBegun(sale.draft)) await storeDraft({ userID: account.userID, ...sale })
  else deleteDraft(account.userID, sale.key)
}

/** Deletes a draft after it was saved on the server or discarded. */
export function deleteLocalSale(key: string) {
  if (unwritten?.key === key) unwritten = null
  deleteDraft(userIDOf(currentAccount()), key)
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
export async function startSale(draft: Draft) {
  const key = createKey()
  await loadLocalSales()
  await storeLocalSale({ key, at: new Date().toISOString(), draft, sent: null })
  setActiveDraft(key)
}

/** Makes a stored draft the one at the till of this tab. Null parks the draft that is at the till. */
export function setActiveDraft(key: string | null) {
  sessionStorage.setItem(unsavedSalesKeyOf(currentAccount()?.userID), key ?? '')
}

const userIDOf = (account: Account | null) => account?.userID ?? 0

const readSales = () => parseSales(readDrafts(), userIDOf(currentAccount()))

/** Returns the user's drafts. A record that cannot be read counts as empty. */
const parseSales = (records: readonly StoredRecord[], userID: number): LocalSale[] =>
  records.flatMap((record) => {
    if (record.userID !== userID) return []
    const { data } = StoredSale.safeParse(record)
    return data
      ? [{ ...data, sent: SaleCreation.safeParse(data.sent).success ? (data.sent as SaleCreation) : null }]
      : []
  })
