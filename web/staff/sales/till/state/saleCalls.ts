import { type SaleCreation, type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { ApiError, call } from '../../../../lib/api.ts'
import { newKey } from '../../../../lib/query.ts'
import type { Draft } from './draft.ts'
import { bodyOf, isChanged, paymentsOf } from './saleBody.ts'

/** How long the till waits for an answer (milliseconds) before it says that there is none. */
const patience = 20_000
const within = () => ({ signal: AbortSignal.timeout(patience) })

/** Whether nobody can say if the server did what it was asked: there was no answer, or none of its own. */
export const isUnanswered = (error: unknown) =>
  error instanceof ApiError ? [0, 502, 503, 504].includes(error.status) : error instanceof DOMException

/** Whether a Pending sale has lost its hold by `now`: it holds nothing until it is saved again. */
export const isLapsed = (sale: Pick<SaleRow, 'status' | 'holdUntil'>, now: number) =>
  sale.status === 'Pending' && sale.holdUntil !== null && Date.parse(sale.holdUntil) <= now

/** Makes a new sale, whole or not at all. The same body with the same key makes it once, however often it is sent. */
export async function makeSale(body: SaleCreation, idempotencyKey: string): Promise<SaleRow> {
  return (await call(sales.create, { body }, { idempotencyKey, ...within() })).data
}

/** Which payment is being sent, over all attempts: it is taken once. */
export type PaymentKey = { current: string }

/**
 * Sends what is new in a stored sale, call by call: changes, payments, and that it is completed. `done` hears of each
 * step, with the payments that are still to be sent, so that nothing is sent twice after a refusal. `unsure` says that
 * the last attempt had no answer: what it did, it did.
 */
export async function continueSale(
  stored: SaleRow,
  draft: Draft,
  {
    completing,
    unsure,
    paymentKey,
    done,
  }: {
    completing: boolean
    unsure: boolean
    paymentKey: PaymentKey
    done: (sale: SaleRow, left: Draft['payments']) => void
  },
): Promise<SaleRow> {
  const id = stored.salesTransactionID
  let left = draft.payments.filter(({ amount }) => amount !== null && amount !== 0)
  let sale = unsure ? await readCurrentSale(stored, draft) : stored
  if (sale.status === 'Completed') left = []
  if (sale !== stored) done(sale, left)
  if (sale.status === 'Completed') return sale
  if (isChanged(draft, sale) || isLapsed(sale, Date.now())) {
    const body = { ...bodyOf(draft), updatedAt: sale.updatedAt }
    sale = (await call(sales.update, { id, body }, within())).data
    done(sale, left)
  }
  for (const body of paymentsOf({ ...draft, payments: left })) {
    const options = { idempotencyKey: paymentKey.current, ...within() }
    sale = (await call(sales.pay, { id, body }, options)).data
    paymentKey.current = newKey()
    left = left.slice(1)
    done(sale, left)
  }
  if (!completing) return sale
  sale = (await call(sales.complete, { id }, within())).data
  done(sale, left)
  return sale
}

/** The stored sale by now; as it was read before where somebody else has changed it, so that the next call says so. */
async function readCurrentSale(stored: SaleRow, draft: Draft) {
  const { data } = await call(sales.get, { id: stored.salesTransactionID }, within())
  return data.status === 'Completed' || !isChanged(draft, data) ? data : stored
}
