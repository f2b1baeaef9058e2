import { useMemo, useSyncExternalStore } from 'react'

import { SaleCreation } from '../../../../../contract/sales/sales.ts'
import { z } from '../../../../../contract/shared/zod.ts'
import { newKey } from '../../../../lib/query.ts'
import { beforeSessionEnds, currentAccount, unsavedSalesOf, useAccount } from '../../../../lib/session.ts'
import { type Draft, isBegun } from './draft.ts'

// Sales that are typed but not saved: the one at the till, so that a reload brings it back, and those put aside. They
// stay in this browser, for the user who typed them. One that belongs to no window any more counts as put aside.

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

export type KeptSale = {
  /** Also the Idempotency-Key of the call that makes the sale: however often and wherever it is sent, it is made once. */
  key: string
  /** When it was last typed in (ISO). */
  at: string
  draft: Draft
  /** What was sent and has had no answer: it may be made already. */
  sent: SaleCreation | null
}
const Kept = z.object({ key: z.string(), at: z.iso.datetime(), draft: StoredDraft, sent: z.unknown() })

/** The sales that this browser keeps for the signed-in user, the newest first. */
export function useKeptSales(): readonly KeptSale[] {
  const account = useAccount()
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(unsavedSalesOf(account?.userID)))
  return useMemo(() => parse(text), [text])
}

let unwritten: KeptSale | null = null

/**
 * Keeps a sale as it is typed: within a moment, so that no key waits for it; at once where the window goes out of sight,
 * or the session ends. When the till goes, `keepNow` is called.
 */
export function keepSoon(sale: KeptSale) {
  if (!unwritten) setTimeout(keepNow, 300)
  unwritten = sale
  addEventListener('pagehide', keepNow)
  document.addEventListener('visibilitychange', keepNow)
  beforeSessionEnds(keepNow)
}

/** Keeps what is to be kept soon. */
export function keepNow() {
  if (unwritten) keepSale(unwritten)
}

/** Keeps a sale, at once. One in which nothing is entered is not kept. */
export function keepSale(kept: KeptSale) {
  unwritten = null
  if (!currentAccount()) return // signed out meanwhile: nothing stays
  const others = read().filter(({ key }) => key !== kept.key)
  write(isBegun(kept.draft) ? [kept, ...others] : others)
}

/** Forgets a sale: it is saved, or nobody wants it any more. */
export function dropSale(key: string) {
  if (unwritten?.key === key) unwritten = null
  write(read().filter((kept) => kept.key !== key))
}

/** The sale at the till in this window: the kept one, which a reload finds again, or a new one. */
export function getActiveDraft(): KeptSale | { key: string; sent: null; draft: null } {
  const key = sessionStorage.getItem(unsavedSalesOf(currentAccount()?.userID))
  const kept = read().find((candidate) => candidate.key === key)
  if (kept) return kept
  const made = newKey()
  setActiveDraft(made)
  return { key: made, sent: null, draft: null }
}

/** Puts a new sale on the till in this window, begun with this. What was being typed there is put aside. */
export function beginSale(draft: Draft) {
  const key = newKey()
  keepSale({ key, at: new Date().toISOString(), draft, sent: null })
  setActiveDraft(key)
}

/** Makes a kept sale the one at the till in this window; null puts the one there aside. */
export function setActiveDraft(key: string | null) {
  sessionStorage.setItem(unsavedSalesOf(currentAccount()?.userID), key ?? '')
}

const read = () => parse(localStorage.getItem(unsavedSalesOf(currentAccount()?.userID)))

function parse(text: string | null): KeptSale[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((candidate) => {
      const { data } = Kept.safeParse(candidate)
      return data
        ? [{ ...data, sent: SaleCreation.safeParse(data.sent).success ? (data.sent as SaleCreation) : null }]
        : []
    })
  } catch {
    return [] // Spoiled: as good as none.
  }
}

function write(kept: readonly KeptSale[]) {
  localStorage.setItem(unsavedSalesOf(currentAccount()?.userID), JSON.stringify(kept))
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
