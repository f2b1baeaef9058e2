import { asc, eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import type { Receipt } from '../../assets/demo/receipts.ts'
import { settingsChanges } from '../../contract/company/settings-changes.ts'
import { orderLinks } from '../../contract/order-page/order-links.ts'
import { proofs as proofCalls } from '../../contract/proofs/proofs.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { readSettings } from '../company/settings.ts'
import { payAccount } from '../db/schema/money.ts'
import { paymentProof } from '../db/schema/proofs.ts'
import { loadSharp } from '../files/sharp.ts'
import type { PictureStore } from '../files/store.ts'
import { visitor } from '../kernel/context.ts'
import { shopDay } from '../kernel/shop-days.ts'
import { openOrderLink, readOrder } from '../sales/order-links/opening.operations.ts'
import { sendProof, withdrawProof } from '../sales/order-proofs/sending.operations.ts'
import { customers } from './people.ts'
import { secondPersonFrom, takenProof } from './proof-plan.ts'
import { createRandom } from './random.ts'
import type { OpenShop } from './shop.ts'
import type { ReportedPayment, Step } from './steps.ts'

type StepOf<What extends Step['do']> = Extract<Step, { do: What }>
type SentProof = { proofID: number; receipt: Receipt; payAccountID: number; session: string }

/** Asks for a second person from an amount on, unless the shop has its own. Returns the amount that was set, or null. */
export async function askForSecondPerson({ tx, admin }: OpenShop): Promise<number | null> {
  const stored = await readSettings(tx)
  if (stored.secondPersonFrom !== null) return null
  const { proofFileDays } = stored
  await admin(settingsChanges.checkProofs, { body: { secondPersonFrom, proofFileDays } })
  return secondPersonFrom
}

/**
 * Returns the functions by which the demo's buyers report payments, and staff decide about them. The buyers open a link
 * and send their receipts by the operations of the order page; staff make the calls of the queue.
 */
export function createProofDesk(shop: OpenShop, store: PictureStore, timeZone: string) {
  const { tx, crew } = shop
  const sent = new Map<string, SentProof>()
  const sessions = new Map<number, string>()

  /** Opens the link of a sale as its buyer, and returns the visit. */
  async function visit(key: number, now: Date): Promise<string> {
    const open = sessions.get(key)
    if (open !== undefined) return open
    const { data } = await crew[1]!(orderLinks.make, { id: shop.saleIDs.get(key)! })
    const opened = await openOrderLink(asBuyer(now), { code: data.code })
    sessions.set(key, opened!.session)
    return opened!.session
  }

  const asBuyer = (now: Date) => ({ db: tx, actor: visitor, now, client: { address: '', agent: '' } })

  async function send({ at, key, proof }: StepOf<'send proof'>) {
    const session = await visit(key, at)
    const saleID = shop.saleIDs.get(key)!
    const order = await readOrder(tx, session, proof.language)
    const amount = amountOf(proof, order!.next!.amount)
    const [account] = await tx
      .select()
      .from(payAccount)
      .where(eq(payAccount.kind, proof.account))
      .orderBy(asc(payAccount.position))
      .limit(1)
    const { holder, number, kind } = account!
    const paidAt = new Date(at.getTime() - 4 * 60_000)
    const { firstName, lastName } = customers[shop.sold.get(key)!.customer!]!
    const random = createRandom(proof.name)
    const receipt: Receipt = {
      layout: proof.layouts[0]!,
      amount,
      day: shopDay(timeZone, paidAt),
      time: timeIn(timeZone, paidAt),
      reference: proof.referenceOf ? sent.get(proof.referenceOf)!.receipt.reference : drawReference(random),
      clock: timeIn(timeZone, new Date(paidAt.getTime() + 60_000)).replace(/^0/, ''),
      payer: maskName(`${firstName} ${lastName}`),
      payerAccount: `09${random.whole(15, 99)} ••• ••${random.whole(10, 99)}`,
      payee: holder,
      payeeAccount: `${kind} ••••• ${number.slice(-4)}`,
      battery: random.whole(20, 95) / 100,
      ...(proof.like !== undefined && lookOf(sent.get(proof.like)!.receipt)),
    }
    const typed = {
      amount: String(amount),
      day: receipt.day,
      reference: receipt.reference,
      account: String(account!.payAccountID),
      key: `demo ${proof.name}`,
    }
    const files = await drawFiles(proof, receipt)
    const outcome = await sendProof(asBuyer(at), store, { session, language: proof.language, typed, files })
    if (outcome.is !== 'done') throw new Error(`The proof “${proof.name}” was not stored: ${JSON.stringify(outcome)}`)
    const [stored] = await tx
      .select({ proofID: paymentProof.proofID })
      .from(paymentProof)
      .where(eq(paymentProof.salesTransactionID, saleID))
      .orderBy(asc(paymentProof.proofID))
      .then((rows) => rows.slice(-1))
    sent.set(proof.name, { proofID: stored!.proofID, receipt, payAccountID: account!.payAccountID, session })
  }

  async function decide({ at, proof, decision }: StepOf<'decide proof'>) {
    const { proofID: id, receipt, payAccountID, session } = sent.get(proof)!
    if (decision.is === 'withdraw') await withdrawProof(asBuyer(at), session, id)
    if (decision.is === 'undo') await crew[0]!(proofCalls.undo, { id, body: { reason: decision.reason } })
    if (decision.is === 'reject') {
      const { by, reason, words } = decision
      await crew[by]!(proofCalls.reject, { id, body: { reason, words } })
    }
    if (decision.is === 'approve') {
      const { by, is: _, ...asked } = decision
      const { amount, day, reference } = receipt
      await crew[by]!(proofCalls.approve, { id, body: { amount, day, reference, payAccountID, ...asked } })
    }
  }

  return {
    perform: (step: StepOf<'send proof' | 'decide proof'>) => (step.do === 'send proof' ? send(step) : decide(step)),
    /** Takes one of the waiting proofs, which its taker has for the next minutes. */
    take: () => crew[1]!(proofCalls.take, { id: sent.get(takenProof)!.proofID }),
  }
}

/** Returns the amount of a report in pesos, from what the sale owes next. */
const amountOf = ({ amount, part = 1, more = 0 }: ReportedPayment, next: number) =>
  amount ?? fromCentavos(Math.round(toCentavos(next) * part) + toCentavos(more))

const timeIn = (timeZone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

const drawReference = (random: ReturnType<typeof createRandom>) =>
  `1001${String(random.whole(0, 999_999_999)).padStart(9, '0')}`

/** Returns a name as wallets show it, such as `PA••O R.`. The receipts have no Japanese letters. */
function maskName(name: string): string {
  const [first, last] = name.split(' ') as [string, string]
  if (!/^[A-Za-z]/.test(name)) return '••••• •.'
  return `${first.slice(0, 2)}••${first.slice(-1)} ${last[0]}.`.toUpperCase()
}

/** The parts of a receipt that stay when somebody writes another day and another reference into its picture. */
const lookOf = ({ layout, payer, payerAccount, payee, payeeAccount, battery, clock, amount }: Receipt) => ({
  layout,
  payer,
  payerAccount,
  payee,
  payeeAccount,
  battery: battery!,
  clock: clock!,
  amount,
})

/** Draws the pictures of a proof. The letters are loaded now, because only a load of the demo shop needs them. */
async function drawFiles({ name, layouts }: ReportedPayment, receipt: Receipt) {
  const [sharp, { drawReceipt }] = await Promise.all([loadSharp(), import('../../assets/demo/receipts.ts')])
  return Promise.all(
    layouts.map(async (layout, n) => ({
      name: `${name} ${n + 1}.png`,
      bytes: await sharp(Buffer.from(drawReceipt({ ...receipt, layout })))
        .png({ compressionLevel: 1 })
        .toBuffer(),
    })),
  )
}
