import { createHash, randomBytes } from 'node:crypto'

import { expect } from 'vitest'

import type { ProofRow } from '../../contract/proofs/proofs.ts'
import { payAccount } from '../../server/db/schema/money.ts'
import { orderLink } from '../../server/db/schema/order-links.ts'
import { paymentProof, proofFile, proofLikeness } from '../../server/db/schema/proofs.ts'
import { customer, paymentType } from '../../server/db/schema/sales.ts'
import { privateFilesOf } from '../../server/files/private-files.ts'
import type { PictureStore } from '../../server/files/store.ts'
import type { Db } from '../../server/kernel/database.ts'
import { shopDay } from '../../server/kernel/shop-days.ts'
import { testApp } from './fixtures.ts'
import { stockItem } from './stocked.ts'

export const proofsPath = '/api/v1/proofs'

let sent = 0
/** Stores a proof as a buyer sends it, with a link that is revoked already. Returns its key. */
export async function insertProof(
  db: Db,
  salesTransactionID: number,
  values: Partial<typeof paymentProof.$inferInsert> = {},
): Promise<number> {
  const hash = () => randomBytes(32).toString('hex')
  const [link] = await db
    .insert(orderLink)
    .values({ salesTransactionID, tokenHash: hash(), codeHash: hash(), createdAt: new Date(), revokedAt: new Date() })
    .returning()
  const [made] = await db
    .insert(paymentProof)
    .values({
      salesTransactionID,
      orderLinkID: link!.orderLinkID,
      language: 'en',
      sentAt: new Date(),
      amount: 1_000,
      day: '2026-11-20',
      reference: `1001 5436 ${(sent += 1).toString().padStart(5, '0')}`,
      ...values,
    })
    .returning()
  return made!.proofID
}

/** Stores a file of a proof. Files with the same text have the same content. Returns its key. */
export async function insertProofFile(
  db: Db,
  store: PictureStore,
  proofID: number,
  { text, position = 1, ending = 'webp' }: { text: string; position?: number; ending?: 'webp' | 'pdf' },
): Promise<number> {
  const contentHash = createHash('sha256').update(text).digest('hex')
  const file = `${createHash('sha256').update(`${proofID} ${text}`).digest('hex').slice(0, 32)}.${ending}`
  await privateFilesOf(store).put(file, Buffer.from(text))
  const isPicture = ending === 'webp'
  const [made] = await db
    .insert(proofFile)
    .values({
      proofID,
      position,
      file,
      format: isPicture ? 'PNG' : 'PDF',
      width: isPicture ? 1080 : null,
      height: isPicture ? 2160 : null,
      contentHash,
      print: isPicture ? Buffer.from([1, 2, 3]) : null,
    })
    .returning()
  return made!.proofFileID
}

/** Starts a shop with accounts, and returns functions that sell, and that send proofs as buyers do. */
export async function proofShop(options: Parameters<typeof testApp>[0] = {}) {
  const shop = await testApp(options)
  const { db, as, users, pictureStore } = shop
  const staff = as(3)
  const [type] = await db.insert(paymentType).values({ paymentName: 'BPI transfer' }).returning()
  const [other] = await db.insert(paymentType).values({ paymentName: 'Yucho transfer' }).returning()
  const account = (number: string, values: Partial<typeof payAccount.$inferInsert> = {}) => ({
    kind: 'Bank transfer' as const,
    bankOrWallet: 'BPI',
    holder: 'Shop',
    number,
    paymentTypeID: type!.paymentTypeID,
    ...values,
  })
  const [bpi, yucho] = await db
    .insert(payAccount)
    .values([
      account('0012 3456 78', { position: 1 }),
      account('14080 1234567', {
        bankOrWallet: 'Yucho',
        paymentTypeID: other!.paymentTypeID,
        position: 2,
        referencesRepeat: true,
      }),
    ])
    .returning()
  const [ana, bea] = await db
    .insert(customer)
    .values([
      { firstName: 'Ana', lastName: 'Reyes', contactNo: '0917 555 0186', email: 'ana@mail.example', customerTypeID: 1 },
      { firstName: 'Bea', lastName: 'Cruz', contactNo: '0917 555 0187', email: 'bea@mail.example', customerTypeID: 1 },
    ])
    .returning()
  const today = shopDay('Asia/Tokyo', new Date())

  /** Sells pieces of ₱1,000.00; to Ana, unless the values name another person. Returns the sale. */
  async function sell(
    more: { quantity?: number; stock?: number; itemID?: number } & Record<string, unknown> = {},
    who = as(2),
  ) {
    const { quantity = 10, stock = quantity, itemID: given, ...values } = more
    const itemID = given ?? (await stockItem(db, { quantity: stock, price: 1_000 })).itemID
    const { status, body } = await who('POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customerID: ana!.customerID,
      items: [{ itemID, orderQty: quantity }],
      ...values,
    })
    expect(status, body.message).toBe(201)
    return body.data as {
      salesTransactionID: number
      transactionNumber: string
      totalPurchase: number
      items: { itemID: number }[]
    }
  }

  const send = (salesTransactionID: number, values: Partial<typeof paymentProof.$inferInsert> = {}) =>
    insertProof(db, salesTransactionID, { day: today, payAccountID: bpi!.payAccountID, ...values })
  const addFile = (proofID: number, text: string, position = 1, ending: 'webp' | 'pdf' = 'webp') =>
    insertProofFile(db, pictureStore, proofID, { text, position, ending })

  const likens = (later: number, earlier: number, difference: number) =>
    db.insert(proofLikeness).values({
      proofFileID: later,
      otherFileID: earlier,
      difference,
      boxes: [
        { here: { x: 0.1, y: 0.2, width: 0.3, height: 0.1 }, there: { x: 0.1, y: 0.5, width: 0.3, height: 0.1 } },
      ],
    })

  /** Returns what a person has seen in the account of the bank: the amount with a new reference, unless given. */
  const seen = (amount: number, more: object = {}) => ({
    amount,
    day: today,
    payAccountID: bpi!.payAccountID,
    reference: `2002${(sent += 1).toString().padStart(8, '0')}`,
    ...more,
  })

  const get = async (id: number, who = staff) => {
    const { status, body } = await who('GET', `${proofsPath}/${id}`)
    expect(status, body.message).toBe(200)
    return body.data as ProofRow
  }
  const act = (id: number, step: 'take' | 'release' | 'approve' | 'reject' | 'undo', body?: object, who = staff) =>
    who('PUT', `${proofsPath}/${id}/${step}`, body ?? null)
  return {
    ...shop,
    staff,
    manager: as(2),
    admin: as(1),
    staffID: users.get(3)!,
    ana: ana!,
    bea: bea!,
    bpi: bpi!,
    yucho: yucho!,
    today,
    sell,
    send,
    addFile,
    likens,
    seen,
    get,
    act,
  }
}
