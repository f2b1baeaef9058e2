import { asc, eq } from 'drizzle-orm'

import { proofPath, withdrawPath } from '../../contract/order-page/order-page.ts'
import { type Language, publicAddress } from '../../contract/shared/languages.ts'
import { readSettings } from '../../server/company/settings.ts'
import { paymentProof } from '../../server/db/schema/proofs.ts'
import { shopDay } from '../../server/kernel/shop-days.ts'
import { orderPageShop } from './order-page.ts'
import { drawPicture } from './pictures.ts'

type Headers = Record<string, string>
type Sent = { files?: Uint8Array[]; language?: Language; headers?: Headers }

/** Starts a shop with its pages, and returns functions that send payment proofs through the page of an order. */
export async function proofShop() {
  const shop = await orderPageShop()
  const { app, db, makeSale, makeLink, openBy } = shop
  const { timeZone } = await readSettings(db)
  const today = shopDay(timeZone, new Date())
  const picture = (colour = 'white') => drawPicture(colour, { width: 300, height: 400 })
  const receipt = await picture()
  let count = 0

  /** Opens the page of a sale, by default of a new one that owes 10,000 pesos. */
  async function openSale(saleID?: number) {
    const id: number = saleID ?? (await makeSale()).salesTransactionID
    const link = await makeLink(id)
    return { id, link, cookie: (await openBy(link)).cookie }
  }

  /** Sends the form of a proof, as a browser without scripts does. */
  function send(cookie: string, typed: object, { files = [receipt], language = 'en', headers = {} }: Sent = {}) {
    count++
    const form = new FormData()
    const all = { key: `form ${count}`, amount: '1,000', day: today, reference: `ref-${count}`, account: '', ...typed }
    for (const [name, text] of Object.entries(all)) form.append(name, text)
    for (const bytes of files) form.append('pictures', new Blob([new Uint8Array(bytes)]), 'receipt.jpg')
    if (files.length === 0) form.append('pictures', new Blob([]), '')
    return app.inject({
      method: 'POST',
      url: publicAddress(language, proofPath),
      payload: form,
      headers: { cookie, ...headers },
    })
  }

  const withdraw = (cookie: string, proofID: number | string, headers: Headers = {}) =>
    app.inject({
      method: 'POST',
      url: withdrawPath,
      payload: new URLSearchParams({ proof: String(proofID) }).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  const proofsOf = (id: number) =>
    db.select().from(paymentProof).where(eq(paymentProof.salesTransactionID, id)).orderBy(asc(paymentProof.proofID))
  const mainOf = (body: string) => body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  return { ...shop, openSale, send, withdraw, proofsOf, picture, today, mainOf }
}
