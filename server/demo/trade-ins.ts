import { tradeIns } from '../../contract/sales/trade-ins.ts'
import type { Calendar } from './calendar.ts'
import type { openShop } from './shop.ts'

type Pieces = {
  description: string
  markedKarat?: '18K' | '22K'
  testedKarat?: '14K' | '18K' | '22K'
  testNote?: string
  grossGrams: number
  stoneGrams?: number
  loss?: number
}[]

/** The pieces of each trade-in, and how many minutes ago its customer came. */
const taken: { ago: number; pieces: Pieces }[] = [
  {
    ago: 55,
    pieces: [{ description: 'Thin chain, knotted', markedKarat: '18K', testedKarat: '14K', grossGrams: 2.31 }],
  },
  {
    ago: 40,
    pieces: [
      {
        description: 'Rope chain, clasp worn',
        markedKarat: '18K',
        testedKarat: '18K',
        testNote: '75.1% by XRF',
        grossGrams: 9.84,
        loss: 2,
      },
      {
        description: 'Curb bracelet, link broken',
        markedKarat: '18K',
        testedKarat: '14K',
        testNote: '58.9% by XRF',
        grossGrams: 7.12,
        loss: 2,
      },
      {
        description: 'Ring with jade',
        testedKarat: '22K',
        testNote: '91.4% by XRF',
        grossGrams: 5.26,
        stoneGrams: 1.12,
        loss: 3,
      },
    ],
  },
  { ago: 15, pieces: [{ description: 'Bangle, bent', markedKarat: '22K', grossGrams: 12.05, loss: 2 }] },
]

/**
 * Takes three trade-ins of this hour: one is declined, one offered, and one waits for its test. None is bought yet, so the
 * demo's goods, money and totals stay as they are.
 */
export async function performTradeIns(
  { crew, customerIDs, placeIDs }: Awaited<ReturnType<typeof openShop>>,
  days: Calendar,
  setMoment: (at: Date) => void,
) {
  const [seller] = crew
  const customers = [...customerIDs.values()]
  for (const [n, { ago, pieces }] of taken.entries()) {
    setMoment(days.before(ago))
    const { data } = await seller!(tradeIns.create, {
      body: { customerID: customers[n]!, locationID: placeIDs[0]!, remarks: null, pieces },
    })
    const id = data.tradeInID
    setMoment(days.before(ago - 5))
    if (n < 2) await seller!(tradeIns.offer, { id, body: {} })
    setMoment(days.before(ago - 10))
    if (n === 0) await seller!(tradeIns.decline, { id, body: { reason: 'Keeps it for her daughter' } })
  }
}
