// Proves that the pictures of a proof are compared with those of other proofs when it is sent, and what the queue says.
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { drawReceipt, type Receipt } from '../../../assets/demo/receipts.ts'
import { proofShop } from '../../../tests/support/order-proofs.ts'
import { paymentProof, proofFile, proofLikeness } from '../../db/schema/proofs.ts'
import { shopContext } from '../../kernel/context.ts'
import { compareMissedProofs } from './likenesses.operations.ts'

const shop = await proofShop()
const { db, as, openSale, send, proofsOf } = shop

const receipt: Receipt = {
  layout: 'habagat',
  amount: 1000,
  day: '2026-11-20',
  time: '19:52',
  reference: '1001543610110',
  payer: 'Ana R.',
  payerAccount: '0917 ••• ••61',
  payee: 'The shop',
  payeeAccount: '••••• •••0186',
  clock: '19:53',
  width: 540,
  height: 1080,
}
const draw = (changed: Partial<Receipt> = {}) =>
  sharp(Buffer.from(drawReceipt({ ...receipt, ...changed })))
    .png()
    .toBuffer()
const jpeg = async (picture: Buffer) => sharp(picture).jpeg({ quality: 60 }).toBuffer()

/** Sends a proof of a new sale and returns its key with what the queue shows of its pictures. */
async function report(picture: Buffer, typed: object = {}) {
  const { id, cookie } = await openSale()
  const answer = await send(cookie, { reference: receipt.reference, ...typed }, { files: [picture] })
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(303)
  const [proof] = await proofsOf(id)
  const { body } = await as(3)('GET', `/api/v1/proofs/${proof!.proofID}`)
  const flags = body.data.flags.filter(({ kind }: { kind: string }) => kind === 'picture')
  return { proofID: proof!.proofID, flags, alike: body.data.alike }
}

test('the same picture, sent again for another sale, is named with the proof that had it', async () => {
  const first = await report(await draw())
  expect(first.flags).toEqual([])
  const again = await report(await draw())
  expect(again.flags).toMatchObject([{ other: { proofID: first.proofID }, isSame: true, isAlarm: false }])
  // With another reference it is the alarm, however old the first one is.
  await age(400)
  const alarm = await report(await draw(), { reference: 'another 77' })
  expect(alarm.flags).toHaveLength(2)
  for (const flag of alarm.flags) expect(flag).toMatchObject({ isSame: true, isAlarm: true })
  await clear()
})

test('a receipt with one changed digit looks like the first, and the queue frames the place', async () => {
  const first = await report(await draw())
  const forged = await report(await jpeg(await draw({ reference: '1001543610170' })), { reference: '1001543610170' })
  expect(forged.flags).toMatchObject([{ other: { proofID: first.proofID }, isSame: false, isAlarm: true }])
  const [{ boxes, otherFileID }] = forged.alike
  const [file] = await db
    .select()
    .from(proofFile)
    .where(sql`proof_id = ${first.proofID}`)
  expect(otherFileID).toBe(file!.proofFileID)
  expect(boxes.length).toBeGreaterThan(0)
  for (const { here, there } of boxes)
    for (const side of [here, there])
      for (const part of ['x', 'y', 'width', 'height']) expect(side[part]).toBeLessThan(1)
  await clear()
})

test('another payment, an amount far away and a proof of ninety days ago are no warning', async () => {
  await report(await draw())
  const other = { reference: '7700031', day: '2026-10-02', time: '08:14', clock: '08:15', battery: 0.2 }
  expect((await report(await draw(other), { reference: '7700031' })).flags).toEqual([])
  // Alike, but of another amount as typed.
  const digit = { reference: '1001543610170' }
  expect((await report(await draw(digit), { ...digit, amount: '1,500' })).flags).toEqual([])
  await age(91)
  const old = { reference: '1001543610120' }
  expect((await report(await draw(old), old)).flags).toEqual([])
  await age(89)
  expect(
    (await report(await draw({ reference: '1001543610190' }), { reference: '9' + digit.reference })).flags,
  ).not.toEqual([])
  await clear()
})

test('of two that are sent at once, one finds the other', async () => {
  const sales = await Promise.all([openSale(), openSale()])
  const picture = await draw()
  await Promise.all(sales.map(({ cookie }) => send(cookie, {}, { files: [picture] })))
  expect(await db.select().from(proofLikeness)).toHaveLength(1)
  await clear()
})

test('a proof whose server stopped before the comparison is compared by scheduled work', async () => {
  const first = await report(await draw())
  const again = await report(await draw())
  // The server stopped after it had stored the second proof.
  await db.delete(proofLikeness)
  await db.update(paymentProof).set({ comparedAt: null }).where(eq(paymentProof.proofID, again.proofID))
  const flagsOf = async () => {
    const { body } = await as(3)('GET', `/api/v1/proofs/${again.proofID}`)
    return body.data.flags.filter(({ kind }: { kind: string }) => kind === 'picture')
  }
  // Its own server may still be at work.
  await compareMissedProofs(shopContext(db, new Date()))
  expect(await flagsOf()).toEqual([])
  const later = shopContext(db, new Date(Date.now() + 5 * 60_000))
  await Promise.all([compareMissedProofs(later), compareMissedProofs(later)])
  expect(await flagsOf()).toMatchObject([{ other: { proofID: first.proofID }, isSame: true }])
  // A compared proof, and one that was decided, are not compared again.
  await db.delete(proofLikeness)
  await compareMissedProofs(later)
  expect(await flagsOf()).toEqual([])
  await db.update(paymentProof).set({ comparedAt: null }).where(eq(paymentProof.proofID, again.proofID))
  await as(3)('PUT', `/api/v1/proofs/${again.proofID}/reject`, { reason: 'unreadable' })
  await compareMissedProofs(later)
  expect(await db.select().from(proofLikeness)).toEqual([])
  await clear()
})

/** Makes every proof so many days old. What a buyer sent never changes otherwise. */
async function age(days: number) {
  await db.execute(sql`alter table payment_proof disable trigger user`)
  await db.update(paymentProof).set({ sentAt: new Date(Date.now() - days * 86_400_000) })
  await db.execute(sql`alter table payment_proof enable trigger user`)
}

async function clear() {
  await db.delete(proofLikeness)
  await db.delete(proofFile)
  await db.delete(paymentProof)
}
