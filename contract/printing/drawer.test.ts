// Proves which receipts open the cash drawer.
import { expect, test } from 'vitest'

import { opensDrawerFor } from './drawer.ts'

const manila = 'Asia/Manila'
/** 28 November, 00:30 in Manila, while it is still the 27th by UTC. */
const now = new Date('2026-11-27T16:30:00Z')
const today = '2026-11-27T16:10:00Z'
const yesterday = '2026-11-27T15:50:00Z'

const paid = (paymentCode: string | null, paidAt: string, correction: object | null = null) => ({
  payments: [{ paymentCode, paidAt, correction }],
  refunds: [],
})
const refunded = (createdAt: string, ...codes: (string | null)[]) => ({
  payments: [],
  refunds: [{ createdAt, parts: codes.map((paymentCode) => ({ paymentCode })) }],
})

test.each([
  ['cash of today', paid('cash', today), true],
  ['cash of yesterday, although it is the same day by UTC', paid('cash', yesterday), false],
  ['another payment of today', paid('gcash', today), false],
  ['a payment type of the shop', paid(null, today), false],
  ['corrected cash', paid('cash', today, { reason: 'It was a card' }), false],
  ['no payment', { payments: [], refunds: [] }, false],
  ['cash handed back today, among others', refunded(today, null, 'cash'), true],
  ['cash handed back yesterday', refunded(yesterday, 'cash'), false],
  ['a refund to a card', refunded(today, 'card'), false],
])('%s', (_, sale, opens) => expect(opensDrawerFor(sale, manila, now)).toBe(opens))
