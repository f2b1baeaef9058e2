import type { EventfulShop } from './eventful-shop.ts'

const [manager, staff] = [2, 3] as const
const path = '/api/v1/trade-ins'

/**
 * Buys old gold: one purchase is left to use, one went back at another cost than it came, one was declined. One pays a
 * sale, and its rest is paid out. One pays a sale that is refunded to it, and becomes store credit.
 */
export async function tradeIn({ call, customers, items, types }: EventfulShop) {
  const known: { karat: string; latest: { goldRateID: number } | null }[] = await call(
    'GET',
    '/api/v1/gold-rates/current',
  )
  const latestID = known.find(({ karat }) => karat === '18K')!.latest?.goldRateID ?? null
  await call('POST', '/api/v1/gold-rates', {
    rates: [{ karat: '18K', sellPerGram: 6710, buyPerGram: 6260, latestID }],
  })
  const offered = async (grossGrams: number, offer: number) => {
    const { tradeInID } = await call(
      'POST',
      path,
      {
        customerID: customers[0],
        locationID: 1,
        pieces: [
          { description: 'Chain', markedKarat: '18K', testedKarat: '18K', grossGrams, loss: 2 },
          { description: 'Clasp', testedKarat: '18K', grossGrams: 0.305, stoneGrams: 0.1 },
        ],
      },
      staff,
    )
    await call('POST', `${path}/${tradeInID}/offer`, { offer }, manager)
    return tradeInID as number
  }
  const accepted = async (grossGrams: number, offer: number) => {
    const tradeInID = await offered(grossGrams, offer)
    await call('POST', `${path}/${tradeInID}/acceptance`, { signed: true }, staff)
    return tradeInID
  }
  await accepted(9.84, 61_000)
  const returned = await accepted(3.333, 15_000.01)
  await call('POST', `${path}/${returned}/return`, { reason: 'Changed her mind' }, manager)
  await call('POST', `${path}/${await offered(2, 5_000)}/decline`, {}, staff)

  const sell = async (tradeInID: number, amount: number) => {
    const sale = await call(
      'POST',
      '/api/v2/sales',
      {
        locationID: 1,
        transactionTypeID: 1,
        customerID: customers[0],
        items: [{ itemID: items[0]!.itemID, orderQty: 1, price: 1500 }],
        payments: [
          { paymentTypeID: types.tradeIn, amount, tradeInID },
          ...(amount < 1500 ? [{ paymentTypeID: 1, amount: 2000 - amount }] : []),
        ],
        complete: true,
      },
      manager,
    )
    return sale.salesTransactionID as number
  }
  const paying = await accepted(1, 1_200)
  await sell(paying, 1_000)
  await call('POST', `${path}/${paying}/settlement`, { to: 'money', paymentTypeID: 1 }, staff)
  const back = await accepted(1, 1_700)
  const sold = await sell(back, 1_500)
  await call('POST', `/api/v2/sales/${sold}/refunds`, { paymentTypeID: types.tradeIn, reason: 'Too small' }, manager)
  await call('POST', `${path}/${back}/settlement`, { to: 'credit' }, staff)
}
