import type { QueryClient } from '@tanstack/react-query'

import { type SaleCreation, type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { ApiError, call } from '../../../../lib/api.ts'
import { createIdempotencyKey, keyHeader, write } from '../../../../lib/query.ts'
import type { Draft } from './draft.ts'
import { bodyOf, isChanged, paymentsOf } from './saleBody.ts'

/** The request timeout in milliseconds. Afterwards the till reports that there is no response. */
const requestTimeout = 20_000
const createTimeout = () => ({ signal: AbortSignal.timeout(requestTimeout) })

/** Whether the outcome of a request is unknown. There was no response, or a proxy responded instead of the server. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiError ? [0, 502, 503, 504].includes(error.status) : error instanceof DOMException

/** Whether a sale is neither closed nor canceled. */
export const isOpen = ({ status }: Pick<SaleRow, 'status'>) => status === 'Pending' || status === 'Processing'

/** Whether the hold of an open sale is over. The sale holds no stock until it is held again. */
export const isLapsed = (sale: Pick<SaleRow, 'status' | 'holdUntil'>, now: number) =>
  isOpen(sale) && sale.holdUntil !== null && Date.parse(sale.holdUntil) <= now

/** Creates a sale in one transaction. The idempotency key makes repeated requests safe. */
export async function createSale(client: QueryClient, body: SaleCreation, idempotencyKey: string): Promise<SaleRow> {
  const options = { headers: keyHeader(idempotencyKey), ...createTimeout() }
  return (await write(client, sales.create, { body }, options)).data
}

/** The idempotency key of the payment being sent. Retries reuse it, so the payment is taken once. */
export type PaymentKey = { current: string }

/**
 * Sends the changes, the payments and the completion of a stored sale, each in its own request. `done` receives each
 * result and the payments that are not sent yet, so that a retry repeats nothing. `isUnsure` means that the last
 * attempt had no response. The sale is then read again first.
 */
export async function continueSale(
  client: QueryClient,
  stored: SaleRow,
  draft: Draft,
  {
    completing,
    isUnsure,
    paymentKey,
    done,
  }: {
    completing: boolean
    isUnsure: boolean
    paymentKey: PaymentKey
    done: (sale: SaleRow, left: Draft['payments']) => void
  },
): Promise<SaleRow> {
  const id = stored.salesTransactionID
  let left = draft.payments.filter(({ amount }) => amount !== null && amount !== 0)
  let sale = isUnsure ? await readCurrentSale(stored, draft) : stored
  if (sale.status === 'Completed') left = []
  if (sale !== stored) done(sale, left)
  if (sale.status === 'Completed') return sale
  if (isChanged(draft, sale)) {
    const body = { ...bodyOf(draft), updatedAt: sale.updatedAt }
    sale = (await write(client, sales.update, { id, body }, createTimeout())).data
    done(sale, left)
  }
  for (const body of paymentsOf({ ...draft, payments: left })) {
    const options = { headers: keyHeader(paymentKey.current), ...createTimeout() }
    sale = (await write(client, sales.pay, { id, body }, options)).data
    paymentKey.current = createIdempotencyKey()
    left = left.slice(1)
    done(sale, left)
  }
  if (!completing) return sale
  sale = (await write(client, sales.complete, { id }, createTimeout())).data
  done(sale, left)
  return sale
}

/**
 * Returns the server's version of the sale if it is Completed or equals the draft. Otherwise returns the old version,
 * so that the next request reports the conflict.
 */
async function readCurrentSale(stored: SaleRow, draft: Draft) {
  const { data } = await call(sales.get, { id: stored.salesTransactionID }, createTimeout())
  return data.status === 'Completed' || !isChanged(draft, data) ? data : stored
}
