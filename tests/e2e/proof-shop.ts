import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import sharp from 'sharp'

import type { Account } from '../../contract/people/account.ts'
import type { SaleRow } from '../../contract/sales/sales.ts'
import { addDays, dayIn } from '../../contract/shared/dates.ts'
import { openShop } from '../../scripts/database.ts'
import { payAccount } from '../../server/db/schema/money.ts'
import { orderLink } from '../../server/db/schema/order-links.ts'
import { paymentProof, proofFile, proofLikeness } from '../../server/db/schema/proofs.ts'
import { paymentType } from '../../server/db/schema/sales.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { privateFilesOf } from '../../server/files/private-files.ts'
import { readConfig } from '../../server/kernel/config.ts'
import { dataFolder, removeFolder, startServer } from '../support/server.ts'

// A shop of its own for the journeys of payment proofs, because its queue must hold no other journey's proofs.

const password = 'a password of the tests'
const admin = { email: 'admin@shop.example', password }
export const today = dayIn('Asia/Tokyo', new Date())

export type ProofShop = Awaited<ReturnType<typeof openProofShop>>
type Proof = typeof paymentProof.$inferInsert

/** Starts a shop with an account, an item, two people of the staff and two customers. */
export async function openProofShop() {
  const folder = await dataFolder()
  const server = await startServer({ DATA_DIR: folder, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password })
  const config = readConfig({ DATA_DIR: folder })
  const { db, close } = await openShop(config)
  const files = privateFilesOf(pictureFolder(join(folder, 'pictures')))

  async function send<T>(account: Account | null, method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(account && { authorization: `Bearer ${account.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  const login = (person: typeof admin) => send<Account>(null, 'POST', '/api/v1/login', person)
  const boss = await login(admin)
  async function hire(firstName: string, roleID: number): Promise<Account> {
    const email = `${firstName.toLowerCase()}@shop.example`
    const names = { firstName, lastName: 'Reyes', username: firstName.toLowerCase() }
    await send(boss, 'POST', '/api/v1/users', { ...names, email, password, roleID, status: true })
    return login({ email, password })
  }
  const [mila, joy] = [await hire('Mila', 2), await hire('Joy', 3)]

  type Made = { data: Record<string, number> }
  const category = await send<Made>(boss, 'POST', '/api/v1/categories', {
    categoryCode: 'PD',
    categoryName: 'Pendants',
  })
  const item = await send<Made>(boss, 'POST', '/api/v1/item-inventory', {
    itemCode: 'PD-0093',
    itemName: 'Araw pendant',
    categoryID: category.data['categoryID'],
    uom: 'PCS',
    grams: 4,
    price: 1000,
    cost: 600,
    locationID: 1,
    inventoryTypeID: 1,
    reOrderThreshold: 0,
    quantity: 5000,
  })
  const people = await Promise.all(
    [
      ['Paolo', 'Ramirez'],
      ['Maricel', 'Tanaka'],
      ['由美', '佐藤'],
    ].map(async ([firstName, lastName], n) => {
      const contact = { contactNo: `0917 555 018${n}`, email: `buyer${n}@mail.example`, customerTypeID: 1 }
      const made = await send<Made>(boss, 'POST', '/api/v2/customers', { firstName, lastName, ...contact })
      return made.data['customerID']!
    }),
  )
  const [type] = await db.insert(paymentType).values({ paymentName: 'GCash transfer' }).returning()
  const [account] = await db
    .insert(payAccount)
    .values({
      kind: 'GCash',
      holder: 'Amihan Jewelry Supplies',
      number: '09175550186',
      paymentTypeID: type!.paymentTypeID,
      position: 1,
    })
    .returning()

  /** Sells pieces of ₱1,000.00 to a customer, to be paid in these instalments. */
  async function sell(instalments: readonly number[], { customer = 0, seller = mila, paid = 0 } = {}) {
    const total = instalments.reduce((sum, amount) => sum + amount, 0)
    const { data } = await send<{ data: SaleRow }>(seller, 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      customerID: people[customer],
      items: [{ itemID: item.data['itemID'], orderQty: total / 1000 }],
      schedule: instalments.map((amount, n) => ({ dueDate: addDays(today, n * 30), amount })),
      ...(paid > 0 && { payments: [{ paymentTypeID: 1, amount: paid }] }),
    })
    return data
  }

  let references = 0
  /** Stores a proof as a buyer sends it, with pictures of receipts. Returns its key and those of its files. */
  async function sendProof(sale: SaleRow, values: Partial<Proof> & { pictures?: readonly Buffer[] } = {}) {
    const { pictures, ...more } = values
    references++
    const proof = {
      salesTransactionID: sale.salesTransactionID,
      orderLinkID: await linkOf(sale.salesTransactionID),
      language: 'en' as const,
      sentAt: new Date(),
      amount: 12_000,
      day: today,
      reference: `10015436${String(references).padStart(5, '0')}`,
      payAccountID: account!.payAccountID,
      ...more,
    }
    const drawn = pictures ?? [await drawReceipt(proof)]
    const [made] = await db.insert(paymentProof).values(proof).returning()
    const fileIDs: number[] = []
    for (const [n, bytes] of drawn.entries()) fileIDs.push(await addFile(made!.proofID, n + 1, bytes))
    return { ...proof, proofID: made!.proofID, fileIDs }
  }
  async function linkOf(salesTransactionID: number): Promise<number> {
    const [known] = await db.select().from(orderLink).where(eq(orderLink.salesTransactionID, salesTransactionID))
    if (known) return known.orderLinkID
    const hash = () => randomBytes(32).toString('hex')
    const values = { salesTransactionID, tokenHash: hash(), codeHash: hash(), createdAt: new Date() }
    const [made] = await db.insert(orderLink).values(values).returning()
    return made!.orderLinkID
  }
  async function addFile(proofID: number, position: number, bytes: Buffer): Promise<number> {
    const { width, height } = await sharp(bytes).metadata()
    const hash = createHash('sha256').update(bytes).digest('hex')
    await files.put(`${hash.slice(0, 32)}.webp`, bytes)
    const [made] = await db
      .insert(proofFile)
      .values({
        proofID,
        position,
        file: `${hash.slice(0, 32)}.webp`,
        format: 'PNG',
        width,
        height,
        contentHash: hash,
        print: Buffer.from([1]),
      })
      .returning()
    return made!.proofFileID
  }

  return {
    url: server.url,
    db,
    boss,
    mila,
    joy,
    account: account!,
    send,
    sell,
    sendProof,
    /** Notes that two pictures look alike but for these places. */
    likens: (later: number, earlier: number, boxes: (typeof proofLikeness.$inferInsert)['boxes']) =>
      db.insert(proofLikeness).values({ proofFileID: later, otherFileID: earlier, difference: 0.4, boxes }),
    close: async () => {
      await close()
      server.child.kill('SIGTERM')
      await server.ended
      await removeFolder(folder)
    },
  }
}

/** Draws the receipt of an invented wallet as a WebP picture. */
export function drawReceipt({ amount, day, reference }: { amount: number; day: string; reference: string }) {
  const line = (y: number, name: string, value: string) =>
    `<text x="90" y="${y}" fill="#555">${name}</text><text x="990" y="${y}" text-anchor="end">${value}</text>`
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2160" font-family="sans-serif" font-size="44">
      <rect width="1080" height="2160" fill="#372f80"/><rect x="50" y="350" width="980" height="1350" rx="40" fill="#fff"/>
      <text x="540" y="700" text-anchor="middle" font-size="110" font-weight="700">₱${amount.toFixed(2)}</text>
      ${line(1000, 'Amount', amount.toFixed(2))}${line(1375, 'Date', day)}${line(1550, 'Ref. no.', reference)}</svg>`),
  )
    .webp()
    .toBuffer()
}
