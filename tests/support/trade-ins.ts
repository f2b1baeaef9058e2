import { sql } from 'drizzle-orm'

import type { Karat } from '../../contract/catalogue/karats.ts'
import type { TradeInInput } from '../../contract/sales/trade-ins.ts'
import { goldRate } from '../../server/db/schema/pricing.ts'
import { customer, customerType } from '../../server/db/schema/sales.ts'
import type { Db } from '../../server/kernel/database.ts'
import { testApp } from './fixtures.ts'

type Piece = TradeInInput['pieces'][number]

/** The three pieces of the drawing, which come to ₱125,140.22. */
export const ofTheDrawing: Piece[] = [
  {
    description: 'Rope chain',
    markedKarat: '18K',
    testedKarat: '18K',
    testNote: '75.1% by XRF',
    grossGrams: 9.84,
    loss: 2,
  },
  { description: 'Curb bracelet', markedKarat: '18K', testedKarat: '14K', grossGrams: 7.12, loss: 2 },
  { description: 'Ring with jade', testedKarat: '22K', grossGrams: 5.26, stoneGrams: 1.12, loss: 3 },
]

/** Creates a customer and returns the key. */
export async function customerOf(db: Db, firstName: string): Promise<number> {
  const [type] = await db.select().from(customerType).limit(1)
  const [made] = await db
    .insert(customer)
    .values({
      firstName,
      lastName: 'Villanueva',
      contactNo: '0917 000 0000',
      email: `${firstName.toLowerCase()}@alahas.test`,
      customerTypeID: type!.customerTypeID,
    })
    .returning()
  return made!.customerID
}

/** Starts a shop with a customer and today's rates of five karats, and returns what trade-ins need. */
export async function tradeInShop() {
  const app = await testApp({ connections: 12 })
  const { db, as } = app
  const [admin, manager, staff] = [as(1), as(2), as(3)]
  const path = '/api/v1/trade-ins'
  const rates: Record<string, [sell: number, buy: number]> = {
    '24K': [8950, 8350],
    '22K': [8200, 7650],
    '21K': [7830, 7300],
    '18K': [6710, 6260],
    '14K': [5230, 4880],
  }
  await db.insert(goldRate).values(
    Object.entries(rates).map(([karat, [sellPerGram, buyPerGram]]) => ({
      karat: karat as Karat,
      sellPerGram,
      buyPerGram,
      fromAt: new Date(),
    })),
  )
  await customerOf(db, 'Ana')
  const create = (over: Partial<TradeInInput> = {}, who = staff) =>
    who('POST', path, { customerID: 1, locationID: 1, pieces: ofTheDrawing, ...over })

  /** Creates a trade-in with an offer of its reckoned sum, or of another amount by a manager. */
  async function offered(
    pieces: Piece[] = ofTheDrawing,
    { offer, customerID = 1 }: { offer?: number; customerID?: number } = {},
  ) {
    const { tradeInID } = (await create({ pieces, customerID })).body.data
    const who = offer === undefined ? staff : manager
    const { status, body } = await who('POST', `${path}/${tradeInID}/offer`, { offer, confirmed: true })
    if (status !== 201) throw new Error(body.message)
    return body.data
  }

  /** Creates a trade-in that the customer has accepted. */
  async function accepted(...given: Parameters<typeof offered>) {
    const { tradeInID } = await offered(...given)
    const { status, body } = await staff('POST', `${path}/${tradeInID}/acceptance`, { signed: true })
    if (status !== 201) throw new Error(body.message)
    return body.data
  }

  /** Makes the rate of a karat so many hours old. */
  async function setRate(karat: Karat, hours: number) {
    await db.execute(sql`alter table gold_rate disable trigger user`)
    await db.execute(sql`update gold_rate set from_at = now() - ${`${hours} hours`}::interval where karat = ${karat}`)
    await db.execute(sql`alter table gold_rate enable trigger user`)
  }
  return { ...app, admin, manager, staff, path, create, offered, accepted, setRate }
}
