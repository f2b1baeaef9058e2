// Proves that pictures of proofs are removed after the days of the setting and with their customer's data, that hashes stay,
// and that the cleanup then deletes the files. Also what the export of a customer's data has of proofs.
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { proofShop } from '../../../tests/support/proofs.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { paymentProof, proofFile } from '../../db/schema/proofs.ts'
import { customer } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { runScheduledWork } from '../../scheduled-work.ts'

const { db, admin, manager, sell, send, seen, addFile, get, act, bea } = await proofShop()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const filesOf = (ids: number[]) =>
  db.select().from(proofFile).where(inArray(proofFile.proofID, ids)).orderBy(proofFile.proofID)

test('pictures go the days of the setting after the decision, and their hashes stay', async () => {
  await db.update(shopSetting).set({ proofFileDays: 90 })
  const { salesTransactionID: id } = await sell()
  const decided = (days: number) => ({ status: 'Withdrawn' as const, sentAt: daysAgo(400), decidedAt: daysAgo(days) })
  const [old, young, waiting] = [
    await send(id, decided(91)),
    await send(id, decided(89)),
    await send(id, { sentAt: daysAgo(400) }),
  ]
  const all = [old, young, waiting]
  for (const [n, proofID] of all.entries()) await addFile(proofID, `picture ${n}`)
  const before = await filesOf(all)
  await runScheduledWork({ db })
  const after = await filesOf(all)
  expect(after.map(({ file, print }) => [file === null, print === null])).toEqual([
    [true, true],
    [false, false],
    [false, false],
  ])
  expect(after.map(({ contentHash }) => contentHash)).toEqual(before.map(({ contentHash }) => contentHash))
  const [proof] = await db.select().from(paymentProof).where(eq(paymentProof.proofID, old))
  expect(proof!.filesRemovedAt).not.toBe(null)
  expect((await get(old)).files).toMatchObject([{ isRemoved: true }])
  await runScheduledWork({ db })
  const [again] = await db.select().from(paymentProof).where(eq(paymentProof.proofID, old))
  expect(again!.filesRemovedAt).toEqual(proof!.filesRemovedAt)
})

test('a customer’s data has the proofs, and anonymising removes their pictures and names', async () => {
  const { salesTransactionID: id } = await sell({ customerID: bea.customerID })
  const [approved, rejected, waiting] = [
    await send(id, { reference: 'Bea Cruz 1' }),
    await send(id, { reference: 'Bea Cruz 2', language: 'ja' }),
    await send(id, { reference: 'Bea Cruz 3' }),
  ]
  for (const proofID of [approved, rejected, waiting]) await addFile(proofID, `picture of ${proofID}`)
  expect((await act(approved, 'approve', seen(10_000, { reference: 'Bea Cruz 1' }))).status).toBe(200)
  expect((await act(rejected, 'reject', { reason: 'own_words', words: 'Dear Bea Cruz, no.' })).status).toBe(200)
  const { body } = await admin('GET', `/api/v2/customers/${bea.customerID}/data`)
  expect(body.data.paymentProofs).toMatchObject([
    { proofID: approved, status: 'Approved', reference: 'Bea Cruz 1', seenAmount: 10_000, formats: ['PNG'] },
    { proofID: rejected, status: 'Rejected', sentence: 'Dear Bea Cruz, no.' },
    { proofID: waiting, status: 'Sent' },
  ])
  await manager('PUT', `/api/v2/sales/${id}/complete`)
  const { status, body: answer } = await admin('PUT', `/api/v2/customers/${bea.customerID}/anonymise`, {
    customerName: 'Bea Cruz',
  })
  expect(status, answer.message).toBe(200)
  expect((await filesOf([approved, rejected, waiting])).map(({ file }) => file)).toEqual([null, null, null])
  const stored = await db
    .select()
    .from(paymentProof)
    .where(eq(paymentProof.salesTransactionID, id))
    .orderBy(paymentProof.proofID)
  expect(stored.map(({ filesRemovedAt }) => filesRemovedAt === null)).toEqual([false, false, false])
  expect(JSON.stringify(stored)).not.toMatch(/bea|cruz/i)
  expect(stored.map(({ seenAmount }) => seenAmount)).toEqual([10_000, null, null])
  expect(JSON.stringify(await db.select().from(audit).where(eq(audit.entity, 'paymentProof')))).not.toMatch(/bea cruz/i)
  const [person] = await db.select().from(customer).where(eq(customer.customerID, bea.customerID))
  expect(person!.lastName).not.toBe('Cruz')
})
