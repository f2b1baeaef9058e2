import { useSyncExternalStore } from 'react'

import { z } from '../../../../contract/shared/zod.ts'

const BrowserPrinter = z.object({
  vendorId: z.int(),
  productId: z.int(),
  serialNumber: z.string().nullable(),
  /** The name that the printer itself gives. */
  name: z.string(),
  paper: z.union([z.literal(80), z.literal(58)]),
  opensDrawer: z.boolean(),
})
/** The receipt printer of this browser. It is the same for everybody who signs in here, as the printer itself is. */
export type BrowserPrinter = z.infer<typeof BrowserPrinter>

const key = 'receiptPrinter'
const listeners = new Set<() => void>()

/** Returns the receipt printer that is connected to this browser; null without one. */
export function useBrowserPrinter(): BrowserPrinter | null {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  return parsePrinter(text)
}

/** Stores the receipt printer of this browser. Null removes it. */
export function storeBrowserPrinter(printer: BrowserPrinter | null) {
  if (printer === null) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(printer))
  for (const listener of listeners) listener()
}

function parsePrinter(text: string | null): BrowserPrinter | null {
  try {
    return BrowserPrinter.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null // Treat an invalid entry as absent.
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
