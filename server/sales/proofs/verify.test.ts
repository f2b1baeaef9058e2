// Proves that `verifyProofs` finds each contradiction between an approved proof and the money ledger, by planting it.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { proofShop } from '../../../tests/support/proofs.ts'
import { proofPayment } from '../../db/schema/proofs.ts'
import { transact } from '../../db/transaction.ts'
import type { Tx } from '../../kernel/database.ts'
import { verifyProofs } from './verify.ts'

const { db, manager, sell, send, seen, act } = await proofShop()

async function approved() {
  const { salesTransactionID } = await sell()
  const proofID = await send(salesTransactionID)
  const { status, body } = await act(proofID, 'approve', seen(10_000))
  expect(status, body.message).toBe(200)
  const [part] = await db.select().from(proofPayment).where(eq(proofPayment.proofID, proofID))
  return { proofID, entryID: part!.entryID, salesTransactionID }
}

/** Plants a defect past the triggers, and returns what is found. Nothing of it stays. */
async function plant(defect: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const undone = new Error('undone')
  let found: string[] = []
  await transact(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await defect(tx)
    found = await verifyProofs({ db: tx })
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return found
}

test('right proofs contradict nothing, also after an approval was undone', async () => {
  const { proofID } = await approved()
  expect((await act(proofID, 'undo', { reason: 'Wrong' }, manager)).status).toBe(200)
  await approved()
  const { salesTransactionID } = await sell()
  await act(await send(salesTransactionID), 'reject', { reason: 'unreadable' })
  expect(await verifyProofs({ db })).toEqual([])
})

test('an approved amount without its payments is found', async () => {
  const { proofID, entryID } = await approved()
  expect(
    await plant((tx) => tx.execute(sql`update payment_proof set seen_amount = 10000.01 where proof_id = ${proofID}`)),
  ).toEqual([`Payment proof P-${proofID} is approved for 10000.01, but its entries come to 10000.00`])
  expect(await plant((tx) => tx.execute(sql`delete from proof_payment where entry_id = ${entryID}`))).toEqual([
    `Payment proof P-${proofID} is approved for 10000.00, but its entries come to 0`,
  ])
})

test('payments of a proof that is not approved, or of another sale, are found', async () => {
  const { proofID, entryID, salesTransactionID } = await approved()
  const found = await plant((tx) =>
    tx.execute(sql`update payment_proof set status = 'Withdrawn', seen_amount = null, seen_day = null, seen_reference = null,
      seen_account_id = null, reference_key = null where proof_id = ${proofID}`),
  )
  expect(found).toEqual([`Payment proof P-${proofID} is Withdrawn, but has 1 of the money ledger`])
  const other = await sell()
  const moved = await plant((tx) =>
    tx.execute(
      sql`update proof_payment set sales_transaction_id = ${other.salesTransactionID} where entry_id = ${entryID}`,
    ),
  )
  expect(moved).toEqual([
    `Entry ${entryID} of payment proof P-${proofID} is a payment of sale ${salesTransactionID}, and not a payment of sale ${other.salesTransactionID}`,
  ])
})

test('an undone proof whose payment was not taken back, and a missing guard, are found', async () => {
  const { proofID, entryID } = await approved()
  expect(
    await plant((tx) =>
      tx.execute(sql`update payment_proof set undone_at = now(), undo_reason = 'x' where proof_id = ${proofID}`),
    ),
  ).toEqual([`Payment proof P-${proofID} is undone, but its entry ${entryID} was not taken back`])
  expect(await plant((tx) => tx.execute(sql`alter table payment_proof disable trigger keep_decided_proof`))).toEqual([
    'The guard keep_decided_proof of table payment_proof is switched off',
  ])
  expect(await plant((tx) => tx.execute(sql`drop index payment_proof_reference`))).toEqual([
    'The guard payment_proof_reference of table payment_proof is not there',
  ])
})
