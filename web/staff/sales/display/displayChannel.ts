import { v7 as createKey } from 'uuid'

import type { Karat } from '../../../../contract/catalogue/karats.ts'

/** A piece as the customer sees it: never its cost. */
export type DisplayedLine = {
  key: number
  name: string
  uom: 'PCS' | 'PAIR' | 'BULK'
  grams: number
  karat: Karat | null
  stone: string | null
  quantity: number
  /** The price of one piece, pair or gram, and of the line, in pesos. */
  price: number
  total: number
  image: string | null
}

/** A sale as the customer's display shows it. All amounts are in pesos. */
export type DisplayedSale = {
  lines: readonly DisplayedLine[]
  /** The key of the line that was added last; null if none was added here. */
  newestKey: number | null
  subtotal: number
  discount: number
  shippingFee: number
  total: number
  payments: readonly { name: string; amount: number }[]
  balance: number
  change: number
  isCompleted: boolean
  /** The first name of the customer; null for a walk-in. */
  firstName: string | null
}

/** The message of a till to the displays. `sale` is null while it sells nothing. */
type TillMessage = { kind: 'sale'; till: string; sale: DisplayedSale | null }
/** A display that has just opened asks the tills for their sale. */
type DisplayMessage = { kind: 'opened' }

const channelName = 'customer-display'

/**
 * Sends the sales of one till to the displays of this browser. `answer` returns the sale for a display that has just
 * opened.
 */
export function openTillChannel(answer: () => DisplayedSale | null) {
  const till = createKey()
  const channel = new BroadcastChannel(channelName)
  // A BroadcastChannel reaches its own origin alone, so its messages have no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const send = (sale: DisplayedSale | null) => channel.postMessage({ kind: 'sale', till, sale } satisfies TillMessage)
  channel.addEventListener('message', ({ data }: MessageEvent<TillMessage | DisplayMessage>) => {
    if (data.kind === 'opened') send(answer())
  })
  return { send, close: () => channel.close() }
}

/** Follows the tills of this browser. Returns a function that stops. */
export function followTills(onSale: (sale: DisplayedSale | null) => void) {
  const channel = new BroadcastChannel(channelName)
  let followed: string | null = null
  channel.addEventListener('message', ({ data }: MessageEvent<TillMessage | DisplayMessage>) => {
    if (data.kind !== 'sale') return
    // A till without a sale does not clear the sale of another till.
    if (data.sale === null && followed !== null && data.till !== followed) return
    followed = data.sale === null ? null : data.till
    onSale(data.sale)
  })
  // A BroadcastChannel reaches its own origin alone, so its messages have no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage({ kind: 'opened' } satisfies DisplayMessage)
  return () => channel.close()
}
